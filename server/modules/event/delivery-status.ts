import type { z } from 'zod'
import { type eventStatus, postbackEvent } from '../../../contract/event.js'
import type { RequestContext } from '../../http/request-context.js'
import { requireViewer } from '../visitor/session.js'

export async function getEventStatus(context: RequestContext, { ids }: z.output<typeof eventStatus.request>) {
  const { db, now, viewer, limits } = context
  await limits.eventStatus.take(context)
  const rows = await db
    .selectFrom('event_outbox')
    .select(['event', 'event_id', 'status', 'attempts', 'next_at'])
    // Lists every event, because the primary key begins with `event`.
    .where('event', 'in', postbackEvent.options)
    .where('event_id', 'in', ids)
    .where('user_id', '=', requireViewer(viewer).userId)
    .where('postback_id', '<>', '')
    .orderBy('created_at')
    .orderBy('id')
    .limit(200)
    .execute()
  const list = rows.flatMap(({ status, next_at, ...row }) =>
    status === 'spread' ? [] : [{ ...row, status, next_at: status === 'waiting' ? next_at.getTime() : null }]
  )
  return { list, server_time: now.getTime() }
}
