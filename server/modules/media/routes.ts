import { basename, dirname } from 'node:path'
import type { Context } from 'hono'
import type { AppEnvironment, HonoApp } from '../../http/app-environment.js'
import { sendStoredFile, toFileRequest } from '../../http/file-response.js'
import { sendEnvelope } from '../../http/respond.js'
import { describeError, describePlainRoute, type PlainRouteDocs } from '../../http/route-docs.js'
import { toLoggedPath } from '../../lib/log.js'
import type { Services } from '../../services.js'
import { type AssetFile, findAssetFile, toBucketKey } from './asset-file.js'
import type { FileLocation } from './media-files.js'
import { MediaUnavailable } from './media-store.js'
import { recordServedSegment } from './served-segment.js'
import type { Ticket } from './ticket.js'

const PLAYLIST_CACHE = 'private, max-age=60'
const OBJECT_CACHE = 'private, max-age=86400, immutable'
const PICTURE_CACHE = 'public, max-age=31536000, immutable'
/** Browsers drop a cached redirect this long before its URL expires, so that a segment can finish. */
const REDIRECT_MARGIN_SECONDS = 30
const RETRY_AFTER_SECONDS = '2'
const MEDIA_PATH = /^\/m\/([^/]+)\/([a-z0-9]{16})\/([^/]+(?:\/[^/]+)?)$/

export function registerMedia(app: HonoApp, services: Services): void {
  app.get(
    '/m/*',
    describePlainRoute(mediaDocs, context => sendMedia(context, services))
  )
  app.get(
    '/covers/:drama/:picture',
    describePlainRoute(pictureDocs, context => sendPicture(context, services))
  )
}

const objectBodies = [{ type: 'video/mp4' }, { type: 'video/iso.segment' }, { type: 'text/vtt' }]

const mediaDocs: PlainRouteDocs = {
  path: '/m/{ticket}/{asset}/{file}',
  tag: 'Media',
  description: 'Playlists, segments and captions of an episode, under a signed path. Byte ranges are served.',
  parameters: { ticket: 'The signature of the url', asset: 'Id of the encoded episode', file: 'May contain a `/`' },
  answers: {
    200: {
      description: 'The file.',
      bodies: [{ type: 'application/vnd.apple.mpegurl' }, ...objectBodies]
    },
    206: { description: 'A range of the file.', bodies: objectBodies },
    302: { description: 'The file is in a bucket.' },
    304: { description: 'The file with the `ETag` in `If-None-Match` is still the same.' },
    403: describeError('The ticket is not valid, or has expired.'),
    404: describeError('No such file.'),
    416: { description: 'The file ends before the range.' },
    503: describeError('The bucket does not respond.')
  }
}

const pictureDocs: PlainRouteDocs = {
  tag: 'Media',
  description: 'Covers and other pictures of a drama.',
  parameters: { drama: 'Id of the drama', picture: 'Name of the picture, as in `cover_url`' },
  answers: {
    200: { description: 'The picture.', bodies: [{ type: 'image/webp' }] },
    206: { description: 'A range of the picture.', bodies: [{ type: 'image/webp' }] },
    304: { description: 'The picture with the `ETag` in `If-None-Match` is still the same.' },
    404: describeError('No such picture.'),
    416: { description: 'The picture ends before the range.' },
    503: describeError('The bucket does not respond.')
  }
}

async function sendMedia(context: Context, services: Services): Promise<Response> {
  const { ticketSigner, assets, clock } = services
  const [, ticketText = '', assetName = '', fileName = ''] = MEDIA_PATH.exec(context.req.path) ?? []
  const ticket = ticketSigner.verify(ticketText)
  if (ticket === null || ticket.asset !== assetName) return sendError(context, 403, 'Ticket not valid')
  if (ticket.expiresAt <= clock.now()) return sendError(context, 403, 'Ticket expired')
  const asset = assets.asset(assetName)
  const file = asset === null ? null : findAssetFile(asset, fileName)
  if (file === null) return sendError(context, 404, 'Not found')
  if (file.kind === 'text') {
    services.metrics.mediaBytes.inc({ kind: 'playlist' }, Buffer.byteLength(file.text))
    return context.body(file.text, 200, { 'Content-Type': file.type, 'Cache-Control': PLAYLIST_CACHE })
  }
  return catchUnavailable(context, services, async () => {
    const redirect = await redirectToBucket(context, services, file, ticket)
    const kind = file.type.startsWith('video/') ? 'video' : 'captions'
    const options = { type: file.type, cache: OBJECT_CACHE, kind } as const
    const response = redirect ?? (await sendFileAt(context, services, file.assetLocation, options))
    if (file.segment !== undefined && isWholeFile(context, response)) {
      recordServedSegment(context, services, { ticket, text: ticketText, segment: file.segment })
    }
    return response
  })
}

/** A redirect counts, too, because the bucket does not tell what it sends. */
const isWholeFile = (context: Context, { status }: Response) =>
  context.req.raw.method === 'GET' && (status === 200 || status === 302)

/** Redirects only video, because small files are not worth another request. */
async function redirectToBucket(
  context: Context,
  { media, clock }: Services,
  { type, assetLocation: location }: Extract<AssetFile, { kind: 'object' }>,
  { expiresAt }: Ticket
): Promise<Response | null> {
  if (context.req.raw.method !== 'GET' || !type.startsWith('video/')) return null
  const now = clock.now()
  const seconds = Math.floor(expiresAt / 1000) - Math.floor(now / 1000)
  if (seconds < 1) return sendError(context, 403, 'Ticket expired')
  const url = await media.createRedirectUrl(location, now, expiresAt)
  if (url === undefined) return null
  const maxAge = Math.max(0, seconds - REDIRECT_MARGIN_SECONDS)
  return context.body(null, 302, { Location: url, 'Cache-Control': `private, max-age=${maxAge}` })
}

async function sendPicture(context: Context, services: Services): Promise<Response> {
  const drama = context.req.param('drama') ?? ''
  const pictureName = context.req.param('picture') ?? ''
  const picture = services.assets.picture(drama, pictureName)
  if (picture === null) return sendEditedPicture(context, services, pictureName)
  const { file, name } = picture
  const location = { folder: dirname(file), name: basename(file), key: toBucketKey(drama, name) }
  return catchUnavailable(context, services, () =>
    sendFileAt(context, services, location, { type: 'image/webp', cache: PICTURE_CACHE, kind: 'cover' })
  )
}

/** A picture that an operator made. */
function sendEditedPicture(context: Context, services: Services, name: string): Promise<Response> {
  return catchUnavailable(context, services, async () => {
    const bytes = await services.dramaPictures.read(name)
    if (bytes === null) return sendError(context, 404, 'Not found')
    services.metrics.mediaBytes.inc({ kind: 'cover' }, bytes.length)
    return context.body(bytes, 200, { 'Content-Type': 'image/webp', 'Cache-Control': PICTURE_CACHE })
  })
}

async function sendFileAt(
  context: Context,
  { media, metrics }: Services,
  location: FileLocation,
  { type, cache, kind }: { type: string; cache: string; kind: 'video' | 'captions' | 'cover' }
): Promise<Response> {
  const file = await media.open(location, toFileRequest(context.req.raw))
  if (file === undefined) return sendError(context, 404, 'Not found')
  if (file.state === 'content' && file.body !== null) {
    const { range, size } = file
    metrics.mediaBytes.inc({ kind }, range === null ? size : range.end - range.start + 1)
  }
  return sendStoredFile(file, { type, headers: { 'Cache-Control': cache } })
}

/** Responds 503, because a failure of the bucket is temporary. */
async function catchUnavailable(
  context: Context<AppEnvironment>,
  { log }: Services,
  respond: () => Promise<Response>
): Promise<Response> {
  try {
    return await respond()
  } catch (error) {
    if (!(error instanceof MediaUnavailable)) throw error
    const path = toLoggedPath(context.req.path)
    log.error({ id: context.get('requestId'), path, error: { message: error.message } }, 'media unavailable')
    return sendError(context, 503, 'Media unavailable', { 'Retry-After': RETRY_AFTER_SECONDS })
  }
}

const NO_STORE = { 'Cache-Control': 'no-store' }

function sendError(
  context: Context,
  status: 403 | 404 | 503,
  msg: string,
  headers: Record<string, string> = {}
): Promise<Response> {
  const options = { secret: null, status, headers: { ...NO_STORE, ...headers } }
  return sendEnvelope(context, { code: status, msg, data: null }, options)
}
