import type { BestOption, Quote } from '../../../contract/quote.js'
import type { EpisodeAccess } from '../play/episode-access.js'
import {
  type CoinPacks,
  computeCheapestPurchase,
  computeCoinValue,
  findCheapestPack,
  type PassOffers
} from '../store/prices.js'
import { computePriceOfRange } from './range-price.js'

export interface EpisodeTime {
  id: string
  duration_s: number
  watched_s: number
}

export interface QuoteInput {
  dramaId: string
  accessList: readonly EpisodeAccess[]
  episodes: readonly EpisodeTime[]
  toNo: number | undefined
  balance: { coins: number; bonus: number }
  currency: string
  packs: CoinPacks
  passes: PassOffers
}

export function createQuote(input: QuoteInput): Quote {
  const { dramaId, accessList, episodes, toNo, balance, currency, packs, passes } = input
  const { to, range, locked, full, percent, coins } = computePriceOfRange(accessList, toNo)
  const inRange = new Set(range.map(({ id }) => id))
  const episodesInRange = episodes.filter(({ id }) => inRange.has(id))
  const bonusUsable = Math.min(balance.bonus, coins)
  return {
    drama_id: dramaId,
    to_no: to,
    episode_total: range.length,
    paid_total: range.filter(({ price }) => price > 0).length,
    unlocked: range.filter(({ state }) => state === 'unlocked').length,
    remaining: locked.length,
    coins_full: full,
    discount_percent: percent,
    coins_needed: coins,
    bonus_usable: bonusUsable,
    balance,
    money: { amount: computeCoinValue(coins, packs), currency, basis: findCheapestPack(packs) },
    total_minutes: toMinutes(episodesInRange.map(({ duration_s }) => duration_s)),
    minutes_left: toMinutes(episodesInRange.map(({ duration_s, watched_s }) => Math.max(0, duration_s - watched_s))),
    cheapest_pass: { ...findCheapestOption(passes), currency },
    best_option: { ...chooseBestOption(input, locked.length > 0, coins - bonusUsable - balance.coins), currency }
  }
}

function findCheapestOption<Option extends { amount: number }>(options: readonly Option[]): Option {
  return options.reduce((best, option) => (option.amount < best.amount ? option : best))
}

function chooseBestOption(
  { packs, passes }: QuoteInput,
  isAnyLocked: boolean,
  missing: number
): Omit<BestOption, 'currency'> {
  if (!isAnyLocked) return { kind: 'none', amount: 0 }
  if (missing <= 0) return { kind: 'balance', amount: 0 }
  const coins = { kind: 'coins' as const, amount: computeCheapestPurchase(missing, packs) }
  return findCheapestOption<{ kind: BestOption['kind']; amount: number }>([coins, ...passes])
}

const toMinutes = (seconds: readonly number[]) => Math.ceil(seconds.reduce((sum, some) => sum + some, 0) / 60)
