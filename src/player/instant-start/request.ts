import type { InstantStartResponse } from '../../../contract/episode.js'
import type { LaunchEnvironment } from '../../core/environment.js'
import { FETCH_POLICY } from '../../core/request/headers.js'
import { readToken } from '../../core/session/visitor-sign-in.js'
import type { VideoSource } from '../../video/source.js'
import type { VideoSlot, VideoSlotEvents } from '../../video/video-slot.js'
import type { RenewMedia, SignedMedia } from '../media/signed-media.js'

/** A `<video>` whose MediaSource opens while the network is waited for, which saves two turns of the event loop. */
export interface PreopenedVideo {
  video: HTMLVideoElement
  mediaSource: MediaSource
  /** The element's source until something else is loaded into it. */
  address: string
}

/** The first bytes of the episode that a new visitor lands on, requested before the app's code has loaded. */
export interface StartRequest {
  /** The screen it is for, as `firstScreenOf` names it. */
  screen: string
  /** In ms of `performance.now()`. */
  since: number
  /** Its body is described in contract/episode.ts. */
  response: Promise<Response>
  /** Undefined where hls.js does not stream, and once its stream is used. */
  preopened: PreopenedVideo | undefined
  /** Created by the loader or by the player, whichever has its code first. */
  instantStart?: InstantStart
  /** Only the first player may use it. */
  isClaimed?: boolean
}

/**
 * Requests the first bytes of the episode on `screen` beside the sign-in and without its headers. Undefined if the
 * screen is not an episode, or if a token is stored: that viewer may have stopped later in the episode.
 */
export function requestInstantStart(
  { fetch, storage }: LaunchEnvironment,
  apiBase: string,
  screen: string | undefined,
  signal: AbortSignal
): StartRequest | undefined {
  const [, dramaId, no] = /^play:([^:]+):(\d+)$/.exec(screen ?? '') ?? []
  if (screen === undefined || dramaId === undefined || readToken(storage)) return undefined
  const address = `${apiBase}/m/opening/${encodeURIComponent(dramaId)}/${no}`
  const response = fetch(address, { ...FETCH_POLICY, signal })
  // Prevents an unhandled rejection if the response is never used.
  response.catch(() => undefined)
  return { screen, since: performance.now(), response, preopened: preopenVideo() }
}

/** The request if it is for this screen; false for everyone after the first. */
export function claimStart(request: StartRequest | undefined, screen: string | undefined): StartRequest | undefined {
  if (!request || request.isClaimed) return undefined
  request.isClaimed = true
  return request.screen === screen ? request : undefined
}

function preopenVideo(): PreopenedVideo | undefined {
  if (!globalThis.MediaSource || 'ManagedMediaSource' in globalThis) return undefined
  const video = document.createElement('video')
  const mediaSource = new MediaSource()
  const address = URL.createObjectURL(mediaSource)
  video.src = address
  return { video, mediaSource, address }
}

/** Empties the element if nothing was loaded into its stream: it must not look as if something were. */
export function closePreopened({ preopened }: StartRequest): void {
  if (!preopened) return
  const { video, address } = preopened
  if (video.src === address) {
    video.removeAttribute('src')
    video.load()
  }
  URL.revokeObjectURL(address)
}

export interface StartMedia {
  head: InstantStartResponse
  media: SignedMedia
  /** From the episode's start. */
  source: VideoSource
}

export interface InstantStart {
  /** Rejects if the response cannot be read. */
  opened: Promise<StartMedia>
  /**
   * Shows the picture over the whole root until the player takes over, whose code `loadPlayer` loads after the first
   * frame. Resolves when there is a frame, or when there will be none.
   */
  show(root: ShadowRoot, loadPlayer: () => Promise<unknown>): Promise<void>
  /** Gives the video to the player, which also receives the events so far of the first load. */
  handOver(events: VideoSlotEvents, renew: RenewMedia, signal: AbortSignal): VideoSlot
}
