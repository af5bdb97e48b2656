import { z } from 'zod'
import { BusinessError } from '../../../http/business-error.js'
import { takeOffline } from '../../catalogue/indexing.js'
import { readPackage } from '../../catalogue/package/package-folder.js'
import { storePackage } from '../../catalogue/package/package-writes.js'
import type { OperatorAction } from '../operator-action.js'

const dramaRequest = z.object({ id: z.string().min(1).max(80) })

/** Keeps the drama offline until it is published again, even if its package changes. */
export const withdrawDramaAction: OperatorAction<typeof dramaRequest> = {
  method: 'POST',
  path: '/operator/drama_unpublish',
  request: dramaRequest,
  subject: ({ id }) => id,
  run: async ({ db, now }, { id }) => {
    const row = await db
      .updateTable('dramas')
      .set({ withdrawn_at: now })
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    if (row === undefined) throw new BusinessError(4204)
    await takeOffline(db, id, now)
    return { id, status: 'offline' }
  }
}

export const publishDramaAction: OperatorAction<typeof dramaRequest> = {
  method: 'POST',
  path: '/operator/drama_publish',
  request: dramaRequest,
  subject: ({ id }) => id,
  run: async ({ db, assets, now }, { id }) => {
    const folder = assets.folderOf(id)
    if (folder === null) throw new BusinessError(4204, { reason: 'no_package' })
    const loaded = await readPackage(folder)
    await db.updateTable('dramas').set({ withdrawn_at: null }).where('id', '=', id).execute()
    await storePackage(db, loaded, now)
    return { id, status: 'online' }
  }
}
