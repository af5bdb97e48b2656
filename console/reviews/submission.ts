import type { ActionRequest, ActionResponse, ListItem } from '../api/action-types.js'
import { toFileAddress } from '../api/send-action.js'

export type Submission = ListItem<'/operator/reward_list'>
export type NearSubmission = ListItem<'/operator/reward_near'>
export type SubmissionDetails = ActionResponse<'/operator/reward_show'>
export type RewardChannel = Submission['channel']
export type RejectionReason = NonNullable<ActionRequest<'/operator/reward_review'>['reason']>

export const channels: readonly RewardChannel[] = ['whatsapp', 'facebook', 'telegram']

/** In the order of their digits. */
export const rejectionReasons: readonly RejectionReason[] = [
  'not_share',
  'old_share',
  'few_friends',
  'unreadable',
  'duplicate',
  'not_member',
  'other'
]

export const toPictureAddress = (id: string) => toFileAddress('/operator/reward_image', { id })
