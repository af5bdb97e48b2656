import { atom, type ReadableAtom } from 'nanostores'
import type { Clock, Environment } from '../environment.js'

const icons = ['success', 'loading', 'none', 'error'] as const

export interface Toast {
  id: number
  title: string
  icon: (typeof icons)[number]
  mask: boolean
  image?: string | undefined
}

export interface ToastOptions {
  title?: string
  icon?: string
  /** In ms; 1500 if absent, not positive or not finite. */
  duration?: number
  mask?: boolean
  image?: string
}

export interface Toasts {
  $toast: ReadableAtom<Toast | undefined>
  /** Replaces the toast on screen. Loading continues, keeps its mask, and is shown again afterwards. */
  show(options?: ToastOptions): void
  showLoading(options?: { title?: string; mask?: boolean }): void
  /** Does not end loading: logs an error instead. */
  hide(): void
  hideLoading(): void
  showText(text: string): void
}

const SHOW_DELAY_MS = 10
const DURATION_MS = 1500
const TEXT_DURATION_MS = 2000
/** Timers hold 31 bits; beyond that they fire at once. */
const MAX_DURATION_MS = 2 ** 31 - 1

export function createToasts(clock: Clock, log: Environment['log']): Toasts {
  const $toast = atom<Toast | undefined>()
  let loading: Toast | undefined
  let message: Toast | undefined
  let lastId = 0
  let cancelTimer: () => void = () => undefined

  function updateToast() {
    const shown = message ?? loading
    $toast.set(shown && { ...shown, mask: shown.mask || loading?.mask === true })
  }

  function showDelayed(then: () => void = () => undefined) {
    cancelTimer()
    cancelTimer = clock.setTimer(SHOW_DELAY_MS, () => {
      updateToast()
      then()
    })
  }

  function endMessage() {
    cancelTimer()
    message = undefined
    updateToast()
  }

  function show({ title = '', icon, duration = DURATION_MS, mask = false, image }: ToastOptions = {}) {
    message = { id: ++lastId, title, icon: icons.find(known => known === icon) ?? icons[0], mask, image }
    const isValid = Number.isFinite(duration) && duration > 0
    const time = isValid ? Math.min(duration, MAX_DURATION_MS) : DURATION_MS
    showDelayed(() => {
      cancelTimer = clock.setTimer(time, endMessage)
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
      if (!message) cancelTimer()
      updateToast()
    },
    showText(text) {
      if (text.trim() !== '') show({ title: text, icon: 'none', duration: TEXT_DURATION_MS })
    }
  }
}
