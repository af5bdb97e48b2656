import type { RejectionReason, Submission } from '../../../../contract/reward.js'
import type { RewardMessageKey } from '../../../../locales/reward/en.js'
import type { RewardTranslate } from '../../../core/reward/messages.js'

const reasons: Record<RejectionReason, RewardMessageKey> = {
  not_share: 'reasonNotShare',
  old_share: 'reasonOldShare',
  few_friends: 'reasonFewFriends',
  unreadable: 'reasonUnreadable',
  duplicate: 'reasonDuplicate',
  not_member: 'reasonNotMember',
  other: 'reasonOther'
}

export function rejectionMessage({ reason }: Pick<Submission, 'reason'>, text: RewardTranslate): string {
  return text(reasons[reason ?? 'other'])
}
