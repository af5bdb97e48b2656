import type { z } from 'zod'
import type {
  FeedbackKind,
  FeedbackMessage,
  feedback,
  feedbackIndex,
  feedbackSeen
} from '../../../contract/feedback.js'
import type { RequestContext } from '../../http/request-context.js'
import { cutToPage, formatCursor, parseCursor } from '../../lib/cursor.js'
import { createIdentifier } from '../../lib/identifier.js'
import { replaceLoneSurrogates } from '../../lib/text.js'
import { requireViewer } from '../visitor/session.js'
import { countUnreadAnswers, type FeedbackRow, markAnswersSeen, readFeedbackOfUser } from './queries.js'

export async function postFeedback(context: RequestContext, request: z.output<typeof feedback.request>) {
  const { db, lang, userAgent, now } = context
  const { userId } = requireViewer(context.viewer)
  await context.limits.feedback.take(context)
  const id = createIdentifier('f', context)
  await db
    .insertInto('feedback')
    .values({
      user_id: userId,
      id,
      kind: request.kind,
      text: replaceLoneSurrogates(request.text),
      order_no: request.order_no ?? null,
      lang,
      user_agent: userAgent,
      created_at: now
    })
    .execute()
  return { id }
}

const CURSOR_NAME = 'feedback'

export async function getFeedback({ db, viewer }: RequestContext, request: z.output<typeof feedbackIndex.request>) {
  const { userId } = requireViewer(viewer)
  const { page_size: size = 20 } = request
  const after = parseCursor(CURSOR_NAME, ['instant', 'text'], request.cursor)
  const rows = await readFeedbackOfUser(db, userId, { after, limit: size + 1 })
  const page = cutToPage(rows, size, last => formatCursor(CURSOR_NAME, [last.created_at, last.id]))
  return { ...page, list: page.list.map(toMessage), unread: await countUnreadAnswers(db, userId) }
}

const toMessage = (row: FeedbackRow): FeedbackMessage => ({
  id: row.id,
  kind: row.kind as FeedbackKind,
  text: row.text,
  order_no: row.order_no,
  created_at: row.created_at.getTime(),
  answer: row.answer,
  answered_at: row.answered_at?.getTime() ?? null,
  is_unread: row.answer !== null && row.answer_read_at === null
})

export async function postFeedbackSeen(
  { db, viewer, now }: RequestContext,
  { ids, until }: z.output<typeof feedbackSeen.request>
) {
  const { userId } = requireViewer(viewer)
  await markAnswersSeen(db, userId, { ids, until: new Date(until), now })
  return { unread: await countUnreadAnswers(db, userId) }
}
