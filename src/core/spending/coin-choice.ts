export const MAX_COINS = 1_000_000

export type CoinChoice = { state: 'none' } | { state: 'proposed'; coins: number } | { state: 'own'; written: string }

export function toCoinChoice(coins: number | null, proposals: readonly number[]): CoinChoice {
  if (coins === null) return { state: 'none' }
  return proposals.includes(coins) ? { state: 'proposed', coins } : { state: 'own', written: String(coins) }
}

/** Null is no limit. Undefined if the input is empty or outside the allowed range. */
export function chosenCoins(choice: CoinChoice, minCoins: number): number | null | undefined {
  if (choice.state === 'none') return null
  if (choice.state === 'proposed') return choice.coins
  const coins = Number(choice.written)
  return choice.written !== '' && coins >= minCoins && coins <= MAX_COINS ? coins : undefined
}

/** Converts full-width digits, and removes all other characters and leading zeros. */
export function parseCoinDigits(typed: string): string {
  const digits = typed.normalize('NFKC').replace(/[^0-9]/g, '')
  return digits.replace(/^0+(?=.)/, '').slice(0, String(MAX_COINS).length)
}
