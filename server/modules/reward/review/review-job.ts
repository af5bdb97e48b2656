import type { Kysely } from 'kysely'
import type { Config } from '../../../config/config.js'
import type { Database } from '../../../db/schema/schema.js'
import { transaction } from '../../../db/transaction.js'
import { forEachIsolated, startBackgroundJob } from '../../../lib/background-job.js'
import type { Clock } from '../../../lib/clock.js'
import { type Log, loggedError } from '../../../lib/log.js'
import { approveWithinBudget, decide, type ReviewContext } from './review.js'

const EVERY_MS = 20_000
const AT_ONCE = 100
/** When what a spent budget holds back is looked at again. */
const LATER_MS = 3_600_000

/** What nobody has decided in time is decided by the checks at its submission; gives how many were looked at. */
export async function decideOverdue(reviewing: ReviewContext): Promise<number> {
  const due = await reviewing.db
    .selectFrom('reward_submissions')
    .select('id')
    .where('status', '=', 0)
    .where('due_at', '<=', reviewing.now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(AT_ONCE)
    .execute()
  await forEachIsolated(due, ({ id }) => decideOne(reviewing, id))
  return due.length
}

function decideOne(reviewing: ReviewContext, id: string): Promise<void> {
  return transaction(reviewing.db, async trx => {
    const row = await trx
      .selectFrom('reward_submissions')
      .selectAll()
      .where('id', '=', id)
      .where('status', '=', 0)
      .where('due_at', '<=', reviewing.now)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    // Another process, or a person, has it.
    if (row === undefined) return
    if (row.objection !== null) return decide(trx, reviewing, row, { ok: false, reason: row.objection, note: null })
    if (await approveWithinBudget(trx, reviewing, row)) return
    const later = new Date(reviewing.now.getTime() + LATER_MS)
    await trx.updateTable('reward_submissions').set({ due_at: later }).where('id', '=', id).execute()
  })
}

/** Decides what is overdue every 20 s; several servers of one database may do so side by side. */
export function startReview({
  db,
  clock,
  log,
  config
}: {
  db: Kysely<Database>
  clock: Clock
  log: Log
  config: Config
}) {
  return startBackgroundJob(async () => {
    try {
      const { budget } = config.rewards
      const now = new Date(clock.now())
      const count = await decideOverdue({ db, log, now, budget, reviewer: 'automatic' })
      if (count > 0) log.info({ count }, 'submissions looked at that nobody had decided')
    } catch (error) {
      log.warn({ error: loggedError(error) }, 'submissions cannot be decided')
    }
  }, EVERY_MS)
}
