import type { z } from 'zod'
import type { PlayResponse, play, progress } from '../../../contract/episode.js'
import { BusinessError, createParameterError } from '../../http/business-error.js'
import type { RequestContext } from '../../http/request-context.js'
import { createIdentifier } from '../../lib/identifier.js'
import { readEpisode } from '../catalogue/cached-catalogue.js'
import type { Asset } from '../catalogue/package/asset-registry.js'
import { toEpisodeId } from '../catalogue/package/package-writes.js'
import { formatEpisodeTitle, languageNames } from '../catalogue/titles.js'
import { computeAnonymousOwner } from '../media/served-segment.js'
import type { Ticket } from '../media/ticket.js'
import { requireViewer } from '../visitor/session.js'
import { MAX_PLAY_AGE_MS } from './beat-retention.js'
import { toPlaybackMedia } from './playback-media.js'
import type { ProgressChange, WatchReport } from './progress-report.js'
import {
  type AccessibleEpisode,
  requireAccess,
  requireWatchableEpisode,
  type WatchableEpisode
} from './require-access.js'
import { isAtEpisodeEnd, toStartPosition } from './start-position.js'
import { toTicketSeconds } from './ticket-duration.js'

export async function postPlay(context: RequestContext, request: z.output<typeof play.request>): Promise<PlayResponse> {
  return (await createPlayResponse(context, readEpisodeId(request))).answer
}

/** Throws 4201, 4203 or 4204 if the viewer may not watch the episode. */
export async function createPlayResponse(
  context: RequestContext,
  episodeId: string
): Promise<{ answer: PlayResponse; asset: Asset; ticket: IssuedTicket }> {
  const accessible = await requireAccess(context, episodeId)
  return createEpisodePlay(context, { ...accessible, userId: accessible.viewer.userId })
}

/** Throws 4204 if this server does not have the film. */
export function createEpisodePlay(
  context: RequestContext,
  accessible: PlayableEpisode
): { answer: PlayResponse; asset: Asset; ticket: IssuedTicket } {
  const { episode, episodeAccess: access, next } = accessible
  const asset = context.assets.asset(episode.asset)
  if (asset === null) throw new BusinessError(4204)
  const ticket = issueTicket(context, accessible)
  const folder = `${context.origin}/m/${ticket.text}/${episode.asset}/`
  const answer: PlayResponse = {
    drama_id: episode.drama_id,
    episode: {
      id: episode.id,
      no: episode.no,
      title: formatEpisodeTitle(episode.title, access.no, context.lang),
      duration_s: episode.duration_s
    },
    ...toPlaybackMedia(asset, folder),
    captions: asset.episode.captions.map(({ lang }) => ({
      lang,
      label: languageNames[lang],
      url: `${folder}captions/${lang}.vtt`
    })),
    next: next === null ? null : { id: next.id, no: next.no, state: next.state, price: next.price },
    ...(accessible.episodeAccess.freeUntil === undefined ? {} : { free_until: accessible.episodeAccess.freeUntil }),
    position_s: toStartPosition(accessible.position_s, episode.duration_s),
    play_id: context.playIds.sign(createIdentifier('p', context), {
      userId: accessible.userId,
      episodeId: episode.id
    }),
    expires_at: ticket.ticket.expiresAt,
    server_time: context.now.getTime()
  }
  return { answer, asset, ticket }
}

function readEpisodeId({ episode_id, drama_id, episode_no }: z.output<typeof play.request>): string {
  if (episode_id !== undefined) return episode_id
  if (drama_id === undefined || episode_no === undefined) throw createParameterError('episode_id')
  return toEpisodeId(drama_id, episode_no)
}

interface PlayableEpisode extends Omit<AccessibleEpisode, 'viewer'> {
  userId: string
}

/** `text` is what the URL has. */
interface IssuedTicket {
  ticket: Ticket
  text: string
}

function issueTicket(
  { config, now, ticketSigner }: RequestContext,
  { userId, episode, episodeAccess: access, vip }: PlayableEpisode
): IssuedTicket {
  const until = access.freeUntil ?? (access.state === 'pass' ? Number(vip.until) : null)
  const secondsLeft = until === null ? null : (until - now.getTime()) / 1000
  const seconds = config.mediaTicketSeconds ?? toTicketSeconds(episode.duration_s, secondsLeft)
  const expiresAt = now.getTime() + seconds * 1000
  const ticket = { asset: episode.asset, expiresAt, userId }
  return { ticket, text: ticketSigner.sign(ticket) }
}

export async function postProgress(context: RequestContext, request: z.output<typeof progress.request>) {
  const { userId } = requireViewer(context.viewer)
  const { now } = context
  const { episode_id: episodeId } = request
  const watched = await toWatchReport(context, request)
  const watchable = await findWatchableEpisode(context, episodeId)
  const position = 'refusal' in watchable ? null : toPosition(watchable, { userId, request, now })
  const tasks_changed = await context.progress.write({ userId, episodeId, now, watched, position })
  if ('refusal' in watchable) throw watchable.refusal
  return { ok: true, tasks_changed }
}

/** Beats count even if access has ended: the play id proves that the viewer had it. */
async function findWatchableEpisode(
  context: RequestContext,
  episodeId: string
): Promise<WatchableEpisode | { refusal: BusinessError }> {
  try {
    return await requireWatchableEpisode(context, episodeId)
  } catch (error) {
    if (error instanceof BusinessError) return { refusal: error }
    throw error
  }
}

function toPosition(
  episode: WatchableEpisode,
  { userId, request, now }: { userId: string; request: z.output<typeof progress.request>; now: Date }
): ProgressChange {
  const positionSeconds = Math.min(request.position_s, episode.duration_s)
  return {
    userId,
    dramaId: episode.drama_id,
    episodeId: episode.id,
    episodeNo: episode.no,
    positionSeconds,
    durationSeconds: episode.duration_s,
    isFinished: isAtEpisodeEnd(positionSeconds, episode.duration_s),
    now: new Date(now.getTime() - request.age_s * 1000)
  }
}

/** Throws 4001 if the play id was not issued to this viewer for this episode, or too long ago. */
async function toWatchReport(
  context: RequestContext,
  { play_id, episode_id, beats }: z.output<typeof progress.request>
): Promise<WatchReport | null> {
  const { config, playIds, viewer, deviceId, now } = context
  if (beats === undefined || beats.length === 0) return null
  const { userId } = requireViewer(viewer)
  const issuedAt = playIds.issuedAt(play_id, { userId, episodeId: episode_id })
  if (issuedAt === null || now.getTime() - issuedAt > MAX_PLAY_AGE_MS) throw createParameterError('play_id')
  const filmOwners = config.countedWatchTime === 'served' ? [userId, computeAnonymousOwner(context)] : null
  const episode = await readEpisode(context, episode_id)
  return { deviceId, playId: play_id, issuedAt: new Date(issuedAt), filmOwners, beats, episode }
}
