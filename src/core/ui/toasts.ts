// Short messages over everything, and the sign that something is on its way. One is shown at a time.
import { atom, type ReadableAtom } from 'nanostores'
import type { Clock, Environment } from '../environment.js'

// An icon that nobody knows is the first of them.
const icons = ['success', 'loading', 'none', 'error'] as const

export interface Toast {
  id: number
  title: string
  /** `none` is a text alone. */
  icon: (typeof icons)[number]
  /** Nothing under it can be touched. */
  mask: boolean
  /** Address of a picture, which is shown in the icon's place. */
  image?: string | undefined
}

export interface ToastOptions {
  title?: string
  /** `success` when absent or unknown. */
  icon?: string
  /** In ms, 1500 when absent; so is what nobody could read or would ever end: 0, negative, NaN, Infinity. */
  duration?: number
  mask?: boolean
  image?: string
}

export interface Toasts {
  $toast: ReadableAtom<Toast | undefined>
  /** In the place of what is shown. Loading under it goes on, goes on blocking, and is shown again afterwards. */
  show(options?: ToastOptions): void
  /** In the place of what is shown, until `hideLoading`. A second one changes the text of the first. */
  showLoading(options?: { title?: string; mask?: boolean }): void
  /** Hides what `show` shows; does not end loading, and logs that it was asked to. */
  hide(): void
  /** Ends loading; does not hide what `show` shows, and logs that it was asked to. */
  hideLoading(): void
  /** The wrapper's toast: text alone, 2000 ms. An empty text shows nothing. */
  showText(text: string): void
}

/** What is over sooner is never shown, in ms. */
const DELAY = 10
const DURATION = 1500
const TEXT_DURATION_MS = 2000
/** Timers hold 31 bits; beyond that they fire at once. */
const LONGEST = 2 ** 31 - 1

export function createToasts(clock: Clock, log: Environment['log']): Toasts {
  const $toast = atom<Toast | undefined>()
  let loading: Toast | undefined
  let message: Toast | undefined
  let lastId = 0
  let cancel: () => void = () => undefined

  function draw() {
    const shown = message ?? loading
    $toast.set(shown && { ...shown, mask: shown.mask || loading?.mask === true })
  }

  function showDelayed(then: () => void = () => undefined) {
    cancel()
    cancel = clock.setTimer(DELAY, () => {
      draw()
      then()
    })
  }

  function endMessage() {
    cancel()
    message = undefined
    draw()
  }

  function show({ title = '', icon, duration = DURATION, mask = false, image }: ToastOptions = {}) {
    message = { id: ++lastId, title, icon: icons.find(known => known === icon) ?? icons[0], mask, image }
    const isReadable = Number.isFinite(duration) && duration > 0
    const time = isReadable ? Math.min(duration, LONGEST) : DURATION
    showDelayed(() => {
      cancel = clock.setTimer(time, endMessage)
    })
  }

  return {
    $toast,
    show,
    showLoading({ title = '', mask = false } = {}) {
      message = undefined
      loading = { id: ++lastId, title, icon: 'loading', mask }
      showDelayed()
    },
    hide() {
      if (message) endMessage()
      else if (loading) log.error('showLoading must be paired with hideLoading')
    },
    hideLoading() {
      if (!loading) {
        if (message) log.error('showToast must be paired with hideToast')
        return
      }
      loading = undefined
      if (!message) cancel()
      draw()
    },
    showText(text) {
      if (text.trim() !== '') show({ title: text, icon: 'none', duration: TEXT_DURATION_MS })
    }
  }
}
