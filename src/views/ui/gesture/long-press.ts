// What hears a press that is held; nobody can hold anything before there is something on screen, so it comes a moment later.
import type { Clock } from '../../../core/environment.js'
import { createLongPress, type LongPress } from '../../../core/ui/long-press.js'

export interface LongPressActions {
  /** A finger, or the mouse, has been held still on this element. */
  onPress(held: HTMLElement): void
  /** It was lifted or taken away. */
  onEnd(): void
}

export interface PressOptions {
  clock: Clock
  /** Read when they are due. */
  actions(): LongPressActions
  /** What may be held at this place, if anything; without it the element itself. */
  pick?(target: EventTarget): HTMLElement | null
}

/** Presses on an element, or on what it holds, until the signal. */
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
      // Other listeners hear the same event after this one.
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

interface Hearing {
  press: LongPress
  start(event: Event, x: number, y: number): void
}

/** Touch events, not pointers: those are taken away as soon as the browser sees something to scroll. */
function listenToTouch(
  element: HTMLElement,
  { press, start, pick }: Hearing & Required<Pick<PressOptions, 'pick'>>,
  signal: AbortSignal
) {
  let isTouched = false
  const hear = <Name extends 'touchstart' | 'touchmove' | 'touchend' | 'touchcancel'>(
    name: Name,
    listener: (event: TouchEvent) => void
  ) => element.addEventListener(name, listener, { passive: name !== 'touchend', signal })
  hear('touchstart', event => {
    isTouched = true
    const [finger, other] = event.touches
    if (finger && !other) start(event, finger.clientX, finger.clientY)
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
  element.addEventListener(
    'contextmenu',
    event => isTouched && event.target && pick(event.target) && event.preventDefault(),
    {
      signal
    }
  )
}

/** Nobody presses most of the time: what follows a press is listened to from its beginning to its end. */
function listenToMouse(element: HTMLElement, { press, start }: Hearing, signal: AbortSignal) {
  let wasHeld = false
  let following = new AbortController()
  const move = (event: PointerEvent) => press.move(event.clientX, event.clientY)
  const end = () => {
    wasHeld = press.end() || wasHeld
    following.abort()
  }
  element.addEventListener(
    'pointerdown',
    event => {
      wasHeld = false
      if (event.pointerType === 'touch' || event.button !== 0) return
      start(event, event.clientX, event.clientY)
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
  const preventClick = (event: Event) => {
    if (!wasHeld) return
    wasHeld = false
    event.preventDefault()
    event.stopPropagation()
  }
  element.addEventListener('click', preventClick, { capture: true, signal })
}
