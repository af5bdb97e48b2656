// How many coins something may cost: proposed, written by the viewer, or without end.

/** Most that can be chosen, as the server has it. */
export const MAX_COINS = 1_000_000

export type CoinChoice = { state: 'none' } | { state: 'proposed'; coins: number } | { state: 'own'; written: string }

/** The choice that stands for so many coins; null is none. */
export function toCoinChoice(coins: number | null, proposals: readonly number[]): CoinChoice {
  if (coins === null) return { state: 'none' }
  return proposals.includes(coins) ? { state: 'proposed', coins } : { state: 'own', written: String(coins) }
}

/** The coins that are chosen, null for no limit; undefined where what is written is less than `least`, too much or nothing. */
export function chosenCoins(choice: CoinChoice, least: number): number | null | undefined {
  if (choice.state === 'none') return null
  if (choice.state === 'proposed') return choice.coins
  const coins = Number(choice.written)
  return choice.written !== '' && coins >= least && coins <= MAX_COINS ? coins : undefined
}

/** What stays of what is typed into a field for coins: digits, however they are written, and no more than it takes. */
export function parseCoinDigits(typed: string): string {
  const digits = typed.normalize('NFKC').replace(/[^0-9]/g, '')
  return digits.replace(/^0+(?=.)/, '').slice(0, String(MAX_COINS).length)
}
