import type { ExpressionBuilder, Kysely } from 'kysely'
import type { Config } from '../../../config/config.js'
import type { Database } from '../../../db/schema/schema.js'
import { transaction } from '../../../db/transaction.js'
import { forEachIsolated, type JobMonitor, startBackgroundJob } from '../../../lib/background-job.js'
import type { Clock } from '../../../lib/clock.js'
import { type Log, toLoggedError } from '../../../lib/log.js'
import { readTrustedTime } from '../../clock/trusted-time.js'
import { compareSubmittedImages } from '../duplicate-image/compare-submission.js'
import type { ImageComparer } from '../duplicate-image/image-comparer.js'
import {
  AUTOMATIC_REVIEWER,
  type DecisionContext,
  deleteOldShareEvidence,
  findShareEvidence,
  markShareEvidenceUsed,
  takeShareAllowance
} from './evidence.js'
import { approveWithinBudget, writeReviewDecision } from './review.js'
import { deleteOldLeases, isUnleased } from './review-leases.js'

const INTERVAL_MS = 20_000
const BATCH_SIZE = 100
const LIMIT_RETRY_DELAY_MS = 3_600_000
/** A click on the invite link ends this wait, and so does an operator. */
const EVIDENCE_RETRY_DELAY_MS = 24 * 3_600_000

/**
 * Rejects submissions with an objection, and approves those for which something speaks, within the budget and the limits
 * of unproven people. The others wait, and so do those that an operator is looking at. Returns how many were due.
 */
export async function decideOverdue(context: DecisionContext): Promise<number> {
  const due = await context.db
    .selectFrom('reward_submissions')
    .select('id')
    .where('status', '=', 0)
    .where('due_at', '<=', context.now)
    .where(isCompared)
    .where(isUnleased(context.now))
    .orderBy('due_at')
    .orderBy('id')
    .limit(BATCH_SIZE)
    .execute()
  await forEachIsolated(due, ({ id }) => decideOne(context, id))
  return due.length
}

/** `compareSubmittedImages` may still object to the others. */
const isCompared = ({ exists, not, selectFrom }: ExpressionBuilder<Database, 'reward_submissions'>) =>
  not(
    exists(
      selectFrom('reward_images')
        .select('id')
        .whereRef('reward_images.id', '=', 'reward_submissions.image_id')
        .where(({ eb, ref }) => eb('compared_to', '<', eb(ref('position'), '-', 1)))
        .where('removed_at', 'is', null)
    )
  )

function decideOne(context: DecisionContext, id: string): Promise<void> {
  return transaction(context.db, async trx => {
    const row = await trx
      .selectFrom('reward_submissions')
      .selectAll()
      .where('id', '=', id)
      .where('status', '=', 0)
      .where('due_at', '<=', context.now)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (row === undefined) return
    if (row.objection !== null)
      return writeReviewDecision(trx, context, row, { ok: false, reason: row.objection, note: null })
    const evidence = await findShareEvidence(trx, row, context)
    const isAllowed = () => takeShareAllowance(trx, context, row)
    if (evidence !== null && (await approveWithinBudget(trx, context, row, isAllowed))) {
      return markShareEvidenceUsed(trx, row, evidence, context.now)
    }
    const delayMs = evidence === null ? EVIDENCE_RETRY_DELAY_MS : LIMIT_RETRY_DELAY_MS
    const retryAt = new Date(context.now.getTime() + delayMs)
    await trx.updateTable('reward_submissions').set({ due_at: retryAt }).where('id', '=', id).execute()
  })
}

export function startReviewJob({
  db,
  clock,
  log,
  config,
  imageComparer,
  monitor
}: {
  db: Kysely<Database>
  clock: Clock
  log: Log
  config: Config
  imageComparer: ImageComparer
  monitor: JobMonitor
}) {
  /** If it fails, only the decisions on uncompared pictures wait. */
  async function comparePictures(now: Date): Promise<void> {
    try {
      await imageComparer.prepare(now)
      await compareSubmittedImages({ db, imageComparer, now })
    } catch (error) {
      log.warn({ error: toLoggedError(error) }, 'submitted pictures cannot be compared')
    }
  }
  return startBackgroundJob(
    { name: 'reward_review', pauseMs: INTERVAL_MS, failure: 'overdue submissions cannot be processed', log, monitor },
    async () => {
      const { budget, perNetwork, telegramBot } = config.rewards
      const now = await readTrustedTime(db, new Date(clock.now()))
      await comparePictures(now)
      await deleteOldShareEvidence(db, now)
      await deleteOldLeases(db, now)
      const isTelegramChecked = telegramBot !== null
      const count = await decideOverdue({
        db,
        log,
        now,
        budget,
        perNetwork,
        reviewer: AUTOMATIC_REVIEWER,
        isTelegramChecked
      })
      if (count > 0) log.info({ count }, 'overdue submissions processed')
    }
  )
}
