export interface BonusLot {
  id: number
  remaining: number
  expiresAt: Date
}

export interface PaymentSplit {
  coins: number
  lots: { id: number; amount: number }[]
}

export function splitPayment(price: number, coins: number, lots: readonly BonusLot[]): PaymentSplit | null {
  const sortedLots = [...lots].sort((one, two) => one.expiresAt.getTime() - two.expiresAt.getTime() || one.id - two.id)
  const taken: PaymentSplit['lots'] = []
  let missing = price
  for (const { id, remaining } of sortedLots) {
    const amount = Math.min(missing, remaining)
    if (amount > 0) taken.push({ id, amount })
    missing -= amount
  }
  return missing > coins ? null : { coins: missing, lots: taken }
}
