import type { RejectionReason, Submission } from '../../../../contract/reward.js'
import type { RewardMessageKey } from '../../../../locales/reward/en.js'
import type { RewardTranslate } from '../../../core/reward/messages.js'
import type { SubmitState } from '../../../core/reward/submitter.js'

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

/** Adds a second sentence if the outcome of the submission is unknown. */
export function submitProblem(submitState: SubmitState, text: RewardTranslate): string | undefined {
  if (submitState.state !== 'refused') return undefined
  return submitState.isOutcomeUnknown ? `${text(submitState.problem)} ${text('stillOpen')}` : text(submitState.problem)
}

export function submittedMessage(submission: Submission, text: RewardTranslate): string {
  const { status, is_held } = submission
  if (status === 3) return text('rejectedBecause', { reason: rejectionMessage(submission, text) })
  return text(status === 1 ? 'statusApproved' : is_held ? 'handedInHeld' : 'handedIn')
}
