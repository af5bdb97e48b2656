import type { EpisodeAccess } from '../play/episode-access-rules.js'
import { rangePrice } from '../store/prices.js'

/** What is locked up to an episode, and what all of it costs at once, in coins. */
export interface RangePrice {
  to: number
  range: EpisodeAccess[]
  locked: EpisodeAccess[]
  full: number
  percent: number
  coins: number
}

/** The one place where a range gets its price: what is shown is what is charged. Without a number, to the last episode. */
export function priceOfRange(standings: readonly EpisodeAccess[], toNo: number | undefined): RangePrice {
  const lastNo = standings.at(-1)?.no ?? 0
  const to = Math.min(toNo ?? lastNo, lastNo)
  const range = standings.filter(({ no }) => no <= to)
  const locked = range.filter(({ state }) => state === 'locked')
  const isRest = locked.length === standings.filter(({ state }) => state === 'locked').length
  const prices = locked.map(({ price }) => price)
  return { to, range, locked, ...rangePrice(prices, isRest) }
}
