/** What is left of one lot of bonus. */
export interface Lot {
  id: number
  remaining: number
  expiresAt: Date
}

/** How a price is paid: from lots first, the rest in coins. */
export interface PaymentSplit {
  coins: number
  lots: { id: number; amount: number }[]
}

/** Bonus that ends first goes first, of several that end together the older; then coins. Null when there is not enough. */
export function splitPayment(price: number, coins: number, lots: readonly Lot[]): PaymentSplit | null {
  const order = [...lots].sort((one, two) => one.expiresAt.getTime() - two.expiresAt.getTime() || one.id - two.id)
  const taken: PaymentSplit['lots'] = []
  let missing = price
  for (const { id, remaining } of order) {
    const amount = Math.min(missing, remaining)
    if (amount > 0) taken.push({ id, amount })
    missing -= amount
  }
  return missing > coins ? null : { coins: missing, lots: taken }
}
