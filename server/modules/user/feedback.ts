import type { z } from 'zod'
import type { feedback } from '../../../contract/feedback.js'
import type { RequestContext } from '../../http/request-context.js'
import { createIdentifier } from '../../lib/identifier.js'
import { replaceLoneSurrogates } from '../../lib/text.js'
import { requireViewer } from '../visitor/session.js'

export async function postFeedback(context: RequestContext, request: z.output<typeof feedback.request>) {
  const { db, lang, userAgent, now } = context
  const { userId } = requireViewer(context.viewer)
  context.limits.feedback.take(context)
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
