/** `muted`: plays only without sound; `blocked`: needs a tap; `interrupted`: by a pause or a new source. */
export type PlayAttemptResult = 'allowed' | 'muted' | 'blocked' | 'interrupted'

export async function attemptPlay(video: HTMLVideoElement, isMuted: boolean): Promise<PlayAttemptResult> {
  video.muted = isMuted
  try {
    await video.play()
    return 'allowed'
  } catch (error) {
    if (isInterrupted(error)) return 'interrupted'
    if (!isNotAllowed(error)) throw error
  }
  video.muted = true
  try {
    await video.play()
    return isMuted ? 'allowed' : 'muted'
  } catch (error) {
    if (isInterrupted(error)) return 'interrupted'
    if (isNotAllowed(error)) return 'blocked'
    throw error
  }
}

function isInterrupted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

function isNotAllowed(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'NotAllowedError'
}
