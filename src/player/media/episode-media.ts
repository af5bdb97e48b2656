import type { PlayResponse } from '../../../contract/episode.js'
import type { App } from '../../core/app.js'
import { firstScreenOf } from '../../core/campaign/deep-link.js'
import { waitAtMost } from '../../core/lib/wait-at-most.js'
import type { PlayerPage } from '../../core/playback/player-page.js'
import type { VideoSource } from '../../video/source.js'
import type { PreopenedSlot } from '../../video/video-pool.js'
import { claimStart, closePreopened } from '../instant-start/claim.js'
import { getInstantStart, type InstantStartOptions } from '../instant-start/instant-start.js'
import type { PlayerStarts } from '../instant-start/player-starts.js'
import type { InstantStart, StartMedia, StartRequest } from '../instant-start/request.js'
import { createSignedMedia, isSameEpisodeFile, type SignedMedia } from './signed-media.js'

export interface EpisodeMedia {
  readonly instantStart: PreopenedSlot | undefined
  readonly requestedAt: number | undefined
  /** Returns the same object for each call, so that a renewed ticket reaches the element that plays. */
  of(answer: PlayResponse): SignedMedia | undefined
  afterInstantStart(task: () => void): void
  /** Whether instant start already plays this episode file. Call once per response. */
  hasBegun(answer: PlayResponse): boolean
}

export function createEpisodeMedia(
  app: App,
  page: PlayerPage,
  startRequest: StartRequest | undefined,
  starts: PlayerStarts,
  onBegun: (no: number, source: VideoSource) => void
): EpisodeMedia {
  const { clock } = app.environment
  const first = page.$play.get()
  const mediaOfResponse = new WeakMap<PlayResponse, SignedMedia | undefined>()
  const request = claimStart(
    startRequest,
    firstScreenOf('player', { drama_id: page.dramaId, episode_no: `${first.no}` })
  )
  const instantStart = request && getInstantStart(request, instantStartOptions(app))
  let startedMedia: Pick<StartMedia, 'play' | 'media'> | undefined
  let pendingStart = request && instantStart && consume(request, instantStart)

  async function openStart({ opened }: InstantStart) {
    const { play, media, source } = await opened
    const { no, state } = page.$play.get()
    const isStillExpected = no === first.no && (state === 'loading' || state === 'playing')
    if (!isStillExpected || !pendingStart || app.signal.aborted) return
    startedMedia = { play, media }
    onBegun(first.no, source)
  }

  async function consume(request: StartRequest, instantStart: InstantStart) {
    await waitAtMost(clock, openStart(instantStart))
    pendingStart = undefined
    if (!startedMedia) closePreopened(request)
  }

  return {
    instantStart: instantStart && {
      no: first.no,
      take: (events, signal) => instantStart.handOver(events, page.renewTicket, signal)
    },
    requestedAt: request && clock.now() - (performance.now() - request.since),
    afterInstantStart(task) {
      if (pendingStart) void pendingStart.then(task)
      else task()
    },
    of(answer) {
      if (!mediaOfResponse.has(answer)) {
        const { $quality } = app.playbackSettings
        mediaOfResponse.set(
          answer,
          createSignedMedia(answer, page.renewTicket, $quality, starts.takePrefetched(answer))
        )
      }
      return mediaOfResponse.get(answer)
    },
    hasBegun(answer) {
      const start = startedMedia
      startedMedia = undefined
      const isSame = start && answer.episode.no === first.no && isSameEpisodeFile(start.play, answer)
      const isOwnAnswer = start && 'play_id' in start.play && start.play.play_id === answer.play_id
      // A link with a time begins there, also for a viewer who has stopped elsewhere.
      const isAtBeginning = answer.position_s === 0 && !request?.viewerBody
      const isAtPosition = isOwnAnswer || isAtBeginning || request?.position
      if (!isSame || !isAtPosition) return false
      mediaOfResponse.set(answer, start.media)
      return true
    }
  }
}

function instantStartOptions({ environment, playbackSettings, signal }: App): InstantStartOptions {
  const { $isMuted, $quality: quality } = playbackSettings
  // Only the loader calls `show`, which needs `onLeave`.
  return { environment, signal, quality, isMuted: () => $isMuted.get(), onLeave: () => undefined }
}
