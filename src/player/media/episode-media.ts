// The media of every answer; those of a free episode begin before it, with what came beside the sign-in.
import type { InstantStartResponse, PlayAnswer } from '../../../contract/episode.js'
import type { App } from '../../core/app.js'
import { firstScreenOf } from '../../core/campaign/deep-link.js'
import { waitAtMost } from '../../core/lib/wait-at-most.js'
import type { PlayerPage } from '../../core/playback/player-page.js'
import type { VideoSource } from '../../video/source.js'
import type { PreopenedSlot } from '../../video/video-pool.js'
import type { VideoSlotEvents } from '../../video/video-slot.js'
import { type InstantStart, type InstantStartOptions, startInstantStart } from '../instant-start/instant-start.js'
import type { StartRequest } from '../instant-start/request.js'
import { createSignedMedia, isSameEpisodeFile, type SignedMedia } from './signed-media.js'

export interface EpisodeMedia {
  /** Where an episode may begin before its answer. */
  readonly instantStart: PreopenedSlot | undefined
  /** When the viewer began to wait for the first episode, in epoch ms; undefined where that is now. */
  readonly requestedAt: number | undefined
  /** One for all who speak of an answer: what is renewed is renewed for the element that has it already. */
  of(answer: PlayAnswer): SignedMedia | undefined
  /** Runs the task when the first episode has begun, or when that is waited for no longer; at once if it is now. */
  whenStartConsumed(task: () => void): void
  /** Whether the episode on stage has been begun as this answer would have it; asked once for each answer. */
  hasBegun(answer: PlayAnswer): boolean
}

/** `onBegun` is called once, if a hint is there before the answer. */
export function createEpisodeMedia(
  app: App,
  page: PlayerPage,
  onBegun: (no: number, source: VideoSource) => void
): EpisodeMedia {
  const first = page.$play.get()
  const known = new WeakMap<PlayAnswer, SignedMedia | undefined>()
  let instantStartFor: { head: InstantStartResponse; media: SignedMedia } | undefined
  let beginning: Promise<void> | undefined

  async function begin({ opened }: InstantStart) {
    const { head, media, source } = await opened
    // An answer may be waiting for this, and a lock or another episode may have come instead.
    const { no, state } = page.$play.get()
    const isWanted = no === first.no && (state === 'loading' || state === 'playing')
    if (!isWanted || !beginning || app.signal.aborted) return
    instantStartFor = { head, media }
    onBegun(first.no, source)
  }
  // Without it the episode begins with its answer.
  async function settle(hint: StartRequest, act: InstantStart) {
    await waitAtMost(app.environment.clock, begin(act))
    beginning = undefined
    if (!instantStartFor) close(hint)
  }

  const asked = app.hints.take(firstScreenOf('play', { drama_id: page.dramaId, episode_no: `${first.no}` }) ?? '')
  const act = asked && startInstantStart(settingOf(app), asked)
  beginning = act && settle(asked, act)
  const early = act && {
    no: first.no,
    take: (events: VideoSlotEvents, signal: AbortSignal) => act.take(events, page.renewTicket, signal)
  }

  return {
    instantStart: early,
    requestedAt: asked && app.environment.clock.now() - (performance.now() - asked.since),
    whenStartConsumed(task) {
      if (beginning) void beginning.then(task)
      else task()
    },
    of(answer) {
      if (!known.has(answer)) known.set(answer, createSignedMedia(answer, page.renewTicket, app.settings.$quality))
      return known.get(answer)
    },
    hasBegun(answer) {
      const begun = instantStartFor
      instantStartFor = undefined
      const isSame = begun && answer.episode.no === first.no && isSameEpisodeFile(begun.head, answer)
      if (!isSame || answer.position_s > 0) return false
      known.set(answer, begun.media)
      return true
    }
  }
}

/** Of an app that is there; the picture stays as long as its page. */
function settingOf({ environment, settings, signal }: App): InstantStartOptions {
  const { $isMuted, $quality: quality } = settings
  return { environment, signal, quality, isMuted: () => $isMuted.get(), onLeave: () => undefined }
}

/** What nothing came into must not look as if something were there. */
function close({ stream }: StartRequest) {
  if (!stream) return
  if (stream.video.src === stream.address) {
    stream.video.removeAttribute('src')
    stream.video.load()
  }
  URL.revokeObjectURL(stream.address)
}
