import type { SpendingLimitReached } from '../../../contract/unlock.js'
import type { UnlockResult } from './unlocker.js'

export type UnlockNotice =
  /** `coins` include the debt, which the next coins settle first. */
  | { type: 'missing'; coins: number; debt: number }
  | { type: 'priceChanged'; before: number; now: number }
  | { type: 'earlierFirst' }
  | { type: 'limit'; limit: SpendingLimitReached }
  | { type: 'unanswered' }

const SPENDING_LIMITS: readonly string[] = [
  'daily',
  'weekly',
  'campaign_daily'
] satisfies SpendingLimitReached['name'][]

/** The reached limit if it holds for everything that is spent, not only for auto-unlock. */
export const reachedSpendingLimit = (notice: UnlockNotice | undefined): SpendingLimitReached | undefined =>
  notice?.type === 'limit' && SPENDING_LIMITS.includes(notice.limit.name) ? notice.limit : undefined

export const isOutOfCoins = (result: UnlockResult): boolean =>
  result.type === 'refused' && result.code === 4201 && !result.isOld

export function toUnlockNotice(result: UnlockResult, expectedPrice: number): UnlockNotice | undefined {
  if (result.type === 'unanswered') return { type: 'unanswered' }
  if (result.type !== 'refused') return undefined
  const { code, refusal } = result
  const { range, coins, bonus, debt = 0, limit } = refusal
  switch (code) {
    case 4201:
      return { type: 'missing', coins: Math.max(0, range.coins_needed - coins - bonus) + debt, debt }
    case 4202:
      return { type: 'priceChanged', before: expectedPrice, now: range.coins_needed }
    case 4203:
      return { type: 'earlierFirst' }
    case 4209:
      return limit && limit.name !== 'auto_off' ? { type: 'limit', limit } : undefined
  }
}
