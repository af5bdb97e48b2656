// What hears a press that is held; nobody can hold anything before there is something on screen, so it comes a moment later.
import type { Clock } from '../../core/environment.js'
import { createLongPress, type LongPress } from '../../core/long-press.js'

export interface LongPressActions {
  /** A finger, or the mouse, has been held still on the element. */
  onPress(): void
  /** It was lifted or taken away. */
  onEnd(): void
}

/** Until the signal; `actions` are read when they are due. */
export function hearPress(
  element: HTMLElement,
  clock: Clock,
  actions: () => LongPressActions,
  signal: AbortSignal
): void {
  let release: () => void = () => undefined
  const press = createLongPress({
    clock,
    onPress() {
      release()
      element.setAttribute('data-held', '')
      actions().onPress()
    },
    onEnd() {
      actions().onEnd()
      // Other listeners hear the same event after this one.
      release = clock.after(0, () => element.removeAttribute('data-held'))
    }
  })
  listenToTouch(element, press, signal)
  listenToMouse(element, press, signal)
  signal.addEventListener('abort', () => {
    press.end()
    release()
  })
}

/** Touch events, not pointers: those are taken away as soon as the browser sees something to scroll. */
function listenToTouch(element: HTMLElement, press: LongPress, signal: AbortSignal) {
  let isTouched = false
  const hear = <Name extends 'touchstart' | 'touchmove' | 'touchend' | 'touchcancel'>(
    name: Name,
    listener: (event: TouchEvent) => void
  ) => element.addEventListener(name, listener, { passive: name !== 'touchend', signal })
  hear('touchstart', ({ touches }) => {
    isTouched = true
    const [finger] = touches
    if (finger && touches.length === 1) press.start(finger.clientX, finger.clientY)
    else press.end()
  })
  hear('touchmove', ({ touches }) => {
    const [finger] = touches
    if (finger && touches.length === 1) press.move(finger.clientX, finger.clientY)
    else press.end()
  })
  hear('touchend', event => {
    isTouched = event.touches.length > 0
    // Without this the browser makes a click of it.
    if (press.end() && event.cancelable) event.preventDefault()
  })
  hear('touchcancel', () => {
    isTouched = false
    press.end()
  })
  element.addEventListener('contextmenu', event => isTouched && event.preventDefault(), { signal })
}

/** A list has many elements that nobody presses: what follows a press is listened to from its beginning to its end. */
function listenToMouse(element: HTMLElement, press: LongPress, signal: AbortSignal) {
  let wasHeld = false
  let following = new AbortController()
  const move = (event: PointerEvent) => press.move(event.clientX, event.clientY)
  const end = () => {
    wasHeld = press.end() || wasHeld
    following.abort()
  }
  element.addEventListener(
    'pointerdown',
    ({ pointerType, button, clientX, clientY }) => {
      wasHeld = false
      if (pointerType === 'touch' || button !== 0) return
      press.start(clientX, clientY)
      following.abort()
      following = new AbortController()
      element.addEventListener('pointermove', move, following)
      for (const name of ['pointerup', 'pointercancel', 'pointerleave'] as const) {
        element.addEventListener(name, end, following)
      }
    },
    { signal }
  )
  signal.addEventListener('abort', () => following.abort())
  const swallow = (event: Event) => {
    if (!wasHeld) return
    wasHeld = false
    event.preventDefault()
    event.stopPropagation()
  }
  element.addEventListener('click', swallow, { capture: true, signal })
}
