import type { SpendingLimitReached } from '../../../contract/unlock.js'
import type { UnlockResult } from './unlocker.js'

export type UnlockNotice =
  | { is: 'missing'; coins: number; debt: number }
  | { is: 'priceChanged'; before: number; now: number }
  | { is: 'earlierFirst' }
  | { is: 'limit'; limit: SpendingLimitReached }
  | { is: 'unanswered' }

export const isOutOfCoins = (result: UnlockResult): boolean =>
  result.is === 'refused' && result.code === 4201 && !result.isOld

export function toUnlockNotice(result: UnlockResult, expectedPrice: number): UnlockNotice | undefined {
  if (result.is === 'unanswered') return { is: 'unanswered' }
  if (result.is !== 'refused') return undefined
  const { code, refusal } = result
  const { range, coins, bonus, debt = 0, limit } = refusal
  switch (code) {
    case 4201:
      return { is: 'missing', coins: Math.max(0, range.coins_needed - coins - bonus), debt }
    case 4202:
      return { is: 'priceChanged', before: expectedPrice, now: range.coins_needed }
    case 4203:
      return { is: 'earlierFirst' }
    case 4209:
      return limit && limit.name !== 'auto_off' ? { is: 'limit', limit } : undefined
  }
}
