import { z } from 'zod'
import { balance } from './balance.js'
import { defineEndpoint } from './protocol/endpoint.js'
import { languageSchema } from './protocol/language.js'
import { listOf, listRequest } from './protocol/list.js'
import { task } from './task.js'

const time = z.number().int()
const bonus = z.number().int()

export const rewardChannel = z.enum(['whatsapp', 'facebook', 'telegram'])
export type RewardChannel = z.infer<typeof rewardChannel>

/** Why a submission was rejected; the client has the words. */
export const rejection = z.enum([
  ...(['not_share', 'old_share', 'few_friends', 'unreadable', 'duplicate', 'not_member', 'other'] as const)
])
export type Rejection = z.infer<typeof rejection>

/**
 * One submission. `status`: 0 under review, 1 approved and not yet claimed, 2 claimed, 3 rejected, with its `reason`.
 * `reviewed_by` is the moment at which it is decided at the latest; where it `is_held`, because what may be approved
 * without a person today is used up (with what waits before it), the moment at which it is looked at again. An approval can be claimed until `claim_until`;
 * after that it is `expired`. `can_appeal`: a rejection that was not appealed against yet. `clicks`: how many visitors
 * the invite link brought since it was submitted. `image_id`: its screenshot, until that is removed.
 */
export const submission = z.object({
  id: z.string(),
  channel: rewardChannel,
  status: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  reason: rejection.nullable(),
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

/** The refusals that a channel can stand at. */
export const rewardRefusal = z.union([z.literal(4401), z.literal(4402), z.literal(4403), z.literal(4407)])

/**
 * Whether a channel takes a submission now: `code` and its English text `reason` say why not, both null where it does.
 * `next_at`: the next moment at which it does, null where never again. `opens_at`, `closes_at`: the window of today, or
 * the next one where today's is over, in the zone `timezone`; for Telegram, which has no window, both null and
 * `max_per_day` 1. `used_today` counts every submission of the day, also rejected ones.
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

/** What the rules' text names: hours of the day in `timezone`, friends, seconds between submissions and to a review. */
export const rewardRules = z.object({
  opens_hour: z.number().int(),
  closes_hour: z.number().int(),
  timezone: z.string(),
  max_per_day: z.number().int(),
  friends: z.number().int(),
  seconds_between: z.number().int(),
  seconds_to_review: z.number().int(),
  claim_days: z.number().int(),
  reward_bonus: bonus
})

/**
 * All of the rewards centre. `earned_today` is the bonus of tasks and shares that was claimed today. `share_code` goes
 * into invite links as `share`; visits with it are counted for its owner. `telegram_url` is the channel to join, null
 * where the operator has none.
 */
export const rewardIndex = defineEndpoint({
  method: 'GET',
  path: '/reward/index',
  access: 'any',
  request: z.object({ lang: languageSchema }),
  response: z.object({
    tasks: z.array(task),
    shares: z.object({ whatsapp: channelState, facebook: channelState, telegram: channelState }),
    rules: rewardRules,
    earned_today: bonus,
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
  request: z.object({ lang: languageSchema, channel: rewardChannel }),
  response: channelState
})

/**
 * Takes a screenshot as multipart: `file`, a JPEG, PNG or WebP of up to 5 MiB and 25 megapixels, its shorter side 320
 * pixels at least, and `purpose` `reward`. `image_id` is good for a submission of the same user for 24 hours; `url` is
 * where only that user sees it, with the token. 4001 with `reason` `type`, `size`, `dimensions`, `pixels` or `broken`.
 */
export const uploadImage = defineEndpoint({
  method: 'POST',
  path: '/upload/image',
  access: 'any',
  request: z.object({ lang: languageSchema, purpose: z.literal('reward') }),
  response: z.object({ image_id: z.string(), url: z.string(), width: z.number().int(), height: z.number().int() })
})

/**
 * Hands a share in for review. Needs an Idempotency-Key; the same key gives the first submission. Refused in this
 * order: 4401 outside the window, 4403 the third of the day is used, 4402 within an hour of the last, 4405 without a
 * picture, 4404 without a Telegram id (blank counts as none), 4001 for one that cannot be, 4406 a picture that was used
 * before, by anybody, 4407 a Telegram id or account that has had its reward.
 */
export const submitReward = defineEndpoint({
  method: 'POST',
  path: '/reward/submit',
  access: 'any',
  request: z.object({
    lang: languageSchema,
    channel: rewardChannel,
    image_id: z.string().max(64).optional(),
    telegram_id: z.string().max(128).optional()
  }),
  response: z.object({ submission, state: channelState })
})

/** Submissions of the viewer, newest first. */
export const rewardRecords = defineEndpoint({
  method: 'GET',
  path: '/reward/records',
  access: 'any',
  request: z.object({ lang: languageSchema, channel: rewardChannel.optional() }).extend(listRequest.shape),
  response: listOf(submission)
})

/** Pays an approved submission, once: 4407 when it was claimed already, 4408 when it is not approved or has expired. */
export const claimReward = defineEndpoint({
  method: 'POST',
  path: '/reward/claim',
  access: 'any',
  request: z.object({ lang: languageSchema, id: z.string().max(64) }),
  response: z.object({ reward_bonus: bonus, balance, submission })
})

/** Asks for another look at a rejection, once and within 7 days: it is under review again. */
export const appealReward = defineEndpoint({
  method: 'POST',
  path: '/reward/appeal',
  access: 'any',
  request: z.object({ lang: languageSchema, id: z.string().max(64), text: z.string().trim().min(1).max(500) }),
  response: z.object({ submission })
})
