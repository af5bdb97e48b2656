import { hasPictureInPicture } from '../dom/browser-features/controls.js'

export interface PictureInPicture {
  toggle(video: HTMLVideoElement): void
  leave(): void
}

export function createPictureInPicture(
  videos: readonly HTMLVideoElement[],
  onChange: (video: HTMLVideoElement | undefined) => void,
  signal: AbortSignal
): PictureInPicture | undefined {
  const document = videos[0]?.ownerDocument
  if (!document || !hasPictureInPicture(document)) return undefined
  let activeVideo: HTMLVideoElement | undefined
  for (const video of videos) {
    const change = (next: HTMLVideoElement | undefined) => () => {
      // If the window changes to another element, that one enters before this one leaves.
      if (!next && activeVideo !== video) return
      activeVideo = next
      onChange(next)
    }
    video.addEventListener('enterpictureinpicture', change(video), { signal })
    video.addEventListener('leavepictureinpicture', change(undefined), { signal })
  }
  const leave = () => {
    if (activeVideo) document.exitPictureInPicture().catch(() => undefined)
  }
  signal.addEventListener('abort', leave)
  return {
    toggle(video) {
      if (activeVideo) leave()
      else video.requestPictureInPicture().catch(() => undefined)
    },
    leave
  }
}
