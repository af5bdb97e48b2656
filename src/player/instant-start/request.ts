import type { InstantStartHead, PlayResponse } from '../../../contract/episode.js'
import type { LaunchEnvironment } from '../../core/environment.js'
import type { StartHead } from '../../core/playback/instant-start-play.js'
import { FETCH_POLICY } from '../../core/request/headers.js'
import { viewerStartBody } from '../../core/session/visitor-login-request.js'
import { findMediaSource } from '../../dom/browser-features/media-source.js'
import type { PreopenedVideo, VideoSource } from '../../video/source.js'
import type { VideoSlot, VideoSlotEvents } from '../../video/video-slot.js'
import type { RenewMedia, SignedMedia } from '../media/signed-media.js'

export interface StartRequest {
  screen: string | undefined
  /** In seconds of the episode. */
  position: number
  since: number
  response: Promise<Response>
  /** As `viewerStartBody` returns it. */
  viewerBody: string | undefined
  /** Undefined in browsers that play without hls.js, and after its first use. */
  preopened: PreopenedVideo | undefined
  instantStart?: InstantStart
  isClaimed?: boolean
}

export interface StartRequestOptions {
  /** As `firstScreenOf` names it. */
  screen: string | undefined
  /** Of the address inside the app. */
  query: Record<string, string>
  lang: string
  partnerToken: string | undefined
}

/**
 * Requests the first bytes of an episode without waiting for the app or the sign-in. Undefined if `screen` is not an
 * episode, or if what a viewer with a session will see is not known yet: the app then redeems a promo link first, or
 * looks for the episode to resume.
 */
export function requestInstantStart(
  { fetch, storage, page }: LaunchEnvironment,
  apiBase: string,
  { screen, query: { episode_no, t }, lang, partnerToken }: StartRequestOptions,
  signal: AbortSignal
): StartRequest | undefined {
  const episode = /^play:([\w-]+:\d+)$/.exec(screen ?? '')?.[1]?.replace(':', '/')
  const viewerBody = viewerStartBody(storage, lang, partnerToken)
  if (!episode || (viewerBody && (!episode_no || /[?&]lps=/.test(page.url)))) return undefined
  // The player ignores the time without an episode, too.
  const position = episode_no ? Math.max(0, Number(t) || 0) : 0
  const response = fetchStart(fetch, apiBase, episode, position, viewerBody, signal)
  // Prevents an unhandled rejection if the response is never used.
  response.catch(() => undefined)
  return {
    screen,
    position,
    since: performance.now(),
    response,
    viewerBody,
    preopened: preopenVideo()
  }
}

/** `episode`: `<drama_id>/<episode_no>`. `position` in seconds. */
export function fetchStart(
  fetch: LaunchEnvironment['fetch'],
  apiBase: string,
  episode: string,
  position: number,
  viewerBody: string | undefined,
  signal: AbortSignal
): Promise<Response> {
  return fetch(`${apiBase}/m/opening/${episode}${position ? `?t=${position}` : ''}`, {
    ...FETCH_POLICY,
    signal,
    // As text, because a header would cost a CORS preflight.
    method: viewerBody && 'POST',
    body: viewerBody
  } as RequestInit)
}

function preopenVideo(): PreopenedVideo | undefined {
  const MediaSource = findMediaSource()
  if (!MediaSource) return undefined
  const video = document.createElement('video')
  const mediaSource = new MediaSource()
  const objectUrl = URL.createObjectURL(mediaSource)
  // A ManagedMediaSource opens only without AirPlay.
  video.disableRemotePlayback = true
  video.src = objectUrl
  return { video, mediaSource, objectUrl }
}

export interface StartMedia {
  play: InstantStartHead | PlayResponse
  media: SignedMedia
  source: VideoSource
}

export interface InstantStart {
  head: Promise<StartHead>
  opened: Promise<StartMedia>
  /**
   * Shows the video over the root until the player takes over. Calls `loadPlayer` when the picture moves, because the
   * app's code would delay that, and resolves then or when it will not move.
   */
  show(root: ShadowRoot, loadPlayer: () => Promise<unknown>): Promise<void>
  handOver(events: VideoSlotEvents, renew: RenewMedia, signal: AbortSignal): VideoSlot
}
