import { z } from 'zod'
import { feedbackText } from '../../../../contract/feedback.js'
import { listOf } from '../../../../contract/protocol/list.js'
import { createFieldError } from '../../../http/business-error.js'
import { cutToPage, formatCursor, parseCursor } from '../../../lib/cursor.js'
import { replaceLoneSurrogates } from '../../../lib/text.js'
import { answerFeedback } from '../../feedback/answer-feedback.js'
import { type FeedbackRow, readAllFeedback } from '../../feedback/queries.js'
import { defineOperatorAction } from '../operator-action.js'

const listRequest = z.object({
  status: z.enum(['open', 'answered', 'all']).default('open'),
  cursor: z.string().max(512).optional(),
  page_size: z.coerce.number().int().min(1).max(100).default(50)
})

const feedbackResponse = z.object({
  id: z.string(),
  user_id: z.string(),
  kind: z.string(),
  text: z.string(),
  order_no: z.string().nullable(),
  lang: z.string(),
  user_agent: z.string(),
  created_at: z.date(),
  answer: z.string().nullable(),
  answered_at: z.date().nullable(),
  answered_by: z.string().nullable(),
  answer_read_at: z.date().nullable()
})
const listResponse = listOf(feedbackResponse)
const answerResponse = z.object({ feedback: feedbackResponse })

export const listFeedbackAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/feedback_list',
  roles: ['support', 'analyst'],
  description: 'Lists messages of viewers, newest first.',
  request: listRequest,
  response: listResponse,
  subject: null,
  run: async ({ db }, { status, cursor, page_size: size }) => {
    const cursorName = `feedback ${status}`
    const after = parseCursor(cursorName, ['instant', 'text'], cursor)
    const rows = await readAllFeedback(db, status, { after, limit: size + 1 })
    const page = cutToPage(rows, size, last => formatCursor(cursorName, [last.created_at, last.id]))
    return { ...page, list: page.list.map(toResponse) }
  }
})

const answerRequest = z.object({ id: z.string().min(1).max(64), text: feedbackText })

export const answerFeedbackAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/feedback_answer',
  roles: ['support'],
  description: 'Answers a message; the viewer reads it in the app.',
  request: answerRequest,
  response: answerResponse,
  subject: ({ id }) => id,
  // An answer is deleted with the viewer's account, and the log is not.
  secretFields: ['text'],
  readState: async ({ db }, { id }) => {
    const row = await db
      .selectFrom('feedback')
      .select(['answered_at', 'answered_by'])
      .where('id', '=', id)
      .executeTakeFirst()
    return row ?? null
  },
  run: async ({ db, now, operator }, { id, text }) => {
    const result = await answerFeedback(db, { id, text: replaceLoneSurrogates(text), operator }, now)
    if (result.type === 'refused') throw createFieldError(result.reason === 'too_long' ? 'text' : 'id', result.reason)
    return { feedback: toResponse(result.feedback) }
  }
})

const toResponse = ({ user_id, id, kind, text, order_no, lang, user_agent, created_at, ...row }: FeedbackRow) => ({
  id,
  user_id,
  kind,
  text,
  order_no,
  lang,
  user_agent,
  created_at,
  answer: row.answer,
  answered_at: row.answered_at,
  answered_by: row.answered_by,
  answer_read_at: row.answer_read_at
})
