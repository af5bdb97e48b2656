import { atom, type ReadableAtom } from 'nanostores'
import { adoptReplaceableSheet } from '../dom/adopted-styles.js'
import { canFillScreen, hasFullScreen, type ScreenFillingVideo } from '../dom/browser-features/controls.js'

export interface FullScreen {
  $isOn: ReadableAtom<boolean>
  toggle(): void
  leave(): void
}

const FILL_WINDOW_CSS = `:host {
  position: fixed !important;
  z-index: 2147483647 !important;
  inset: 0 !important;
  width: auto !important;
  max-width: none !important;
  height: 100vh !important;
  height: 100dvh !important;
  min-height: 0 !important;
  max-height: none !important;
  margin: 0 !important;
  border: 0 !important;
  border-radius: 0 !important;
  transform: none !important;
}
.app { max-width: none }`

export interface FullScreenVideos {
  videos: readonly HTMLVideoElement[]
  shownVideo(): HTMLVideoElement | undefined
  /** Shows every episode in this element, which fills the screen, until called with undefined. */
  keepElement(video: HTMLVideoElement | undefined): void
}

/**
 * Without the Fullscreen API (iPhone) the element fills the window. In a frame, which it cannot leave, the video fills the
 * screen, without the app's controls. Leaves full screen with the signal.
 */
export function createFullScreen(
  root: ShadowRoot,
  { videos, shownVideo, keepElement }: FullScreenVideos,
  signal: AbortSignal
): FullScreen {
  const { host } = root
  const { ownerDocument: document } = host
  const { defaultView: window } = document
  const writeCss = adoptReplaceableSheet(root, signal)
  const $isOn = atom(false)
  let isNativeFullScreen = false
  let fillingVideo: ScreenFillingVideo | undefined
  let scrollPosition = { left: 0, top: 0 }
  const isNative = () => (host.getRootNode() as Document | ShadowRoot).fullscreenElement === host

  function applyFill(isOn: boolean) {
    writeCss(isOn ? FILL_WINDOW_CSS : '')
    $isOn.set(isOn)
    if (isOn) return
    // The page became shorter without the element, so restore its scroll position now and after layout.
    const scrollBack = () => window?.scrollTo({ ...scrollPosition, behavior: 'instant' })
    scrollBack()
    window?.requestAnimationFrame(scrollBack)
  }

  document.addEventListener(
    'fullscreenchange',
    () => {
      if (isNative() === isNativeFullScreen) return
      isNativeFullScreen = isNative()
      applyFill(isNativeFullScreen)
    },
    { signal }
  )
  for (const video of videos as readonly ScreenFillingVideo[]) {
    const change = (next: ScreenFillingVideo | undefined) => () => {
      fillingVideo = next
      keepElement(next)
      $isOn.set(next !== undefined)
    }
    video.addEventListener('webkitbeginfullscreen', change(video), { signal })
    video.addEventListener('webkitendfullscreen', change(undefined), { signal })
  }

  function enter() {
    scrollPosition = { left: window?.scrollX ?? 0, top: window?.scrollY ?? 0 }
    const video = shownVideo()
    const isInFrame = window?.parent !== window
    if (!hasFullScreen(host)) {
      if (isInFrame && canFillScreen(video)) video.webkitEnterFullscreen()
      else applyFill(true)
    } else host.requestFullscreen({ navigationUI: 'hide' }).catch(() => !signal.aborted && applyFill(true))
  }
  function leave() {
    if (isNative()) document.exitFullscreen().catch(() => undefined)
    else if (fillingVideo) fillingVideo.webkitExitFullscreen()
    else if ($isOn.get()) applyFill(false)
  }
  signal.addEventListener('abort', leave)
  return { $isOn, toggle: () => (isNative() || $isOn.get() ? leave() : enter()), leave }
}
