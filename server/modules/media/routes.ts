import { basename, dirname } from 'node:path'
import type { Context } from 'hono'
import type { AppEnvironment, HonoApp } from '../../http/app-environment.js'
import { fileRequestOf, sendStoredFile } from '../../http/file-response.js'
import { sendEnvelope } from '../../http/respond.js'
import { loggedPath } from '../../lib/log.js'
import type { Services } from '../../services.js'
import { type AssetFile, findAssetFile, keyOf } from './asset-file.js'
import type { FileLocation } from './media-files.js'
import { MediaUnavailable } from './media-store.js'
import type { Ticket } from './ticket.js'

const PLAYLIST_CACHE = 'private, max-age=60'
const OBJECT_CACHE = 'private, max-age=86400, immutable'
const PICTURE_CACHE = 'public, max-age=31536000, immutable'
/** A browser leaves off a kept address so long before its end: a segment has to come through. */
const SPARE_SECONDS = 30
const RETRY_AFTER_SECONDS = '2'
const PATH = /^\/m\/([^/]+)\/([a-z0-9]{16})\/([^/]+(?:\/[^/]+)?)$/

/** Registers signed media under /m/ and pictures under /covers/; neither needs the database. */
export function registerMedia(app: HonoApp, services: Services): void {
  app.get('/m/*', context => answerMedia(context, services))
  app.get('/covers/:drama/:picture', context => answerPicture(context, services))
}

async function answerMedia(context: Context, services: Services): Promise<Response> {
  const { ticketSigner, assets, clock } = services
  const [, text = '', assetName = '', fileName = ''] = PATH.exec(context.req.path) ?? []
  const ticket = ticketSigner.open(text)
  if (ticket === null || ticket.asset !== assetName) return refuse(context, 403, 'Ticket not valid')
  if (ticket.expiresAt <= clock.now()) return refuse(context, 403, 'Ticket expired')
  const asset = assets.asset(assetName)
  const file = asset === null ? null : findAssetFile(asset, fileName)
  if (file === null) return refuse(context, 404, 'Not found')
  if (file.kind === 'text') {
    return context.body(file.text, 200, { 'Content-Type': file.type, 'Cache-Control': PLAYLIST_CACHE })
  }
  return orUnavailable(context, services, async () => {
    const elsewhere = await answerElsewhere(context, services, file, ticket)
    return elsewhere ?? answerPlace(context, services, file.place, { type: file.type, cache: OBJECT_CACHE })
  })
}

/** Films alone are worth another request: what the bucket sends by itself up to the ticket's end. */
async function answerElsewhere(
  context: Context,
  { media, clock }: Services,
  { type, place }: Extract<AssetFile, { kind: 'object' }>,
  { expiresAt }: Ticket
): Promise<Response | null> {
  // Addresses are signed for GET.
  if (context.req.raw.method !== 'GET' || !type.startsWith('video/')) return null
  const now = clock.now()
  const seconds = Math.floor(expiresAt / 1000) - Math.floor(now / 1000)
  if (seconds < 1) return refuse(context, 403, 'Ticket expired')
  const address = await media.redirect(place, now, expiresAt)
  if (address === undefined) return null
  const age = Math.max(0, seconds - SPARE_SECONDS)
  return context.body(null, 302, { Location: address, 'Cache-Control': `private, max-age=${age}` })
}

async function answerPicture(context: Context, services: Services): Promise<Response> {
  const drama = context.req.param('drama') ?? ''
  const picture = services.assets.picture(drama, context.req.param('picture') ?? '')
  if (picture === null) return refuse(context, 404, 'Not found')
  const { file, name } = picture
  const place = { folder: dirname(file), name: basename(file), key: keyOf(drama, name) }
  return orUnavailable(context, services, () =>
    answerPlace(context, services, place, { type: 'image/webp', cache: PICTURE_CACHE })
  )
}

async function answerPlace(
  context: Context,
  { media }: Services,
  place: FileLocation,
  { type, cache }: { type: string; cache: string }
): Promise<Response> {
  const file = await media.open(place, fileRequestOf(context.req.raw))
  if (file === undefined) return refuse(context, 404, 'Not found')
  return sendStoredFile(file, { type, headers: { 'Cache-Control': cache } })
}

/** A bucket that fails is told to players as what it is: something that passes. */
async function orUnavailable(
  context: Context<AppEnvironment>,
  { log }: Services,
  answer: () => Promise<Response>
): Promise<Response> {
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof MediaUnavailable)) throw error
    const path = loggedPath(context.req.path)
    log.error({ id: context.get('requestId'), path, error: { message: error.message } }, 'media unavailable')
    return refuse(context, 503, 'Media unavailable', { 'Retry-After': RETRY_AFTER_SECONDS })
  }
}

const NOT_KEPT = { 'Cache-Control': 'no-store' }

function refuse(
  context: Context,
  status: 403 | 404 | 503,
  msg: string,
  headers: Record<string, string> = {}
): Promise<Response> {
  const options = { secret: null, status, headers: { ...NOT_KEPT, ...headers } }
  return sendEnvelope(context, { code: status, msg, data: null }, options)
}
