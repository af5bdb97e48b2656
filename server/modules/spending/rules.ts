import type { SpendingLimits } from '../../../contract/spending.js'

export interface Limit {
  coins: number | null
  next: { coins: number | null; at: Date } | null
}

export type Period = 'daily' | 'weekly'
export type LimitsByPeriod = Record<Period, Limit>

export const noLimit: Limit = { coins: null, next: null }

const RAISE_DELAY_MS = 86_400_000

export function limitAt({ coins, next }: Limit, now: Date): Limit {
  return next !== null && next.at <= now ? { coins: next.coins, next: null } : { coins, next }
}

/** A lower limit holds at once; a higher one, or none, holds after 24 hours. */
export function changeLimit(limit: Limit, wanted: number | null, now: Date): Limit {
  const { coins, next } = limitAt(limit, now)
  const isHigher = coins !== null && (wanted === null || wanted > coins)
  if (!isHigher) return { coins: wanted, next: null }
  // Repeating the same change does not restart the delay.
  if (next?.coins === wanted) return { coins, next }
  return { coins, next: { coins: wanted, at: new Date(now.getTime() + RAISE_DELAY_MS) } }
}

export function raiseDate(limits: readonly Limit[], now: Date): number {
  return Math.max(now.getTime(), ...limits.map(({ next }) => next?.at.getTime() ?? 0))
}

export function limitsAnswer({ daily, weekly }: LimitsByPeriod): SpendingLimits {
  const pending = ({ next }: Limit) => next && { coins: next.coins, effective_at: next.at.getTime() }
  return {
    daily_coins: daily.coins,
    weekly_coins: weekly.coins,
    pending: { daily_coins: pending(daily), weekly_coins: pending(weekly) }
  }
}
