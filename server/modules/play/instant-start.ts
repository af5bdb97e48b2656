import type { Context } from 'hono'
import { z } from 'zod'
import {
  type InstantStartHead,
  type LockedStartHead,
  lockedStartHead,
  play,
  type ViewerStartHead,
  viewerStartRequest
} from '../../../contract/episode.js'
import type { HonoApp } from '../../http/app-environment.js'
import { parseBearerToken } from '../../http/bearer-token.js'
import { BusinessError } from '../../http/business-error.js'
import { readCaller } from '../../http/caller.js'
import { withDeadline } from '../../http/deadline.js'
import { authorizeRequest } from '../../http/endpoints.js'
import { createFailureEnvelope } from '../../http/envelope.js'
import { untracked } from '../../http/external-calls.js'
import { checkRequest, readParameters } from '../../http/request-body.js'
import { describePlainRoute, type PlainRouteDocs, refusalOf } from '../../http/route-docs.js'
import type { Services } from '../../services.js'
import { readEpisode } from '../catalogue/cached-catalogue.js'
import type { Asset } from '../catalogue/package/asset-registry.js'
import { toEpisodeId } from '../catalogue/package/package-writes.js'
import { isEpisodeOnline } from '../catalogue/queries.js'
import { findAssetFile } from '../media/asset-file.js'
import { MediaUnavailable } from '../media/media-store.js'
import { PUBLIC_TICKET_USER_ID, recordServedSegment } from '../media/served-segment.js'
import type { Ticket } from '../media/ticket.js'
import { isFreeForEveryone } from './drama-access.js'
import { toPlaybackMedia } from './playback-media.js'
import { createPlayResponse } from './routes.js'
import { toResumePosition } from './start-position.js'
import { toTicketSeconds } from './ticket-duration.js'

const START_TIME = /^\d{1,5}(\.\d{1,3})?$/
const INSTANT_START_PATH = '/m/opening/:drama/:no{[0-9]{1,6}}'
const MAX_CACHE_SECONDS = 60
const PRIVATE_CACHE_CONTROL = 'private, no-store'

export function registerInstantStart(app: HonoApp, services: Services): void {
  const sendFree = async (context: Context) => {
    const asset = await withDeadline(findFreeEpisodeAsset(services, readEpisodeId(context)), services.liveness)
    const startsAt = asset && readStartTime(asset, context.req.query('t') ?? '0')
    const response = asset && startsAt !== null && (await sendFreeStart(context, services, asset, startsAt))
    return response || sendNothing(context)
  }
  app.get(INSTANT_START_PATH, describePlainRoute(freeStartDocs, sendFree))
  const sendToViewer = async (context: Context) => {
    // As text, which needs no CORS preflight. No form on another page knows the token.
    const request = checkRequest(viewerStartRequest, await readParameters(context, 'POST'))
    const response = await sendViewerStart(context, services, request)
    return response ?? sendNothing(context)
  }
  app.post(INSTANT_START_PATH, describePlainRoute(viewerStartDocs, sendToViewer))
}

const startRoute = {
  tag: 'Media',
  parameters: { drama: 'Id of the drama', no: 'Number of the episode' },
  query: z.object({ t: z.string().regex(START_TIME).optional() })
} as const

const freeStartDocs: PlainRouteDocs = {
  ...startRoute,
  description:
    'The first bytes of a free episode: the length of the head (4 bytes, big-endian), the head as JSON (`InstantStartHead` in docs/reference/api.md), the init segment and the first media segment of the smallest quality.',
  answers: {
    200: { description: 'Head and segments.', bodies: [{ type: 'application/octet-stream' }] },
    204: { description: 'The episode is not free for everyone, or ends within a second of `t`.' }
  }
}

const viewerStartDocs: PlainRouteDocs = {
  ...startRoute,
  description:
    'The same for a viewer with a session, with the answer of `/drama/play` in the head. The head of a locked episode is its refusal, without segments.',
  body: { type: 'text/plain', schema: viewerStartRequest },
  answers: {
    200: {
      description: 'Head and segments, or 4001 as JSON.',
      bodies: [{ type: 'application/octet-stream' }, { type: 'application/json', schema: refusalOf(4001) }]
    },
    204: { description: 'The token or `t` is not valid, or the episode is not available.' }
  }
}

const readEpisodeId = ({ req }: Context) => toEpisodeId(req.param('drama') ?? '', Number(req.param('no')))

// Not an error status, because browsers log errors to the console of the partner's page.
const sendNothing = (context: Context) => context.body(null, 204)

/** Ignores campaigns and passes, because the response is the same for everyone. */
async function findFreeEpisodeAsset({ db, assets, contentCache }: Services, episodeId: string): Promise<Asset | null> {
  const row = await readEpisode({ db, content: contentCache.open(null) }, episodeId)
  if (row === undefined || !isEpisodeOnline(row)) return null
  return isFreeForEveryone(row, row) ? assets.asset(row.asset) : null
}

/** Null if `time` is no number of seconds, or in the last second, where the player does not begin. */
function readStartTime({ episode }: Asset, time: string): number | null {
  const seconds = Number(time)
  const isInEpisode = seconds === 0 || seconds < episode.duration_s - 1
  return START_TIME.test(time) && isInEpisode ? seconds : null
}

function findSegment({ episode }: Asset, seconds: number): { index: number; start: number } | null {
  let start = 0
  for (const [index, duration] of episode.segment_durations.entries()) {
    if (seconds < start + duration) return { index, start }
    start += duration
  }
  return null
}

async function sendFreeStart(
  context: Context,
  services: Services,
  asset: Asset,
  startsAt: number
): Promise<Response | null> {
  const { config, clock, ticketSigner } = services
  const segment = findSegment(asset, startsAt)
  const opening = segment && (await readOpeningSegments(services, asset, segment.index))
  if (!opening) return null
  const now = clock.now()
  const seconds = config.mediaTicketSeconds ?? toTicketSeconds(asset.episode.duration_s, null)
  const maxAge = Math.min(MAX_CACHE_SECONDS, Math.floor(seconds / 2))
  const ticket = { asset: asset.episode.asset, expiresAt: now + seconds * 1000, userId: PUBLIC_TICKET_USER_ID }
  const text = ticketSigner.sign(ticket)
  const { origin } = readCaller(context, services)
  recordOpening(context, services, asset, { ticket, text, index: segment.index })
  const head: InstantStartHead = {
    ...toPlaybackMedia(asset, `${origin}/m/${text}/${asset.episode.asset}/`),
    // Minus the time that the response may spend in a cache.
    expires_at: now + (seconds - maxAge) * 1000,
    server_time: now,
    duration_s: asset.episode.duration_s,
    start_s: startsAt,
    segment: segment.index,
    init_bytes: opening.init.length
  }
  return sendStart(context, head, opening, `public, max-age=${maxAge}`)
}

/** Null if the token or `t` is not valid, the episode is not available, or its files cannot be read. */
async function sendViewerStart(
  context: Context,
  services: Services,
  { token, xx_token, lang = 'pt' }: z.output<typeof viewerStartRequest>
): Promise<Response | null> {
  const credentials = { token: parseBearerToken(token), partnerToken: xx_token ?? null }
  const work = authorizeRequest(context, services, play, credentials).then(caller =>
    createPlayResponse({ ...services, ...caller, lang, trackExternalWait: untracked }, readEpisodeId(context))
  )
  const opened = await withDeadline(work, services.liveness).catch(toRefusal)
  if (opened === null) return null
  if ('refused' in opened) return sendStart(context, opened, null, PRIVATE_CACHE_CONTROL)
  const { answer, asset, ticket } = opened
  const fromLink = readStartTime(asset, context.req.query('t') ?? '0')
  if (fromLink === null) return null
  const segment = findSegment(asset, fromLink || toResumePosition(answer.position_s, asset.episode.duration_s))
  const opening = segment && (await readOpeningSegments(services, asset, segment.index))
  if (!opening) return null
  recordOpening(context, services, asset, { ...ticket, index: segment.index })
  // Resumes at the start of a segment, so that all bytes of the first one are shown.
  const start = { start_s: fromLink || segment.start, segment: segment.index, init_bytes: opening.init.length }
  return sendStart(context, { play: answer, ...start }, opening, PRIVATE_CACHE_CONTROL)
}

/** Errors other than a lock are left to `/drama/play`, which the app then calls. */
function toRefusal(error: unknown): LockedStartHead | null {
  if (!(error instanceof BusinessError)) throw error
  return lockedStartHead.safeParse({ refused: createFailureEnvelope(error.code, error.data) }).data ?? null
}

function recordOpening(
  context: Context,
  services: Services,
  { episode }: Asset,
  { index, ...issued }: { ticket: Ticket; text: string; index: number }
): void {
  const segment = { number: index, seconds: episode.segment_durations[index] ?? 0 }
  recordServedSegment(context, services, { ...issued, segment })
}

interface OpeningSegments {
  init: Buffer
  first: Buffer
}

async function readOpeningSegments(services: Services, asset: Asset, index: number): Promise<OpeningSegments | null> {
  const names = ['init.mp4', `${index}.m4s`]
  const [init = null, first = null] = await Promise.all(names.map(name => readObject(services, asset, name)))
  return init === null || first === null ? null : { init, first }
}

function sendStart(
  context: Context,
  head: InstantStartHead | ViewerStartHead | LockedStartHead,
  opening: OpeningSegments | null,
  cacheControl: string
): Response {
  const text = Buffer.from(JSON.stringify(head))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length)
  const media = opening ? [opening.init, opening.first] : []
  return context.body(Buffer.concat([length, text, ...media]), 200, {
    'Content-Type': 'application/octet-stream',
    'Cache-Control': cacheControl
  })
}

const WHOLE_FILE = { isHead: false, range: null, ifNoneMatch: null }

async function readObject({ media, log }: Services, asset: Asset, name: string): Promise<Buffer | null> {
  const file = findAssetFile(asset, `${asset.renditions[0]?.name}/${name}`)
  if (file?.kind !== 'object') return null
  try {
    const found = await media.open(file.assetLocation, WHOLE_FILE)
    if (found?.state !== 'content') return null
    return Buffer.from(await new Response(found.body).arrayBuffer())
  } catch (error) {
    if (!(error instanceof MediaUnavailable)) throw error
    log.error({ error: { message: error.message } }, 'media unavailable')
    return null
  }
}
