/** How an episode started: with sound as wanted, only without it, not at all until the viewer taps; or it was called off. */
export type Autoplay = 'allowed' | 'muted' | 'blocked' | 'interrupted'

/** Plays with the wanted sound, else muted; rejects only when the element itself cannot play. */
export async function autoplay(video: HTMLVideoElement, isMuted: boolean): Promise<Autoplay> {
  video.muted = isMuted
  try {
    await video.play()
    return 'allowed'
  } catch (error) {
    if (isInterrupted(error)) return 'interrupted'
    if (!isRefused(error)) throw error
  }
  video.muted = true
  try {
    await video.play()
    return isMuted ? 'allowed' : 'muted'
  } catch (error) {
    if (isInterrupted(error)) return 'interrupted'
    if (isRefused(error)) return 'blocked'
    throw error
  }
}

/** A pause or a new source came before playing began: not a fault. */
function isInterrupted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

function isRefused(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'NotAllowedError'
}
