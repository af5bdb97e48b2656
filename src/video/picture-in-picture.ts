/** A small window over everything else, in which the episode goes on. */
export interface PictureInPicture {
  /** Opens it for this element, or closes it; opening needs a tap or a key. */
  toggle(video: HTMLVideoElement): void
  leave(): void
}

/** Undefined where the browser has none. `onChange` names the element that floats. Left with the signal. */
export function createPictureInPicture(
  videos: readonly HTMLVideoElement[],
  onChange: (isActive: HTMLVideoElement | undefined) => void,
  signal: AbortSignal
): PictureInPicture | undefined {
  const document = videos[0]?.ownerDocument
  if (!document?.pictureInPictureEnabled) return undefined
  let isActive: HTMLVideoElement | undefined
  for (const video of videos) {
    const change = (next: HTMLVideoElement | undefined) => () => {
      // Another element's window takes the place of this one: it enters before this one has left.
      if (!next && isActive !== video) return
      isActive = next
      onChange(next)
    }
    video.addEventListener('enterpictureinpicture', change(video), { signal })
    video.addEventListener('leavepictureinpicture', change(undefined), { signal })
  }
  const leave = () => {
    if (isActive) document.exitPictureInPicture().catch(() => undefined)
  }
  signal.addEventListener('abort', leave)
  return {
    toggle(video) {
      if (isActive) leave()
      else video.requestPictureInPicture().catch(() => undefined)
    },
    leave
  }
}
