import type { AccountMergeResult } from '../../../../contract/account.js'
import type { Services } from '../../../services.js'

export interface MergeContext {
  from: string
  into: string
  now: Date
  zone: string
  services: Pick<Services, 'clock' | 'random'>
}

export type MergeStepResult = Partial<AccountMergeResult>
