import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import type { RoundStep } from '../../lib/daily-round.js'
import { type DeletionJobOptions, startDailyDeletionJob } from '../clock/daily-deletion-job.js'

const DAY_MS = 86_400_000
/** A page does not repeat a request for longer. */
const ANSWER_RETENTION_MS = 2 * DAY_MS
/** So that owners can see where a member was signed in. */
const SESSION_RETENTION_MS = 90 * DAY_MS

/** One step, because a console has few members. */
export async function deleteOldMemberRows(db: Kysely<Database>, now: Date): Promise<RoundStep> {
  const before = (ageMs: number) => new Date(now.getTime() - ageMs)
  const results = [
    await db.deleteFrom('member_answers').where('created_at', '<', before(ANSWER_RETENTION_MS)).executeTakeFirst(),
    await db.deleteFrom('member_sessions').where('expires_at', '<', before(SESSION_RETENTION_MS)).executeTakeFirst(),
    await db.deleteFrom('member_failures').where('failed_at', '<', before(DAY_MS)).executeTakeFirst(),
    await db.deleteFrom('member_links').where('expires_at', '<', before(DAY_MS)).executeTakeFirst(),
    await db.deleteFrom('member_challenges').where('expires_at', '<', before(DAY_MS)).executeTakeFirst()
  ]
  return { count: results.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0), next: null }
}

export const startMemberCleanupJob = (options: DeletionJobOptions) =>
  startDailyDeletionJob(options, {
    name: 'member_cleanup',
    rows: 'rows about members',
    maxStatements: 1,
    deleteSome: deleteOldMemberRows
  })
