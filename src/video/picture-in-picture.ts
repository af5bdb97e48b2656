/** A small window over everything else, in which the episode goes on. */
export interface PictureInPicture {
  /** Opens it for this element, or closes it; opening needs a tap or a key. */
  toggle(video: HTMLVideoElement): void
  leave(): void
}

/** Undefined where the browser has none. `onChange` names the element that floats. Left with the signal. */
export function createPictureInPicture(
  videos: readonly HTMLVideoElement[],
  onChange: (floating: HTMLVideoElement | undefined) => void,
  signal: AbortSignal
): PictureInPicture | undefined {
  const document = videos[0]?.ownerDocument
  if (!document?.pictureInPictureEnabled) return undefined
  let floating: HTMLVideoElement | undefined
  for (const video of videos) {
    const change = (next: HTMLVideoElement | undefined) => () => {
      // Another element's window takes the place of this one: it enters before this one has left.
      if (!next && floating !== video) return
      floating = next
      onChange(next)
    }
    video.addEventListener('enterpictureinpicture', change(video), { signal })
    video.addEventListener('leavepictureinpicture', change(undefined), { signal })
  }
  const leave = () => {
    if (floating) document.exitPictureInPicture().catch(() => undefined)
  }
  signal.addEventListener('abort', leave)
  return {
    toggle(video) {
      if (floating) leave()
      else video.requestPictureInPicture().catch(() => undefined)
    },
    leave
  }
}
