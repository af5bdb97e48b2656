import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { rewardChannel } from '../../../../contract/reward.js'
import type { Database } from '../../../db/schema/schema.js'
import { createFieldError } from '../../../http/business-error.js'
import { FINGERPRINT_BYTES } from '../../reward/duplicate-image/fingerprint-index.js'
import {
  findNearSubmissions,
  readFormerSubmissions,
  readInviteClicks,
  readSubmissionViewer,
  readSubmittedPicture
} from '../../reward/review/review-details.js'
import { findLease, REVIEW_LEASE_MS, releaseLeases, takeLeases } from '../../reward/review/review-leases.js'
import { defineOperatorAction, type OperatorContext } from '../operator-action.js'
import { selectSubmissions, shownSubmission, submissionResponse } from './submission-response.js'

/** Members by their id, because e-mail addresses change; the others share a key and differ by their name only. */
export const toLeaseHolder = ({ member, operator, now }: OperatorContext) => ({
  holder: member === null ? `key ${operator}` : member.id,
  operator,
  now
})

const submissionId = z.string().min(1).max(64)

const nextRequest = z.object({
  channel: rewardChannel.optional(),
  count: z.number().int().min(1).max(10).default(5),
  except: z.array(submissionId).max(200).optional()
})

const waitingSubmissions = z.object({ channel: rewardChannel, count: z.number().int(), oldest_at: z.date() })

const nextResponse = z.object({
  list: z.array(submissionResponse),
  waiting: z.array(waitingSubmissions),
  lease_s: z.number().int()
})

export const nextSubmissionsAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/reward_next',
  roles: ['reviewer'],
  description:
    'Leases the next submissions for `lease_s` seconds, those that are due first, and renews those that the operator has. Others do not get them meanwhile. `waiting` counts all under review.',
  request: nextRequest,
  response: nextResponse,
  subject: null,
  run: async (context, { channel, count, except = [] }) => {
    const { db } = context
    const ids = await takeLeases(db, toLeaseHolder(context), { channel, count, except })
    const list = ids.length === 0 ? [] : await readSubmissions(db, ids)
    return { list, waiting: await countWaiting(db), lease_s: REVIEW_LEASE_MS / 1000 }
  }
})

const readSubmissions = (db: Kysely<Database>, ids: readonly string[]) =>
  selectSubmissions(db)
    .where('id', 'in', [...ids])
    .where('status', '=', 0)
    .orderBy('due_at')
    .orderBy('id')
    .execute()

async function countWaiting(db: Kysely<Database>) {
  const { rows } = await sql<{ channel: z.output<typeof rewardChannel>; count: string; oldest_at: Date }>`
    select channel, count(*) as count, min(coalesce(appealed_at, created_at)) as oldest_at
    from reward_submissions where status = 0 group by channel order by channel`.execute(db)
  return rows.map(row => ({ ...row, count: Number(row.count) }))
}

const leaveRequest = z.object({ ids: z.array(submissionId).max(200).optional() })

const leaveResponse = z.object({ released: z.number().int() })

export const leaveSubmissionsAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/reward_leave',
  roles: ['reviewer'],
  description: 'Gives leased submissions back to the other reviewers, by default all of the operator.',
  request: leaveRequest,
  response: leaveResponse,
  subject: null,
  run: async (context, { ids }) => ({
    released: await releaseLeases(context.db, toLeaseHolder(context).holder, ids)
  })
})

const showRequest = z.object({ id: submissionId })

const showResponse = z.object({
  submission: submissionResponse,
  telegram_channel_url: z.string().nullable(),
  lease: z.object({ operator: z.string(), is_own: z.boolean(), expires_at: z.date() }).nullable(),
  campaign_name: z.string().nullable(),
  viewer: z.object({
    user_id: z.string(),
    kind: z.enum(['visitor', 'user']),
    created_at: z.date(),
    deleted_at: z.date().nullable(),
    waiting: z.number().int(),
    approved: z.number().int(),
    claimed: z.number().int(),
    rejected: z.number().int(),
    earned_bonus: z.number().int()
  }),
  former: z.array(shownSubmission),
  clicks: z.object({
    total: z.number().int(),
    since_submission: z.number().int(),
    networks: z.number().int(),
    same_network: z.number().int(),
    newest: z.array(z.date())
  }),
  picture: z
    .object({
      width: z.number().int(),
      height: z.number().int(),
      is_plain: z.boolean(),
      is_kept: z.boolean(),
      same_file_viewers: z.number().int()
    })
    .nullable()
})

export const showSubmissionAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/reward_show',
  roles: ['reviewer', 'support', 'analyst'],
  description: 'Returns a submission with its viewer, former submissions, clicks on the invite link, and lease.',
  request: showRequest,
  response: showResponse,
  subject: null,
  run: async (context, { id }) => {
    const { db, config, now } = context
    const { earner, ...submission } = await findSubmission(context, id)
    const lease = await findLease(db, id, now)
    const { holder } = toLeaseHolder(context)
    const campaign = await db
      .selectFrom('campaigns')
      .select('name')
      .where('lpid', '=', submission.lpid ?? '')
      .executeTakeFirst()
    return {
      submission,
      telegram_channel_url: config.rewards.telegramUrl,
      lease:
        lease === null
          ? null
          : { operator: lease.operator, is_own: lease.holder === holder, expires_at: lease.expires_at },
      campaign_name: campaign?.name ?? null,
      viewer: await readSubmissionViewer(db, submission.user_id),
      former: await readFormerSubmissions(db, submission),
      clicks: await readInviteClicks(db, { ...submission, earner }),
      picture: await readSubmittedPicture(db, submission)
    }
  }
})

async function findSubmission({ db }: OperatorContext, id: string) {
  const submission = await selectSubmissions(db).select('earner').where('id', '=', id).executeTakeFirst()
  if (submission === undefined) throw createFieldError('id', 'unknown_submission')
  return submission
}

const nearResponse = z.object({
  list: z.array(shownSubmission.extend({ distance_bits: z.number().int(), is_same_viewer: z.boolean() })),
  of_bits: z.number().int()
})

export const listNearSubmissionsAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/reward_near',
  roles: ['reviewer', 'support', 'analyst'],
  description:
    'Lists up to six submissions of the last 60 days, of any viewer and status, with the most similar pictures: `distance_bits` of `of_bits` differ.',
  request: showRequest,
  response: nearResponse,
  subject: null,
  run: async (context, { id }) => ({
    list: await findNearSubmissions(context, await findSubmission(context, id), context.operator),
    of_bits: 8 * FINGERPRINT_BYTES
  })
})
