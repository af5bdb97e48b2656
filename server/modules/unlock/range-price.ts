import type { EpisodeAccess } from '../play/episode-access.js'
import { computeRangePrice } from '../store/prices.js'

export interface RangePrice {
  to: number
  range: EpisodeAccess[]
  locked: EpisodeAccess[]
  full: number
  percent: number
  coins: number
}

/** Quotes and charges both use this price, so that viewers pay what they were shown. */
export function computePriceOfRange(episodes: readonly EpisodeAccess[], toNo: number | undefined): RangePrice {
  const lastNo = episodes.at(-1)?.no ?? 0
  const to = Math.min(toNo ?? lastNo, lastNo)
  const range = episodes.filter(({ no }) => no <= to)
  const locked = range.filter(({ state }) => state === 'locked')
  const isRest = locked.length === episodes.filter(({ state }) => state === 'locked').length
  const prices = locked.map(({ price }) => price)
  return { to, range, locked, ...computeRangePrice(prices, isRest) }
}
