import type { Environment, PreopenedVideo } from '../../core/environment.js'
import { FETCH_POLICY } from '../../core/request/headers.js'
import { readToken } from '../../core/session/visitor-sign-in.js'

/** A start hint on its way, whose form `contract/start-hint.ts` tells; `since` in ms of `performance.now()`. */
export interface StartRequest {
  since: number
  response: Promise<Response>
  /** What it may be played in. */
  stream: PreopenedVideo | undefined
}

export interface StartRequests {
  /** What was asked for, and no page has taken yet. */
  asked(): StartRequest | undefined
  /** Gives the hint to the page that wants it, once. */
  take(want: string): StartRequest | undefined
}

/**
 * Asks how the episode of a `want` begins, beside the sign-in and without its headers, so that the first frame need not
 * wait for either. Asks nothing where the first screen is no episode, or the viewer has a token.
 */
export function requestInstantStart(
  { fetch, openStream, storage }: Environment,
  apiBase: string,
  want: string | undefined,
  signal: AbortSignal
): StartRequests {
  const [, dramaId, no] = /^play:([^:]+):(\d+)$/.exec(want ?? '') ?? []
  // Who has been here before may have stopped further on.
  if (dramaId === undefined || readToken(storage)) return { asked: () => undefined, take: () => undefined }
  const address = `${apiBase}/m/opening/${encodeURIComponent(dramaId)}/${no}`
  const response = fetch(address, { ...FETCH_POLICY, signal })
  // Whoever takes it hears of it; nobody has to.
  response.catch(() => undefined)
  let asked: StartRequest | undefined = { since: performance.now(), response, stream: openStream() }
  return {
    asked: () => asked,
    take(wanted) {
      const taken = wanted === want ? asked : undefined
      asked = undefined
      return taken
    }
  }
}

/** Opening takes two turns of the page's event loop, which are spared while the network is waited for. */
export function openStream(): PreopenedVideo | undefined {
  if (!globalThis.MediaSource || 'ManagedMediaSource' in globalThis) return undefined
  const video = document.createElement('video')
  const mediaSource = new MediaSource()
  const address = URL.createObjectURL(mediaSource)
  video.src = address
  return { video, mediaSource, address }
}
