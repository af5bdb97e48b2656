import type { Context } from 'hono'
import { answerEnvelope } from '../../lib/answer.js'
import type { App } from '../../lib/app-environment.js'
import { answerFile } from '../../lib/file-answer.js'
import type { Services } from '../../services.js'
import { type AssetFile, findAssetFile } from './asset-file.js'

const PLAYLIST_CACHE = 'private, max-age=60'
const OBJECT_CACHE = 'private, max-age=86400, immutable'
const PICTURE_CACHE = 'public, max-age=31536000, immutable'
const PATH = /^\/m\/([^/]+)\/([a-z0-9]{16})\/([^/]+(?:\/[^/]+)?)$/

/** Registers signed media under /m/ and pictures under /covers/; neither needs the database. */
export function registerMedia(app: App, services: Services): void {
  app.get('/m/*', context => answerMedia(context, services))
  app.get('/covers/:drama/:picture', context => answerPicture(context, services))
}

async function answerMedia(context: Context, { tickets, library, clock }: Services): Promise<Response> {
  const [, text = '', assetName = '', fileName = ''] = PATH.exec(context.req.path) ?? []
  const ticket = tickets.open(text)
  if (ticket === null || ticket.asset !== assetName) return refuse(context, 403, 'Ticket not valid')
  if (ticket.expiresAt <= clock.now()) return refuse(context, 403, 'Ticket expired')
  const asset = library.asset(assetName)
  const file = asset === null ? null : findAssetFile(asset, fileName)
  return (file === null ? null : await answerAssetFile(context, file)) ?? refuse(context, 404, 'Not found')
}

async function answerAssetFile(context: Context, file: AssetFile): Promise<Response | null> {
  if (file.kind === 'object') {
    return answerFile(context.req.raw, file.path, { type: file.type, headers: { 'Cache-Control': OBJECT_CACHE } })
  }
  return context.body(file.text, 200, { 'Content-Type': file.type, 'Cache-Control': PLAYLIST_CACHE })
}

async function answerPicture(context: Context, { library }: Services): Promise<Response> {
  const picture = library.picture(context.req.param('drama') ?? '', context.req.param('picture') ?? '')
  const options = { type: 'image/webp', headers: { 'Cache-Control': PICTURE_CACHE } }
  const answer = picture === null ? null : await answerFile(context.req.raw, picture.file, options)
  return answer ?? refuse(context, 404, 'Not found')
}

const NOT_KEPT = { 'Cache-Control': 'no-store' }

function refuse(context: Context, status: 403 | 404, msg: string): Promise<Response> {
  return answerEnvelope(context, { code: status, msg, data: null }, { secret: null, status, headers: NOT_KEPT })
}
