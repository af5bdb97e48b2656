import type { ExpressionBuilder, Kysely } from 'kysely'
import type { RewardChannel, Submission } from '../../../contract/reward.js'
import type { SubmissionRow } from '../../db/schema/reward-tables.js'
import type { Database } from '../../db/schema/schema.js'
import { isBeforeKey } from '../../lib/cursor.js'
import type { RewardTerms } from './reward-day.js'
import { appealEnd, listChannelsSharingLimit, reviewDue, type SubmissionHistory } from './submission-rules.js'

export type SubmissionWithClicks = SubmissionRow & { clicks: number; kept_image: string | null }

export const countClicksSince = (query: ExpressionBuilder<Database, 'reward_submissions'>) =>
  query
    .selectFrom('share_clicks')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .whereRef('share_clicks.user_id', '=', 'reward_submissions.user_id')
    .whereRef('share_clicks.created_at', '>=', 'reward_submissions.created_at')
    .as('clicks')

function selectSubmissions(db: Kysely<Database>) {
  return db
    .selectFrom('reward_submissions')
    .selectAll()
    .select(countClicksSince)
    .select(query =>
      query
        .selectFrom('reward_images')
        .select('reward_images.id')
        .whereRef('reward_images.id', '=', 'reward_submissions.image_id')
        .where('removed_at', 'is', null)
        .as('kept_image')
    )
}

const parseClickCount = <Row extends { clicks: string | null }>(row: Row) => ({
  ...row,
  clicks: Number(row.clicks ?? 0)
})

export async function findSubmission(
  db: Kysely<Database>,
  userId: string,
  id: string
): Promise<SubmissionWithClicks | undefined> {
  const row = await selectSubmissions(db).where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
  return row === undefined ? undefined : parseClickCount(row)
}

/** Also if its owner has been merged meanwhile. */
export async function readSubmission(db: Kysely<Database>, id: string): Promise<SubmissionWithClicks> {
  return parseClickCount(await selectSubmissions(db).where('id', '=', id).executeTakeFirstOrThrow())
}

export async function readNewestSubmissions(
  db: Kysely<Database>,
  userId: string,
  page: { channel: RewardChannel | undefined; after: readonly [Date, string] | null; limit: number }
): Promise<SubmissionWithClicks[]> {
  const { channel, after, limit } = page
  const rows = await selectSubmissions(db)
    .where('user_id', '=', userId)
    .$if(channel !== undefined, query => query.where('channel', '=', channel ?? 'whatsapp'))
    .$if(after !== null, query => query.where(isBeforeKey(['created_at', 'id'], after ?? [])))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(parseClickCount)
}

export async function readSubmissionHistory(
  db: Kysely<Database>,
  userId: string,
  channel: RewardChannel,
  { day: { startsAt, endsAt }, shareScope }: Pick<RewardTerms, 'day' | 'shareScope'>
): Promise<SubmissionHistory> {
  const row = await db
    .selectFrom('reward_submissions')
    .select(({ fn, eb }) => [
      fn
        .countAll<string>()
        .filterWhere(eb.and([eb('created_at', '>=', startsAt), eb('created_at', '<', endsAt)]))
        .as('today'),
      fn.countAll<string>().filterWhere('status', 'in', [0, 1, 2]).as('standing'),
      fn.max('created_at').as('last')
    ])
    .where('user_id', '=', userId)
    .where('channel', 'in', listChannelsSharingLimit(channel, shareScope))
    .executeTakeFirstOrThrow()
  const last: Date | null = row.last
  return { usedToday: Number(row.today), lastAt: last, hasActiveTelegram: Number(row.standing) > 0 }
}

export const canAppeal = ({ status, appealed_at, reviewed_at }: SubmissionRow, now: Date): boolean =>
  status === 3 && appealed_at === null && reviewed_at !== null && now < appealEnd(reviewed_at)

export function toSubmissionResponse(row: SubmissionWithClicks, now: Date): Submission {
  return {
    id: row.id,
    channel: row.channel,
    status: row.status,
    reason: row.reason,
    note: row.note,
    telegram_id: row.telegram_id,
    image_id: row.kept_image,
    reward_bonus: row.reward_bonus,
    created_at: row.created_at.getTime(),
    reviewed_by: row.due_at.getTime(),
    is_held: row.status === 0 && row.appealed_at === null && row.due_at > reviewDue(row.created_at),
    reviewed_at: row.reviewed_at?.getTime() ?? null,
    claim_until: row.claim_until?.getTime() ?? null,
    claimed_at: row.claimed_at?.getTime() ?? null,
    is_expired: row.status === 1 && row.claim_until !== null && row.claim_until <= now,
    can_appeal: canAppeal(row, now),
    clicks: row.clicks
  }
}
