import { z } from 'zod'
import { balance } from './balance.js'
import { defineEndpoint } from './protocol/endpoint.js'
import { languageSchema } from './protocol/language.js'
import { listOf, listRequest } from './protocol/list.js'
import { rejectionReasons, rewardChannels } from './protocol/names.js'
import { task } from './task.js'

const time = z.number().int()
const bonus = z.number().int()

export const rewardChannel = z.enum(rewardChannels)
export type RewardChannel = z.infer<typeof rewardChannel>

export const rejectionReason = z.enum(rejectionReasons)
export type RejectionReason = z.infer<typeof rejectionReason>

/**
 * `status`: 0 under review, 1 approved, 2 claimed, 3 rejected.
 *
 * - `reviewed_by` is the latest time of the decision. If the submission `is_held`, nothing speaks for the share yet
 *   (`rules.clicks_to_approve` friends in other networks who open the link) or a limit has no room: an operator decides,
 *   or the next check at `reviewed_by`.
 * - `can_appeal`: a rejection can be appealed once, within 7 days.
 * - `clicks` counts visitors of the invite link since the submission.
 * - `image_id` is null once the screenshot is removed.
 */
export const submission = z.object({
  id: z.string(),
  channel: rewardChannel,
  status: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  reason: rejectionReason.nullable(),
  note: z.string().nullable(),
  telegram_id: z.string().nullable(),
  image_id: z.string().nullable(),
  reward_bonus: bonus,
  created_at: time,
  reviewed_by: time,
  is_held: z.boolean(),
  reviewed_at: time.nullable(),
  claim_until: time.nullable(),
  claimed_at: time.nullable(),
  is_expired: z.boolean(),
  can_appeal: z.boolean(),
  clicks: z.number().int()
})
export type Submission = z.infer<typeof submission>

export const rewardRefusal = z.union([z.literal(4401), z.literal(4402), z.literal(4403), z.literal(4407)])

/**
 * `code` and its English text `reason` say why the channel accepts no submission now. `next_at` is the next time at
 * which it accepts one, null if never. `opens_at` and `closes_at` are today's window, or the next one if today's is
 * over, and null for Telegram. `used_today` includes rejected submissions, and with the scope `all` those of the other
 * channel.
 */
export const channelState = z.object({
  channel: rewardChannel,
  is_enabled: z.boolean(),
  can_submit: z.boolean(),
  reason: z.string().nullable(),
  code: rewardRefusal.nullable(),
  next_at: time.nullable(),
  opens_at: time.nullable(),
  closes_at: time.nullable(),
  timezone: z.string(),
  used_today: z.number().int(),
  max_per_day: z.number().int(),
  reward_bonus: bonus,
  latest: submission.nullable(),
  server_time: time
})
export type ChannelState = z.infer<typeof channelState>

/** Whether limits and waiting times hold for WhatsApp and Facebook together (`all`) or for each (`channel`). */
export const shareScope = z.enum(['all', 'channel'])
export type ShareScope = z.infer<typeof shareScope>

export const rewardRules = z.object({
  opens_hour: z.number().int(),
  closes_hour: z.number().int(),
  timezone: z.string(),
  max_per_day: z.number().int(),
  share_scope: shareScope,
  friends: z.number().int(),
  seconds_between: z.number().int(),
  seconds_to_review: z.number().int(),
  claim_days: z.number().int(),
  reward_bonus: bonus,
  clicks_to_approve: z.number().int()
})

export const rewardIndex = defineEndpoint({
  method: 'GET',
  path: '/reward/index',
  access: 'any',
  description: 'Returns daily tasks, the state of all share channels, and the rules.',
  notes: [
    '`pending_bonus` was claimed and is not paid yet: it waits for room in the limits of the viewer’s network, for a purchase, or for an operator.'
  ],
  request: z.object({ lang: languageSchema }),
  response: z.object({
    tasks: z.array(task),
    shares: z.object({ whatsapp: channelState, facebook: channelState, telegram: channelState }),
    rules: rewardRules,
    earned_today: bonus,
    pending_bonus: bonus,
    share_code: z.string(),
    telegram_url: z.string().nullable(),
    server_time: time
  })
})
export type RewardIndex = z.infer<typeof rewardIndex.response>

export const rewardStatus = defineEndpoint({
  method: 'GET',
  path: '/reward/status',
  access: 'any',
  description: 'Returns the state of one share channel.',
  request: z.object({ lang: languageSchema, channel: rewardChannel }),
  response: channelState
})

export const uploadImage = defineEndpoint({
  method: 'POST',
  path: '/upload/image',
  access: 'any',
  description: 'Uploads a screenshot as `multipart/form-data`.',
  notes: [
    'The form has `purpose` and `file`: a JPEG, PNG or WebP of at most 5 MiB and 25 megapixels, shorter side at least 320 pixels.',
    '`image_id` is valid for 24 hours; `url` needs the user’s token.'
  ],
  limit: '10 an hour',
  errors: { 4001: '`reason` is `type`, `size`, `dimensions`, `pixels` or `broken`' },
  request: z.object({ lang: languageSchema, purpose: z.literal('reward') }),
  response: z.object({ image_id: z.string(), url: z.string(), width: z.number().int(), height: z.number().int() })
})

/** When a submission is accepted again, null if never. */
const nextAttempt = z.object({ next_at: time.nullable() })

export const submitReward = defineEndpoint({
  method: 'POST',
  path: '/reward/submit',
  access: 'any',
  description: 'Submits a share for review.',
  idempotencyKey: 'required',
  notes: [
    'The same key returns the first submission. The errors are checked in this order: 4401, 4403, 4402, then 4405 or 4404, 4406, 4407.'
  ],
  limit: '60 an hour',
  errors: {
    4001: 'Invalid Telegram id',
    4401: 'Outside the time window, or shares are turned off',
    4402: 'Less than an hour after the last submission',
    4403: 'Daily limit reached',
    4404: 'No Telegram id',
    4405: 'No image, or an expired one',
    4406: 'The image was used already, by anyone',
    4407: 'The Telegram id or the account is rewarded already'
  },
  errorData: {
    4401: z.union([z.object({ reason: z.literal('disabled') }), nextAttempt]),
    4402: nextAttempt,
    4403: nextAttempt,
    4407: nextAttempt.nullable()
  },
  request: z.object({
    lang: languageSchema,
    channel: rewardChannel,
    image_id: z.string().max(64).optional(),
    telegram_id: z.string().max(128).optional()
  }),
  response: z.object({ submission, state: channelState })
})

export const rewardRecords = defineEndpoint({
  method: 'GET',
  path: '/reward/records',
  access: 'any',
  description: 'Lists the viewer’s submissions, newest first.',
  request: z.object({ lang: languageSchema, channel: rewardChannel.optional() }).extend(listRequest.shape),
  response: listOf(submission)
})

export const claimReward = defineEndpoint({
  method: 'POST',
  path: '/reward/claim',
  access: 'any',
  description: 'Pays an approved submission once.',
  idempotencyKey: 'optional',
  errors: {
    4403: 'Three shares of that day are claimed already, also by users who were merged into this one',
    4407: 'Already claimed',
    4408: 'Not approved, or approved and expired'
  },
  request: z.object({ lang: languageSchema, id: z.string().max(64) }),
  response: z.object({ reward_bonus: bonus, balance, submission })
})

export const appealReward = defineEndpoint({
  method: 'POST',
  path: '/reward/appeal',
  access: 'any',
  description: 'Appeals a rejected submission, once and within 7 days.',
  errors: { 4001: 'The submission cannot be appealed', 4407: 'Another submission has the Telegram id' },
  request: z.object({ lang: languageSchema, id: z.string().max(64), text: z.string().trim().min(1).max(500) }),
  response: z.object({ submission })
})
