import type { z } from 'zod'
import type { playFailed, ReturnedUnlock, returnedSeen } from '../../../contract/guarantee.js'
import type { RequestContext } from '../../http/request-context.js'
import { toEpisodeId } from '../catalogue/package/package-writes.js'
import { requireViewer } from '../visitor/session.js'
import { claimRefund } from './claims.js'

const MAX_RETURNED = 50

export async function postPlayFailed(context: RequestContext, request: z.output<typeof playFailed.request>) {
  const { db, now } = context
  const { userId } = requireViewer(context.viewer)
  await context.limits.playFailed.take(context)
  const { drama_id, episode_no, detail } = request
  const episodeId = toEpisodeId(drama_id, episode_no)
  const returnAt = await claimRefund(db, { userId, episodeId, detail, now })
  return { return_at: returnAt?.getTime() ?? null, server_time: now.getTime() }
}

export async function getReturned({ db, viewer, lang }: RequestContext) {
  const { userId } = requireViewer(viewer)
  const rows = await db
    .selectFrom('playback_claims')
    .innerJoin('episodes', 'episodes.id', 'playback_claims.episode_id')
    .innerJoin('dramas', 'dramas.id', 'episodes.drama_id')
    .select(['episode_id', 'reason', 'coins', 'bonus', 'settled_at', 'episodes.no', 'dramas.id', 'dramas.title'])
    .where('user_id', '=', userId)
    .where('outcome', '=', 'returned')
    .where('told_at', 'is', null)
    .orderBy('settled_at', 'desc')
    .orderBy('episodes.no')
    .limit(MAX_RETURNED)
    .execute()
  const list = rows.map(
    ({ id, no, title, settled_at, ...row }): ReturnedUnlock => ({
      ...row,
      episode_no: no,
      drama_id: id,
      title: title[lang],
      returned_at: settled_at?.getTime() ?? 0
    })
  )
  return { list }
}

export async function postReturnedSeen(
  { db, viewer, now }: RequestContext,
  request: z.output<typeof returnedSeen.request>
) {
  const { userId } = requireViewer(viewer)
  const { numUpdatedRows } = await db
    .updateTable('playback_claims')
    .set({ told_at: now })
    .where('user_id', '=', userId)
    .where('outcome', '=', 'returned')
    .where('told_at', 'is', null)
    .where('settled_at', '<=', new Date(request.until))
    .executeTakeFirst()
  return { seen: Number(numUpdatedRows) }
}
