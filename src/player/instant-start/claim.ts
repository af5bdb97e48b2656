// Separate from the request, because the script tag needs only that.
import type { App } from '../../core/app.js'
import { firstScreenOf } from '../../core/campaign/deep-link.js'
import { type StartHead, viewerBodyOf } from '../../core/playback/instant-start-play.js'
import type { StartRequest } from './request.js'

/** The returned function reads the head of instant start, if it is for this page and viewer. Call it before the claim. */
export function createStartHeadReader(
  app: App,
  request: StartRequest | undefined,
  query: Record<string, string>
): () => Promise<StartHead> | undefined {
  const isForPage = request?.viewerBody && !request.isClaimed && request.screen === firstScreenOf('player', query)
  return () => (isForPage && request.viewerBody === viewerBodyOf(app) ? request.instantStart?.head : undefined)
}

export function claimStart(request: StartRequest | undefined, screen: string | undefined): StartRequest | undefined {
  if (!request || request.isClaimed) return undefined
  request.isClaimed = true
  return request.screen === screen ? request : undefined
}

/** Empties an element whose stream was not used, because a `src` would suggest a loaded source. */
export function closePreopened({ preopened }: StartRequest): void {
  if (!preopened) return
  const { video, objectUrl } = preopened
  if (video.src === objectUrl) {
    video.removeAttribute('src')
    video.load()
  }
  URL.revokeObjectURL(objectUrl)
}
