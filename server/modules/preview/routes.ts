import { basename, dirname, join } from 'node:path'
import type { Context } from 'hono'
import type { AppEnvironment, HonoApp } from '../../http/app-environment.js'
import { readCaller } from '../../http/caller.js'
import { sendFile } from '../../http/file-response.js'
import { sendEnvelope } from '../../http/respond.js'
import { describeError, describePlainRoute, type PlainRouteDocs } from '../../http/route-docs.js'
import { toLoggedError } from '../../lib/log.js'
import type { Services } from '../../services.js'
import type { Picture } from '../catalogue/package/package-folder.js'
import { toBucketKey } from '../media/asset-file.js'
import { PREVIEW_ROUTE, toCoverName } from './preview-address.js'
import { createPreviewDrawer } from './preview-drawer.js'
import { createPreviewFiles, PreviewsBusy } from './preview-files.js'

const PREVIEW_CACHE = 'public, max-age=31536000, immutable'
const RETRY_AFTER_SECONDS = '2'

/** The picture that messengers show with a link to a drama. Its name has the cover's hash, so it never changes. */
export function registerPreviews(app: HonoApp, services: Services): void {
  const { assets, config, dramaPictures, log } = services
  const files = createPreviewFiles({ folder: join(config.dataDir, 'previews'), draw: createPreviewDrawer() })
  const sendPreview = async (context: Context<AppEnvironment>) => {
    const { drama = '', name = '' } = context.req.param()
    try {
      const cover = assets.picture(drama, toCoverName(name))
      const edited = cover === null ? await dramaPictures.read(toCoverName(name)) : null
      if (cover === null && edited === null) return sendError(context, 404, 'Not found')
      const path = await files.find({
        name: `${drama}-${name}`,
        address: readCaller(context, services).address,
        readCover: async () => (cover === null ? edited : readCover(services, drama, cover))
      })
      const headers = { 'Cache-Control': PREVIEW_CACHE }
      const response = path === null ? null : await sendFile(context.req.raw, path, { type: 'image/jpeg', headers })
      return response ?? sendError(context, 404, 'Not found')
    } catch (error) {
      if (!(error instanceof PreviewsBusy)) {
        log.warn({ id: context.get('requestId'), error: toLoggedError(error) }, 'preview cannot be drawn')
      }
      return sendError(context, 503, 'Preview unavailable', { 'Retry-After': RETRY_AFTER_SECONDS })
    }
  }
  app.get(PREVIEW_ROUTE, describePlainRoute(previewDocs, sendPreview))
}

const previewDocs: PlainRouteDocs = {
  tag: 'Pages',
  description: 'The picture that messengers show with a link to a drama.',
  parameters: { drama: 'Id of the drama', name: 'Hash of the cover' },
  answers: {
    200: { description: 'The picture.', bodies: [{ type: 'image/jpeg' }] },
    206: { description: 'A range of the picture.', bodies: [{ type: 'image/jpeg' }] },
    304: { description: 'The picture with the `ETag` in `If-None-Match` is still the same.' },
    404: describeError('No such picture.'),
    416: { description: 'The picture ends before the range.' },
    503: describeError('The picture cannot be drawn now.')
  }
}

async function readCover({ media }: Services, dramaId: string, { file, name }: Picture): Promise<Uint8Array | null> {
  const location = { folder: dirname(file), name: basename(file), key: toBucketKey(dramaId, name) }
  const stored = await media.open(location, { isHead: false, range: null, ifNoneMatch: null })
  if (stored?.state !== 'content') return null
  return new Uint8Array(await new Response(stored.body).arrayBuffer())
}

function sendError(
  context: Context,
  status: 404 | 503,
  msg: string,
  headers: Record<string, string> = {}
): Promise<Response> {
  const options = { secret: null, status, headers: { 'Cache-Control': 'no-store', ...headers } }
  return sendEnvelope(context, { code: status, msg, data: null }, options)
}
