import { atom, type ReadableAtom } from 'nanostores'
import { adoptReplaceableSheet } from '../dom/adopted-styles.js'

export interface FullScreen {
  $isOn: ReadableAtom<boolean>
  toggle(): void
  leave(): void
}

/** Over what the page around has decided; where the browser is full, its own bars come and go with `dvh`. */
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

/** The whole element, by the browser; where that cannot (iPhone), over all of the window. Left with the signal. */
export function createFullScreen(root: ShadowRoot, signal: AbortSignal): FullScreen {
  const { host } = root
  const { ownerDocument: document } = host
  const { defaultView: window } = document
  const write = adoptReplaceableSheet(root, signal)
  const $isOn = atom(false)
  let isNativeFullScreen = false
  let place = { left: 0, top: 0 }
  const isNative = () => (host.getRootNode() as Document | ShadowRoot).fullscreenElement === host

  function fill(isOn: boolean) {
    write(isOn ? FILL_WINDOW_CSS : '')
    $isOn.set(isOn)
    if (isOn) return
    // The page closes the gap while the element is out of it, and scrolls on when it is back.
    const scrollBack = () => window?.scrollTo({ ...place, behavior: 'instant' })
    scrollBack()
    window?.requestAnimationFrame(scrollBack)
  }

  document.addEventListener(
    'fullscreenchange',
    () => {
      // Also what the page does with the element itself.
      if (isNative() === isNativeFullScreen) return
      isNativeFullScreen = isNative()
      fill(isNativeFullScreen)
    },
    { signal }
  )
  function enter() {
    place = { left: window?.scrollX ?? 0, top: window?.scrollY ?? 0 }
    if (!host.requestFullscreen || !document.fullscreenEnabled) fill(true)
    else host.requestFullscreen({ navigationUI: 'hide' }).catch(() => !signal.aborted && fill(true))
  }
  function leave() {
    if (isNative()) document.exitFullscreen().catch(() => undefined)
    else if ($isOn.get()) fill(false)
  }
  signal.addEventListener('abort', leave)
  return { $isOn, toggle: () => (isNative() || $isOn.get() ? leave() : enter()), leave }
}
