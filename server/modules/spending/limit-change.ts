import type { SpendingLimits } from '../../../contract/spending.js'

export interface SpendingLimit {
  coins: number | null
  next: { coins: number | null; at: Date } | null
}

export type SpendingPeriod = 'daily' | 'weekly'
export type SpendingLimitsByPeriod = Record<SpendingPeriod, SpendingLimit>

export const NO_SPENDING_LIMIT: SpendingLimit = { coins: null, next: null }

const RAISE_DELAY_MS = 86_400_000

export function resolveLimit({ coins, next }: SpendingLimit, now: Date): SpendingLimit {
  return next !== null && next.at <= now ? { coins: next.coins, next: null } : { coins, next }
}

/** A lower limit holds at once; a higher one, or none, holds after 24 hours. */
export function changeLimit(limit: SpendingLimit, wanted: number | null, now: Date): SpendingLimit {
  const { coins, next } = resolveLimit(limit, now)
  const isHigher = coins !== null && (wanted === null || wanted > coins)
  if (!isHigher) return { coins: wanted, next: null }
  // Repeating the same change does not restart the delay, unless it is longer because the clock was set back.
  if (next?.coins === wanted && next.at.getTime() - now.getTime() <= RAISE_DELAY_MS) return { coins, next }
  return { coins, next: { coins: wanted, at: new Date(now.getTime() + RAISE_DELAY_MS) } }
}

export function computeEffectiveAt(limits: readonly SpendingLimit[], now: Date): number {
  return Math.max(now.getTime(), ...limits.map(({ next }) => next?.at.getTime() ?? 0))
}

export function toSpendingLimits({ daily, weekly }: SpendingLimitsByPeriod): SpendingLimits {
  const pending = ({ next }: SpendingLimit) => next && { coins: next.coins, effective_at: next.at.getTime() }
  return {
    daily_coins: daily.coins,
    weekly_coins: weekly.coins,
    pending: { daily_coins: pending(daily), weekly_coins: pending(weekly) }
  }
}
