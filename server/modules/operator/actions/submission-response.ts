import type { Kysely } from 'kysely'
import { z } from 'zod'
import { rejectionReason, rewardChannel } from '../../../../contract/reward.js'
import type { Database } from '../../../db/schema/schema.js'
import { hasImage } from '../../reward/review/review-details.js'
import { countClicksSince } from '../../reward/submissions.js'

export const submissionStatus = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])

/** `image_id` stays when the picture is deleted; `has_image` says whether `/operator/reward_image` returns it. */
export const submissionResponse = z.object({
  id: z.string(),
  user_id: z.string(),
  channel: rewardChannel,
  status: submissionStatus,
  reason: rejectionReason.nullable(),
  note: z.string().nullable(),
  telegram_id: z.string().nullable(),
  image_id: z.string().nullable(),
  has_image: z.boolean(),
  reward_bonus: z.number().int(),
  lpid: z.string().nullable(),
  objection: rejectionReason.nullable(),
  appeal: z.string().nullable(),
  appealed_at: z.date().nullable(),
  created_at: z.date(),
  due_at: z.date(),
  reviewed_at: z.date().nullable(),
  reviewer: z.string().nullable(),
  claim_until: z.date().nullable(),
  claimed_at: z.date().nullable(),
  clicks: z.string().nullable()
})

/** The columns of `submissionResponse`. */
export const selectSubmissions = (db: Kysely<Database>) =>
  db
    .selectFrom('reward_submissions')
    .select(['id', 'user_id', 'channel', 'status', 'reason', 'note', 'telegram_id', 'image_id', 'reward_bonus'])
    .select(['lpid', 'objection', 'appeal', 'appealed_at', 'created_at', 'due_at', 'reviewed_at', 'reviewer'])
    .select(['claim_until', 'claimed_at'])
    .select(hasImage)
    .select(countClicksSince)

/** A submission beside the one that is reviewed. */
export const shownSubmission = submissionResponse.pick({
  id: true,
  user_id: true,
  channel: true,
  status: true,
  reason: true,
  telegram_id: true,
  has_image: true,
  created_at: true,
  reviewed_at: true,
  reviewer: true
})
