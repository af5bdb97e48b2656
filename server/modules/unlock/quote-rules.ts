import type { BestOption, Quote } from '../../../contract/quote.js'
import type { Standing } from '../play/episode-access-rules.js'
import { cheapestPack, cheapestPurchase, type Packs, type Passes, worthOf } from '../store/prices.js'
import { lockedRange } from './range-price.js'

/** An episode with how long it is and how far the viewer came, in seconds. */
export interface Timed {
  id: string
  duration_s: number
  watched_s: number
}

/** What a quote is made from; `balance` in coins. */
export interface QuoteMatter {
  dramaId: string
  standings: readonly Standing[]
  episodes: readonly Timed[]
  toNo: number | undefined
  balance: { coins: number; bonus: number }
  currency: string
  packs: Packs
  passes: Passes
}

/** What it costs to watch a drama up to an episode. */
export function quoteFor(matter: QuoteMatter): Quote {
  const { dramaId, standings, episodes, toNo, balance, currency, packs, passes } = matter
  const { to, range, locked, full, percent, coins } = lockedRange(standings, toNo)
  const inRange = new Set(range.map(({ id }) => id))
  const timed = episodes.filter(({ id }) => inRange.has(id))
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
    money: { amount: worthOf(coins, packs), currency, basis: cheapestPack(packs) },
    total_minutes: minutes(timed.map(({ duration_s }) => duration_s)),
    minutes_left: minutes(timed.map(({ duration_s, watched_s }) => Math.max(0, duration_s - watched_s))),
    cheapest_pass: { ...leastOf(passes), currency },
    best_option: { ...bestOption(matter, locked.length > 0, coins - bonusUsable - balance.coins), currency }
  }
}

function leastOf<Option extends { amount: number }>(options: readonly Option[]): Option {
  return options.reduce((best, option) => (option.amount < best.amount ? option : best))
}

function bestOption(
  { packs, passes }: QuoteMatter,
  isAnyLocked: boolean,
  missing: number
): Omit<BestOption, 'currency'> {
  if (!isAnyLocked) return { kind: 'none', amount: 0 }
  if (missing <= 0) return { kind: 'balance', amount: 0 }
  const coins = { kind: 'coins' as const, amount: cheapestPurchase(missing, packs) }
  return leastOf<{ kind: BestOption['kind']; amount: number }>([coins, ...passes])
}

const minutes = (seconds: readonly number[]) => Math.ceil(seconds.reduce((sum, some) => sum + some, 0) / 60)
