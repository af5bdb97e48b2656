import type { SpendingLimits } from '../../../contract/spending.js'

/** A limit in coins, null for none; with `next`, what takes its place at that time. */
export interface Limit {
  coins: number | null
  next: { coins: number | null; at: Date } | null
}

export type Period = 'daily' | 'weekly'
export type LimitsByPeriod = Record<Period, Limit>

export const noLimit: Limit = { coins: null, next: null }

const RAISE_DELAY_MS = 86_400_000

/** The limit as it stands at a time: what has waited long enough holds. */
export function limitAt({ coins, next }: Limit, now: Date): Limit {
  return next !== null && next.at <= now ? { coins: next.coins, next: null } : { coins, next }
}

/** The limit after the viewer has asked for another: a lower one holds at once, a higher one or none waits a day. */
export function changeLimit(limit: Limit, wanted: number | null, now: Date): Limit {
  const { coins, next } = limitAt(limit, now)
  const isHigher = coins !== null && (wanted === null || wanted > coins)
  if (!isHigher) return { coins: wanted, next: null }
  // The same wish twice, by a second tap or a repeated request, does not wait longer.
  if (next?.coins === wanted) return { coins, next }
  return { coins, next: { coins: wanted, at: new Date(now.getTime() + RAISE_DELAY_MS) } }
}

/** When the last of these limits holds as it was asked for, epoch milliseconds. */
export function raiseDate(limits: readonly Limit[], now: Date): number {
  return Math.max(now.getTime(), ...limits.map(({ next }) => next?.at.getTime() ?? 0))
}

/** Limits as the client sees them. */
export function limitsAnswer({ daily, weekly }: LimitsByPeriod): SpendingLimits {
  const pending = ({ next }: Limit) => next && { coins: next.coins, effective_at: next.at.getTime() }
  return {
    daily_coins: daily.coins,
    weekly_coins: weekly.coins,
    pending: { daily_coins: pending(daily), weekly_coins: pending(weekly) }
  }
}
