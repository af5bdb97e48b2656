import { type RefObject, useEffect, useRef } from 'react'
import { createLongPress, type LongPress } from '../../core/long-press.js'
import { useScope } from '../context.js'

export interface LongPressActions {
  /** A finger, or the mouse, has been held still on the element. */
  onPress(): void
  /** It was lifted or taken away. */
  onEnd(): void
}

/**
 * Long presses on one element, which has `data-held` until a moment after their end, so that those who hear the same
 * finger know that it has had its meaning. The click that follows is nobody's, and no menu comes up under a finger.
 */
export function useLongPress(target: RefObject<HTMLElement | null>, actions: LongPressActions): void {
  const { app } = useScope()
  const newest = useRef(actions)
  newest.current = actions
  useEffect(() => {
    const element = target.current
    if (!element) return
    const { clock } = app.environment
    const listeners = new AbortController()
    let release: () => void = () => undefined
    const press = createLongPress({
      clock,
      onPress() {
        release()
        element.setAttribute('data-held', '')
        newest.current.onPress()
      },
      onEnd() {
        newest.current.onEnd()
        // Other listeners hear the same event after this one.
        release = clock.after(0, () => element.removeAttribute('data-held'))
      }
    })
    listenToTouch(element, press, listeners.signal)
    listenToMouse(element, press, listeners.signal)
    return () => {
      listeners.abort()
      press.end()
      release()
    }
  }, [app, target])
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

function listenToMouse(element: HTMLElement, press: LongPress, signal: AbortSignal) {
  let wasHeld = false
  const isMouse = ({ pointerType }: PointerEvent) => pointerType !== 'touch'
  element.addEventListener(
    'pointerdown',
    event => {
      wasHeld = false
      if (isMouse(event) && event.button === 0) press.start(event.clientX, event.clientY)
    },
    { signal }
  )
  element.addEventListener('pointermove', event => isMouse(event) && press.move(event.clientX, event.clientY), {
    signal
  })
  for (const name of ['pointerup', 'pointercancel', 'pointerleave'] as const) {
    element.addEventListener(
      name,
      event => {
        if (isMouse(event)) wasHeld = press.end() || wasHeld
      },
      { signal }
    )
  }
  const swallow = (event: Event) => {
    if (!wasHeld) return
    wasHeld = false
    event.preventDefault()
    event.stopPropagation()
  }
  element.addEventListener('click', swallow, { capture: true, signal })
}
