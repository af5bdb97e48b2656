// Separate from the request, because the script tag needs only that.
import type { StartRequest } from './request.js'

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
