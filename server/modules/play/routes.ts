import type { z } from 'zod'
import type { PlayResponse, play, progress } from '../../../contract/episode.js'
import { BusinessError, createParameterError } from '../../http/business-error.js'
import type { RequestContext } from '../../http/request-context.js'
import { createIdentifier } from '../../lib/identifier.js'
import type { Asset } from '../catalogue/package/asset-registry.js'
import { toEpisodeId } from '../catalogue/package/package-writes.js'
import { formatEpisodeTitle, languageNames } from '../catalogue/titles.js'
import { computeAnonymousOwner } from '../media/served-segment.js'
import type { Ticket } from '../media/ticket.js'
import { findReachedTasks } from '../reward/task/progress.js'
import { requireViewer } from '../visitor/session.js'
import { toPlaybackMedia } from './playback-media.js'
import { saveProgress } from './queries.js'
import { type AccessibleEpisode, requireAccess, requireWatchableEpisode } from './require-access.js'
import { isAtEpisodeEnd, toStartPosition } from './start-position.js'
import { toTicketSeconds } from './ticket-duration.js'
import { recordBeats } from './watch-time.js'

export async function postPlay(context: RequestContext, request: z.output<typeof play.request>): Promise<PlayResponse> {
  return (await createPlayResponse(context, readEpisodeId(request))).answer
}

/** Throws 4201, 4203 or 4204 if the viewer may not watch the episode. */
export async function createPlayResponse(
  context: RequestContext,
  episodeId: string
): Promise<{ answer: PlayResponse; asset: Asset; ticket: IssuedTicket }> {
  const accessible = await requireAccess(context, episodeId)
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
      userId: accessible.viewer.userId,
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

/** `text` is what the URL has. */
interface IssuedTicket {
  ticket: Ticket
  text: string
}

function issueTicket(
  { config, now, ticketSigner }: RequestContext,
  { viewer, episode, episodeAccess: access, vip }: AccessibleEpisode
): IssuedTicket {
  const until = access.freeUntil ?? (access.state === 'pass' ? Number(vip.until) : null)
  const secondsLeft = until === null ? null : (until - now.getTime()) / 1000
  const seconds = config.mediaTicketSeconds ?? toTicketSeconds(episode.duration_s, secondsLeft)
  const expiresAt = now.getTime() + seconds * 1000
  const ticket = { asset: episode.asset, expiresAt, userId: viewer.userId }
  return { ticket, text: ticketSigner.sign(ticket) }
}

export async function postProgress(context: RequestContext, request: z.output<typeof progress.request>) {
  const counted = await countBeats(context, request)
  const { userId } = requireViewer(context.viewer)
  const episode = await requireWatchableEpisode(context, request.episode_id)
  const positionSeconds = Math.min(request.position_s, episode.duration_s)
  await saveProgress(context.db, {
    userId,
    dramaId: episode.drama_id,
    episodeId: episode.id,
    episodeNo: episode.no,
    positionSeconds,
    durationSeconds: episode.duration_s,
    isFinished: isAtEpisodeEnd(positionSeconds, episode.duration_s),
    now: new Date(context.now.getTime() - request.age_s * 1000)
  })
  return { ok: true, tasks_changed: await findReachedTasks(context, counted) }
}

/** Counts beats even if access has ended: the play id proves that the viewer had it. */
async function countBeats(
  context: RequestContext,
  { play_id, episode_id, beats }: z.output<typeof progress.request>
): Promise<number> {
  const { config, db, now, playIds, viewer, deviceId, servedMedia } = context
  if (beats === undefined || beats.length === 0) return 0
  const { userId } = requireViewer(viewer)
  const issuedAt = playIds.issuedAt(play_id, { userId, episodeId: episode_id })
  if (issuedAt === null) throw createParameterError('play_id')
  const isServedHere = config.countedWatchTime === 'served'
  if (isServedHere) await servedMedia.flush()
  const filmOwners = isServedHere ? [userId, computeAnonymousOwner(context)] : null
  const play = { userId, deviceId, playId: play_id, episodeId: episode_id, issuedAt: new Date(issuedAt), filmOwners }
  return recordBeats(db, { ...play, beats, now })
}
