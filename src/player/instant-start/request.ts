import type { InstantStartResponse } from '../../../contract/episode.js'
import type { LaunchEnvironment } from '../../core/environment.js'
import { FETCH_POLICY } from '../../core/request/headers.js'
import { readToken } from '../../core/session/visitor-login-request.js'
import type { PreopenedVideo, VideoSource } from '../../video/source.js'
import type { VideoSlot, VideoSlotEvents } from '../../video/video-slot.js'
import type { RenewMedia, SignedMedia } from '../media/signed-media.js'

export interface StartRequest {
  screen: string
  since: number
  response: Promise<Response>
  /** Undefined in browsers that play without hls.js, and after its first use. */
  preopened: PreopenedVideo | undefined
  instantStart?: InstantStart
  isClaimed?: boolean
}

/**
 * Requests the first bytes of an episode without waiting for the sign-in. Undefined if `screen` is not an episode, or
 * if a token is stored, because that viewer may resume later in the episode.
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

function preopenVideo(): PreopenedVideo | undefined {
  if (!globalThis.MediaSource || 'ManagedMediaSource' in globalThis) return undefined
  const video = document.createElement('video')
  const mediaSource = new MediaSource()
  const objectUrl = URL.createObjectURL(mediaSource)
  video.src = objectUrl
  return { video, mediaSource, objectUrl }
}

export interface StartMedia {
  head: InstantStartResponse
  media: SignedMedia
  source: VideoSource
}

export interface InstantStart {
  opened: Promise<StartMedia>
  /**
   * Shows the video over the root until the player takes over. Calls `loadPlayer` after the first frame, and resolves
   * with that frame or when there will be none.
   */
  show(root: ShadowRoot, loadPlayer: () => Promise<unknown>): Promise<void>
  handOver(events: VideoSlotEvents, renew: RenewMedia, signal: AbortSignal): VideoSlot
}
