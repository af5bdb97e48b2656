import type { ActionRequest, ActionResponse, ListItem } from '../api/action-types.js'
import { toFileAddress } from '../api/send-action.js'

export type Submission = ListItem<'/operator/reward_list'>
export type NearSubmission = ListItem<'/operator/reward_near'>
export type SubmissionDetails = ActionResponse<'/operator/reward_show'>
export type RewardChannel = Submission['channel']
export type RejectionReason = NonNullable<ActionRequest<'/operator/reward_review'>['reason']>

export const channels: readonly RewardChannel[] = ['whatsapp', 'facebook', 'telegram']

const pictureReasons = ['not_share', 'old_share', 'few_friends', 'unreadable', 'duplicate', 'other'] as const

/** Those that a submission of the channel can have, in the order of their digits. */
export const rejectionReasonsOf: Record<RewardChannel, readonly RejectionReason[]> = {
  whatsapp: pictureReasons,
  facebook: pictureReasons,
  telegram: ['not_member', 'other']
}

export const toPictureAddress = (id: string) => toFileAddress('/operator/reward_image', { id })
