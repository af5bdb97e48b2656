import { z } from 'zod'
import { BusinessError, createFieldError } from '../../../http/business-error.js'
import { beforeTimeout } from '../../../lib/before-timeout.js'
import { takeOffline } from '../../catalogue/indexing.js'
import { BrokenPackage, checkObjects, type PackageFolder, readPackage } from '../../catalogue/package/package-folder.js'
import { storePackage } from '../../catalogue/package/package-writes.js'
import { MediaUnavailable } from '../../media/media-store.js'
import { defineOperatorAction, type OperatorContext } from '../operator-action.js'

/** The list may have many pages; all of them must fit into the 8 s of an external call. */
const BUCKET_TIMEOUT_MS = 7_000

const dramaRequest = z.object({ id: z.string().min(1).max(80) })

const withdrawResponse = z.object({ id: z.string(), status: z.literal('offline') })
const publishResponse = z.object({ id: z.string(), status: z.literal('online') })

/** Keeps the drama offline until it is published again, even if its package changes. */
export const withdrawDramaAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/drama_unpublish',
  roles: ['editor'],
  description: 'Takes a drama offline until it is published again.',
  request: dramaRequest,
  response: withdrawResponse,
  errors: { 4204: 'Unknown drama' },
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
    return { id, status: 'offline' as const }
  }
})

export const publishDramaAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/drama_publish',
  roles: ['editor'],
  description: 'Puts a drama online from its package.',
  request: dramaRequest,
  response: publishResponse,
  errors: { 4204: 'The drama has no package', 5000: 'The bucket does not respond' },
  errorData: {
    4204: z.object({ reason: z.literal('no_package') }),
    5000: z.object({ reason: z.literal('bucket') })
  },
  subject: ({ id }) => id,
  run: async (context, { id }) => {
    const { db, now } = context
    const loaded = await readCheckedPackage(context, id)
    await db.updateTable('dramas').set({ withdrawn_at: null }).where('id', '=', id).execute()
    await storePackage(db, loaded, now)
    return { id, status: 'online' as const }
  }
})

async function readCheckedPackage(context: OperatorContext, id: string): Promise<PackageFolder> {
  const { assets, log, media, trackExternalWait } = context
  const folder = assets.folderOf(id)
  if (folder === null) throw new BusinessError(4204, { reason: 'no_package' })
  try {
    const loaded = await readPackage(folder)
    if (loaded.drama.id !== id) throw new BrokenPackage(`drama.json has the id ${loaded.drama.id}`)
    assets.refuseDuplicates(loaded)
    await trackExternalWait(
      beforeTimeout(
        checkObjects(loaded, media.listBucketFiles),
        BUCKET_TIMEOUT_MS,
        () => new MediaUnavailable('the bucket is too slow')
      )
    )
    return loaded
  } catch (error) {
    const isExpected = error instanceof BrokenPackage || error instanceof MediaUnavailable
    if (!isExpected) throw error
    log.warn({ id, reason: error.message }, 'a drama cannot be published')
    if (error instanceof BrokenPackage) throw createFieldError('id', 'broken_package')
    throw new BusinessError(5000, { reason: 'bucket' })
  }
}
