import { type Kysely, sql } from 'kysely'
import type { SubmissionRow } from '../../../db/schema/reward-tables.js'
import type { Database } from '../../../db/schema/schema.js'
import { parseFingerprint } from '../duplicate-image/fingerprint.js'
import type { ImageComparer } from '../duplicate-image/image-comparer.js'

const MAX_FORMER = 12
const MAX_CLICK_TIMES = 20

/** Of the same viewer, newest first. */
export function readFormerSubmissions(
  db: Kysely<Database>,
  { user_id: userId, id }: Pick<SubmissionRow, 'user_id' | 'id'>
) {
  return selectShown(db)
    .where('user_id', '=', userId)
    .where('id', '<>', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_FORMER)
    .execute()
}

const selectShown = (db: Kysely<Database>) =>
  db
    .selectFrom('reward_submissions')
    .select(['id', 'user_id', 'channel', 'status', 'reason', 'telegram_id', 'created_at', 'reviewed_at', 'reviewer'])
    .select(hasImage)

/** Whether the picture is not deleted yet. */
export const hasImage = sql<boolean>`exists (select 1 from reward_images
  where reward_images.submission_id = reward_submissions.id and removed_at is null)`.as('has_image')

export async function readSubmissionViewer(db: Kysely<Database>, userId: string) {
  const { kind, created_at, deleted_at } = await db
    .selectFrom('users')
    .select(['kind', 'created_at', 'deleted_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const { rows } = await sql<Record<'waiting' | 'approved' | 'claimed' | 'rejected' | 'earned', string>>`select
      count(*) filter (where status = 0) as waiting, count(*) filter (where status = 1) as approved,
      count(*) filter (where status = 2) as claimed, count(*) filter (where status = 3) as rejected,
      coalesce(sum(reward_bonus) filter (where status = 2), 0)
        + (select coalesce(sum(reward_bonus), 0) from task_states where user_id = ${userId}) as earned
    from reward_submissions where user_id = ${userId}`.execute(db)
  const [counts] = rows
  return {
    user_id: userId,
    kind,
    created_at,
    deleted_at,
    waiting: Number(counts?.waiting ?? 0),
    approved: Number(counts?.approved ?? 0),
    claimed: Number(counts?.claimed ?? 0),
    rejected: Number(counts?.rejected ?? 0),
    earned_bonus: Number(counts?.earned ?? 0)
  }
}

/** `same_network` are those that came from the network from which the submission came. */
export async function readInviteClicks(
  db: Kysely<Database>,
  { user_id, created_at, earner }: Pick<SubmissionRow, 'user_id' | 'created_at' | 'earner'>
) {
  const { rows } = await sql<Record<'total' | 'since' | 'networks' | 'same', string>>`select count(*) as total,
      count(*) filter (where created_at >= ${created_at}) as since, count(distinct network) as networks,
      count(*) filter (where network = ${earner?.network ?? ''}) as same
    from share_clicks where user_id = ${user_id}`.execute(db)
  const newest = await db
    .selectFrom('share_clicks')
    .select('created_at')
    .where('user_id', '=', user_id)
    .orderBy('created_at', 'desc')
    .limit(MAX_CLICK_TIMES)
    .execute()
  const [counts] = rows
  return {
    total: Number(counts?.total ?? 0),
    since_submission: Number(counts?.since ?? 0),
    networks: Number(counts?.networks ?? 0),
    same_network: Number(counts?.same ?? 0),
    newest: newest.map(click => click.created_at)
  }
}

/** Null without a picture. `same_file_viewers` are others who have uploaded the same pixels and were refused. */
export async function readSubmittedPicture(
  db: Kysely<Database>,
  { user_id: userId, image_id: imageId }: Pick<SubmissionRow, 'user_id' | 'image_id'>
) {
  if (imageId === null) return null
  const image = await db
    .selectFrom('reward_images')
    .select(['sha256', 'width', 'height', 'removed_at'])
    .select(sql<boolean>`(prints::json ->> 'isPlain')::boolean`.as('is_plain'))
    .where('id', '=', imageId)
    .executeTakeFirst()
  if (image === undefined) return null
  const { sha256, width, height, is_plain, removed_at } = image
  const { viewers } = await db
    .selectFrom('reward_images')
    .select(({ fn }) => fn.count<string>('user_id').distinct().as('viewers'))
    .where('sha256', '=', sha256)
    .where('user_id', '<>', userId)
    .executeTakeFirstOrThrow()
  return {
    width,
    height,
    is_plain: is_plain ?? false,
    is_kept: removed_at === null,
    same_file_viewers: Number(viewers)
  }
}

/**
 * Submissions of anyone whose picture looks like that of the submission, the nearest first. Empty without a picture,
 * and for one with too little detail.
 */
export async function findNearSubmissions(
  { db, imageComparer, now }: { db: Kysely<Database>; imageComparer: ImageComparer; now: Date },
  { id, user_id: userId }: Pick<SubmissionRow, 'id' | 'user_id'>,
  reviewer: string
) {
  const image = await db
    .selectFrom('reward_images')
    .select(['prints', 'position'])
    .where('submission_id', '=', id)
    .executeTakeFirst()
  if (image === undefined) return []
  const compared = { fingerprint: parseFingerprint(image.prints), position: image.position, now }
  const nearest = await imageComparer.findNearest(compared, ['review', reviewer])
  if (nearest.length === 0) return []
  const prints = await db
    .selectFrom('reward_prints')
    .select(['submission_id', 'position'])
    .where('no', '=', 0)
    .where(
      'position',
      'in',
      nearest.map(({ position }) => position)
    )
    .execute()
  const rows = await selectShown(db)
    .where(
      'id',
      'in',
      prints.map(print => print.submission_id)
    )
    .execute()
  return nearest.flatMap(({ position, distanceBits }) => {
    const print = prints.find(one => one.position === position)
    const row = rows.find(one => one.id === print?.submission_id)
    return row === undefined ? [] : [{ ...row, distance_bits: distanceBits, is_same_viewer: row.user_id === userId }]
  })
}
