import type { AccountMergeResult } from '../../../../contract/account.js'
import type { Services } from '../../../services.js'

/** Bonus ends at the end of its thirtieth day. */
export const MAX_BONUS_LIFETIME_MS = 31 * 86_400_000

export interface MergeContext {
  from: string
  into: string
  now: Date
  zone: string
  services: Pick<Services, 'clock' | 'random'>
}

export type MergeStepResult = Partial<AccountMergeResult>
