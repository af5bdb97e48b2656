import type { Kysely, Selectable } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { isBeforeKey } from '../../lib/cursor.js'

export type FeedbackRow = Selectable<Database['feedback']>

/** When a message was written, and its id. */
type FeedbackKey = readonly [Date, string]

interface PageOptions {
  after: FeedbackKey | null
  limit: number
}

export function readFeedbackOfUser(db: Kysely<Database>, userId: string, page: PageOptions): Promise<FeedbackRow[]> {
  return selectNewest(db, page).where('user_id', '=', userId).execute()
}

export function readAllFeedback(
  db: Kysely<Database>,
  status: 'open' | 'answered' | 'all',
  page: PageOptions
): Promise<FeedbackRow[]> {
  return selectNewest(db, page)
    .$if(status === 'open', query => query.where('answer', 'is', null))
    .$if(status === 'answered', query => query.where('answer', 'is not', null))
    .execute()
}

const selectNewest = (db: Kysely<Database>, { after, limit }: PageOptions) =>
  db
    .selectFrom('feedback')
    .selectAll()
    .$if(after !== null, query => query.where(isBeforeKey(['created_at', 'id'], after ?? [])))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)

export async function countUnreadAnswers(db: Kysely<Database>, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('feedback')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('answer', 'is not', null)
    .where('answer_read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function markAnswersSeen(
  db: Kysely<Database>,
  userId: string,
  { ids, until, now }: { ids: readonly string[]; until: Date; now: Date }
): Promise<void> {
  await db
    .updateTable('feedback')
    .set({ answer_read_at: now })
    .where('user_id', '=', userId)
    .where('id', 'in', [...ids])
    .where('answer', 'is not', null)
    .where('answer_read_at', 'is', null)
    .where('answered_at', '<=', until)
    .execute()
}
