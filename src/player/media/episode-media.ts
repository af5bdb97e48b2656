import type { InstantStartResponse, PlayResponse } from '../../../contract/episode.js'
import type { App } from '../../core/app.js'
import { firstScreenOf } from '../../core/campaign/deep-link.js'
import { waitAtMost } from '../../core/lib/wait-at-most.js'
import type { PlayerPage } from '../../core/playback/player-page.js'
import type { VideoSource } from '../../video/source.js'
import type { PreopenedSlot } from '../../video/video-pool.js'
import { getInstantStart, type InstantStartOptions } from '../instant-start/instant-start.js'
import { claimStart, closePreopened, type InstantStart, type StartRequest } from '../instant-start/request.js'
import { createSignedMedia, isSameEpisodeFile, type SignedMedia } from './signed-media.js'

export interface EpisodeMedia {
  /** The slot in which the first episode may start before its answer. */
  readonly instantStart: PreopenedSlot | undefined
  /** When instant start was requested, in epoch ms; undefined without one. */
  readonly requestedAt: number | undefined
  /** The same for every call, so that a renewed ticket reaches the element that plays. */
  of(answer: PlayResponse): SignedMedia | undefined
  /** Runs the task when instant start has begun or was given up; at once if there is none. */
  whenStartConsumed(task: () => void): void
  /** Whether instant start already plays what this answer holds. Call once per answer. */
  hasBegun(answer: PlayResponse): boolean
}

/** `onBegun` is called once, if instant start has opened its media before the answer. */
export function createEpisodeMedia(
  app: App,
  page: PlayerPage,
  startRequest: StartRequest | undefined,
  onBegun: (no: number, source: VideoSource) => void
): EpisodeMedia {
  const { clock } = app.environment
  const first = page.$play.get()
  const known = new WeakMap<PlayResponse, SignedMedia | undefined>()
  const request = claimStart(startRequest, firstScreenOf('play', { drama_id: page.dramaId, episode_no: `${first.no}` }))
  const instantStart = request && getInstantStart(request, instantStartOptions(app))
  let begun: { head: InstantStartResponse; media: SignedMedia } | undefined
  let consumed = request && instantStart && consume(request, instantStart)

  async function begin({ opened }: InstantStart) {
    const { head, media, source } = await opened
    // Meanwhile a lock or another episode may be on screen.
    const { no, state } = page.$play.get()
    const isWanted = no === first.no && (state === 'loading' || state === 'playing')
    if (!isWanted || !consumed || app.signal.aborted) return
    begun = { head, media }
    onBegun(first.no, source)
  }

  async function consume(request: StartRequest, instantStart: InstantStart) {
    await waitAtMost(clock, begin(instantStart))
    consumed = undefined
    if (!begun) closePreopened(request)
  }

  return {
    instantStart: instantStart && {
      no: first.no,
      take: (events, signal) => instantStart.handOver(events, page.renewTicket, signal)
    },
    requestedAt: request && clock.now() - (performance.now() - request.since),
    whenStartConsumed(task) {
      if (consumed) void consumed.then(task)
      else task()
    },
    of(answer) {
      if (!known.has(answer)) known.set(answer, createSignedMedia(answer, page.renewTicket, app.settings.$quality))
      return known.get(answer)
    },
    hasBegun(answer) {
      const start = begun
      begun = undefined
      const isSame = start && answer.episode.no === first.no && isSameEpisodeFile(start.head, answer)
      if (!isSame || answer.position_s > 0) return false
      known.set(answer, start.media)
      return true
    }
  }
}

function instantStartOptions({ environment, settings, signal }: App): InstantStartOptions {
  const { $isMuted, $quality: quality } = settings
  // The picture stays as long as its page, which is the app's to decide.
  return { environment, signal, quality, isMuted: () => $isMuted.get(), onLeave: () => undefined }
}
