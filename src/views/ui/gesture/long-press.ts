// Entry of a chunk: nothing can be pressed before the first render.
import type { Clock } from '../../../core/environment.js'
import { createLongPress, type LongPress } from '../../../core/ui/long-press.js'

export interface LongPressActions {
  onPress(held: HTMLElement): void
  onEnd(): void
}

export interface PressOptions {
  clock: Clock
  actions(): LongPressActions
  /** Finds the element that can be pressed at a target. Default: the element itself. */
  pick?(target: EventTarget): HTMLElement | null
}

export function listenForLongPress(
  element: HTMLElement,
  { clock, actions, pick = () => element }: PressOptions,
  signal: AbortSignal
): void {
  let held: HTMLElement | null = null
  let release: () => void = () => undefined
  const press = createLongPress({
    clock,
    onPress() {
      release()
      const pressed = held
      release = () => pressed?.removeAttribute('data-held')
      if (!pressed) return
      pressed.setAttribute('data-held', '')
      actions().onPress(pressed)
    },
    onEnd() {
      actions().onEnd()
      // Later, because other listeners get the same event after this one.
      clock.setTimer(0, release)
    }
  })
  const start = (event: Event, x: number, y: number) => {
    held = event.target && pick(event.target)
    if (held) press.start(x, y)
    else press.end()
  }
  listenToTouch(element, { press, start, pick }, signal)
  listenToMouse(element, { press, start }, signal)
  signal.addEventListener('abort', () => {
    press.end()
    release()
  })
}

interface PressInput {
  press: LongPress
  start(event: Event, x: number, y: number): void
}

/** Touch events, because the browser cancels pointer events as soon as it can scroll. */
function listenToTouch(
  element: HTMLElement,
  { press, start, pick }: PressInput & Required<Pick<PressOptions, 'pick'>>,
  signal: AbortSignal
) {
  let isTouched = false
  const listen = <Name extends 'touchstart' | 'touchmove' | 'touchend' | 'touchcancel'>(
    name: Name,
    listener: (event: TouchEvent) => void
  ) => element.addEventListener(name, listener, { passive: name !== 'touchend', signal })
  listen('touchstart', event => {
    isTouched = true
    const [finger, other] = event.touches
    if (finger && !other) start(event, finger.clientX, finger.clientY)
    else press.end()
  })
  listen('touchmove', ({ touches }) => {
    const [finger] = touches
    if (finger && touches.length === 1) press.move(finger.clientX, finger.clientY)
    else press.end()
  })
  listen('touchend', event => {
    isTouched = event.touches.length > 0
    // Otherwise the browser fires a click.
    if (press.end() && event.cancelable) event.preventDefault()
  })
  listen('touchcancel', () => {
    isTouched = false
    press.end()
  })
  element.addEventListener(
    'contextmenu',
    event => isTouched && event.target && pick(event.target) && event.preventDefault(),
    {
      signal
    }
  )
}

function listenToMouse(element: HTMLElement, { press, start }: PressInput, signal: AbortSignal) {
  let wasHeld = false
  let moveListeners = new AbortController()
  const move = (event: PointerEvent) => press.move(event.clientX, event.clientY)
  const end = () => {
    wasHeld = press.end() || wasHeld
    moveListeners.abort()
  }
  element.addEventListener(
    'pointerdown',
    event => {
      wasHeld = false
      if (event.pointerType === 'touch' || event.button !== 0) return
      start(event, event.clientX, event.clientY)
      moveListeners.abort()
      moveListeners = new AbortController()
      element.addEventListener('pointermove', move, moveListeners)
      for (const name of ['pointerup', 'pointercancel', 'pointerleave'] as const) {
        element.addEventListener(name, end, moveListeners)
      }
    },
    { signal }
  )
  signal.addEventListener('abort', () => moveListeners.abort())
  const preventClick = (event: Event) => {
    if (!wasHeld) return
    wasHeld = false
    event.preventDefault()
    event.stopPropagation()
  }
  element.addEventListener('click', preventClick, { capture: true, signal })
}
