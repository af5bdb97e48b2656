import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { transaction } from '../../db/transaction.js'
import type { FeedbackRow } from './queries.js'

/** In code points, all answers to one message together. */
const ANSWER_LIMIT = 10_000

export interface NewAnswer {
  id: string
  text: string
  operator: string
}

export type AnswerResult =
  | { type: 'answered'; feedback: FeedbackRow }
  | { type: 'refused'; reason: 'unknown_feedback' | 'too_long' }

/**
 * Until the viewer has seen an answer, the next one replaces it; after that it is added below. The same text again
 * changes nothing.
 */
export function answerFeedback(
  db: Kysely<Database>,
  { id, text, operator }: NewAnswer,
  now: Date
): Promise<AnswerResult> {
  return transaction(db, async trx => {
    const row = await trx.selectFrom('feedback').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (row === undefined) return { type: 'refused', reason: 'unknown_feedback' }
    if (isSaid(row.answer, text)) return { type: 'answered', feedback: row }
    const answer = row.answer === null || row.answer_read_at === null ? text : `${row.answer}${SEPARATOR}${text}`
    if ([...answer].length > ANSWER_LIMIT) return { type: 'refused', reason: 'too_long' }
    const feedback = await trx
      .updateTable('feedback')
      .set({ answer, answered_at: now, answered_by: operator, answer_read_at: null })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return { type: 'answered', feedback }
  })
}

const SEPARATOR = '\n\n'

const isSaid = (answer: string | null, text: string) =>
  answer !== null && (answer === text || answer.endsWith(`${SEPARATOR}${text}`))
