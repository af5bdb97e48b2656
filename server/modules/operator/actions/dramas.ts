import { z } from 'zod'
import { langs } from '../../../../contract/protocol/language.js'
import { transaction } from '../../../db/transaction.js'
import { BusinessError, createFieldError } from '../../../http/business-error.js'
import { beforeTimeout } from '../../../lib/before-timeout.js'
import { deleteDraft } from '../../catalogue/edit/delete-draft.js'
import { listDramas } from '../../catalogue/edit/drama-list.js'
import { indexNames } from '../../catalogue/edit/drama-names.js'
import { FIRST_VERSION, lockEdits, writeEdits } from '../../catalogue/edit/edit-writes.js'
import { publishPackage } from '../../catalogue/edit/publish.js'
import { saveEdits } from '../../catalogue/edit/save-edits.js'
import { takeOffline } from '../../catalogue/indexing.js'
import { BrokenPackage, checkObjects, type PackageFolder, readPackage } from '../../catalogue/package/package-folder.js'
import { lockDrama } from '../../catalogue/package/package-writes.js'
import { MediaUnavailable } from '../../media/media-store.js'
import { defineOperatorAction, type OperatorContext } from '../operator-action.js'
import { dramaReaders } from './drama-readers.js'
import {
  createRequest,
  deleteRequest,
  dramaRequest,
  listRequest,
  publishAtRequest,
  saveRequest
} from './drama-request.js'
import { dramaResponse, listResponse, readEditedDrama, readPackageValues, toListedDrama } from './drama-response.js'

/** The list may have many pages; all of them must fit into the 8 s of an external call. */
const BUCKET_TIMEOUT_MS = 7_000
const MAX_SCHEDULE_MS = 366 * 86_400_000

const withdrawResponse = z.object({ id: z.string(), status: z.literal('offline') })
const publishResponse = z.object({ id: z.string(), status: z.literal('online') })

const UNKNOWN_DRAMA = { 4204: 'Unknown drama' } as const

const listDramasAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/drama_list',
  roles: dramaReaders,
  description: 'Lists dramas, also those that are offline and drafts.',
  request: listRequest,
  response: listResponse,
  subject: null,
  run: async ({ db, origin }, { page_size: size, ...query }) => {
    const page = await listDramas(db, { ...query, size })
    return { ...page, list: page.list.map(row => toListedDrama(row, origin)) }
  }
})

const showDramaAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/drama_show',
  roles: dramaReaders,
  description: 'Returns a drama with all that can be edited.',
  request: dramaRequest,
  response: dramaResponse,
  errors: UNKNOWN_DRAMA,
  subject: null,
  run: async (context, { id }) => ({ drama: await requireEditedDrama(context, id) })
})

const createDramaAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/drama_create',
  roles: ['editor'],
  description: 'Creates a draft, which viewers do not see until it has films and is published.',
  request: createRequest,
  response: dramaResponse,
  subject: ({ slug }) => `d_${slug}`,
  readState: (context, { slug }) => readEditedDrama(context, `d_${slug}`),
  run: async (context, { slug, title, lang }) => {
    const { db, now, operator } = context
    const id = `d_${slug}`
    await transaction(db, async trx => {
      const isKnown = (await lockDrama(trx, id)) !== undefined || (await lockEdits(trx, id)) !== null
      if (isKnown) throw createFieldError('slug', 'drama_exists')
      const fields = {
        title: Object.fromEntries(langs.map(name => [name, title])),
        copied: langs.filter(name => name !== lang).map(name => `title.${name}`)
      }
      await writeEdits(trx, {
        dramaId: id,
        before: null,
        version: FIRST_VERSION,
        fields,
        isDraft: true,
        now,
        operator
      })
      await indexNames(trx, id)
    })
    return { drama: await requireEditedDrama(context, id) }
  }
})

const saveDramaAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/drama_save',
  roles: ['editor'],
  description: 'Changes the fields that are sent, over what the package says; null takes the package’s value again.',
  request: saveRequest,
  response: dramaResponse,
  errors: UNKNOWN_DRAMA,
  subject: ({ id }) => id,
  readState: (context, { id }) => readEditedDrama(context, id),
  run: async (context, { id, version, ...change }) => {
    const { db, assets, now, operator } = context
    await checkPictures(context, id, change)
    const loaded = assets.packageOf(id)
    if (loaded === null) refusePackageTexts(change)
    const saved = await transaction(db, trx => saveEdits(trx, { dramaId: id, version, change, loaded, now, operator }))
    if (saved === null) throw new BusinessError(4204)
    return { drama: await requireEditedDrama(context, id) }
  }
})

/** Without a package a text that is taken away would be missing. */
function refusePackageTexts(change: Pick<z.output<typeof saveRequest>, 'title' | 'synopsis'>): void {
  for (const field of ['title', 'synopsis'] as const) {
    const lang = langs.find(name => change[field]?.[name] === null)
    if (lang !== undefined) throw createFieldError(`${field}.${lang}`, 'no_package')
  }
}

async function checkPictures(
  { assets, dramaPictures }: OperatorContext,
  id: string,
  names: { cover?: string | null | undefined; banner?: string | null | undefined }
): Promise<void> {
  for (const field of ['cover', 'banner'] as const) {
    const name = names[field]
    if (!name || assets.picture(id, name) !== null) continue
    if ((await dramaPictures.read(name)) === null) throw createFieldError(field, 'no_picture')
  }
}

/** Keeps the drama offline until it is published again, even if its package changes. */
export const withdrawDramaAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/drama_unpublish',
  roles: ['editor'],
  description: 'Takes a drama offline until it is published again.',
  request: dramaRequest,
  response: withdrawResponse,
  errors: UNKNOWN_DRAMA,
  subject: ({ id }) => id,
  readState: (context, { id }) => readEditedDrama(context, id),
  run: async ({ db, now }, { id }) => {
    const row = await db
      .updateTable('dramas')
      .set({ withdrawn_at: now })
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    if (row === undefined) throw new BusinessError(4204)
    await takeOffline(db, id, now)
    await db
      .updateTable('drama_edits')
      .set({ publish_at: null, scheduled_by: null })
      .where('drama_id', '=', id)
      .execute()
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
  readState: (context, { id }) => readEditedDrama(context, id),
  run: async (context, { id }) => {
    const loaded = await readCheckedPackage(context, id)
    await transaction(context.db, trx => publishPackage(trx, loaded, { now: context.now })).catch(error => {
      throw error instanceof BrokenPackage ? createFieldError('id', 'broken_package') : error
    })
    return { id, status: 'online' as const }
  }
})

const publishAtAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/drama_publish_at',
  roles: ['editor'],
  description: 'Publishes a draft, or a drama that is offline, at a time; null cancels it.',
  request: publishAtRequest,
  response: dramaResponse,
  errors: UNKNOWN_DRAMA,
  subject: ({ id }) => id,
  readState: (context, { id }) => readEditedDrama(context, id),
  run: async (context, { id, at }) => {
    const { db, now, operator } = context
    const publishAt = at === null ? null : new Date(at)
    if (publishAt !== null && publishAt <= now) throw createFieldError('at', 'in_past')
    if (publishAt !== null && publishAt.getTime() - now.getTime() > MAX_SCHEDULE_MS)
      throw createFieldError('at', 'too_far')
    await transaction(db, async trx => {
      const drama = await lockDrama(trx, id)
      const before = await lockEdits(trx, id)
      if (drama === undefined && before === null) throw new BusinessError(4204)
      if (publishAt !== null && drama?.status === 'online') throw createFieldError('id', 'already_online')
      if (before === null)
        await writeEdits(trx, { dramaId: id, before, version: FIRST_VERSION, fields: {}, now, operator })
      await trx
        .updateTable('drama_edits')
        .set({
          publish_at: publishAt,
          scheduled_by: publishAt === null ? null : operator,
          updated_at: now,
          updated_by: operator
        })
        .where('drama_id', '=', id)
        .execute()
      await indexNames(trx, id)
    })
    return { drama: await requireEditedDrama(context, id) }
  }
})

const deleteDramaAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/drama_delete',
  roles: ['editor'],
  description:
    'Deletes a draft that was never published, with its films, uploads and jobs, unless a campaign begins with it.',
  request: deleteRequest,
  response: z.object({ id: z.string() }),
  errors: UNKNOWN_DRAMA,
  subject: ({ id }) => id,
  readState: (context, { id }) => readEditedDrama(context, id),
  run: async (context, draft) => {
    await deleteDraft(context, draft)
    return { id: draft.id }
  }
})

/** Throws 4204 for an unknown drama. */
async function requireEditedDrama(context: OperatorContext, id: string) {
  const drama = await readEditedDrama(context, id)
  if (drama === null) throw new BusinessError(4204)
  return { ...drama, ...(await readPackageValues(context, id)) }
}

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

export const dramaActions = [
  listDramasAction,
  showDramaAction,
  createDramaAction,
  saveDramaAction,
  publishDramaAction,
  publishAtAction,
  withdrawDramaAction,
  deleteDramaAction
] as const
