import { type RefObject, useEffect, useRef } from 'react'
import type { Clock } from '../../../core/environment.js'
import { clampZoom, type ImagePoint, NO_ZOOM, pan, pinch, toggleZoom, type Zoom } from '../../../core/ui/pinch-zoom.js'
import { useScope } from '../../app/scope.js'

const TAP_TOLERANCE_PX = 20
const DOUBLE_TAP_MS = 250

export function usePinchZoom(box: RefObject<HTMLElement | null>, isCurrent: boolean, onTap: () => void): void {
  const { app } = useScope()
  const reset = useRef(() => undefined as unknown)
  const tap = useRef(onTap)
  tap.current = onTap
  useEffect(() => {
    const element = box.current
    if (!element) return
    const listeners = new AbortController()
    const picture = createPicture(element)
    const taps = createTaps(app.environment.clock, () => tap.current(), picture.toggle)
    reset.current = picture.reset
    listen(element, picture, taps, listeners.signal)
    return () => {
      listeners.abort()
      taps.stop()
    }
  }, [app, box])
  useEffect(() => {
    if (!isCurrent) reset.current()
  }, [isCurrent])
}

type Picture = ReturnType<typeof createPicture>
type Taps = ReturnType<typeof createTaps>

function createPicture(box: HTMLElement) {
  let zoom = NO_ZOOM
  const image = () => box.querySelector('img')
  function draw(next: Zoom, isMoving: boolean) {
    zoom = next
    box.toggleAttribute('data-zoomed', zoom.scale > 1)
    box.toggleAttribute('data-moving', isMoving)
    const style = image()?.style
    style?.setProperty('transform', `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})`)
  }
  /** Without zoom. The `<img>` may be larger, because of `object-fit: contain`. */
  function size() {
    const { naturalWidth = 0, naturalHeight = 0, clientWidth = 0, clientHeight = 0 } = image() ?? {}
    const share = Math.min(clientWidth / (naturalWidth || 1), clientHeight / (naturalHeight || 1))
    return { width: naturalWidth * share, height: naturalHeight * share }
  }
  const settle = (next: Zoom) =>
    draw(clampZoom(next, { width: box.clientWidth, height: box.clientHeight }, size()), false)
  return {
    zoom: () => zoom,
    follow: (next: Zoom) => draw(next, true),
    settle: () => settle(zoom),
    toggle: (at: ImagePoint) => settle(toggleZoom(zoom, at)),
    reset: () => draw(NO_ZOOM, false)
  }
}

function createTaps(clock: Clock, onTap: () => void, onDoubleTap: (at: ImagePoint) => void) {
  let cancel: (() => void) | undefined
  return {
    tap(at: ImagePoint) {
      if (cancel) {
        cancel()
        cancel = undefined
        onDoubleTap(at)
      } else {
        cancel = clock.setTimer(DOUBLE_TAP_MS, () => {
          cancel = undefined
          onTap()
        })
      }
    },
    stop: () => cancel?.()
  }
}

function listen(box: HTMLElement, picture: Picture, taps: Taps, signal: AbortSignal) {
  const fingers = new Map<number, ImagePoint>()
  let gestureStart = { grip: pinchOf([]), zoom: NO_ZOOM }
  let canTap = false

  const positionOf = (event: PointerEvent): ImagePoint => {
    const { left, top, width, height } = box.getBoundingClientRect()
    return { x: event.clientX - left - width / 2, y: event.clientY - top - height / 2 }
  }
  const startGesture = () => {
    gestureStart = { grip: pinchOf([...fingers.values()]), zoom: picture.zoom() }
  }
  const endGesture = (event: PointerEvent) => {
    if (!fingers.delete(event.pointerId)) return
    if (fingers.size === 0) picture.settle()
    else startGesture()
  }

  const listenTo = (name: string, listener: (event: PointerEvent) => void) =>
    box.addEventListener(name, event => listener(event as PointerEvent), { signal })
  listenTo('pointerdown', event => {
    if (event.button !== 0 || fingers.size === 2) return
    fingers.set(event.pointerId, positionOf(event))
    canTap = fingers.size === 1
    box.setPointerCapture(event.pointerId)
    startGesture()
  })
  listenTo('pointermove', event => {
    if (!fingers.has(event.pointerId)) return
    fingers.set(event.pointerId, positionOf(event))
    const grip = pinchOf([...fingers.values()])
    const { x, y } = { x: grip.middle.x - gestureStart.grip.middle.x, y: grip.middle.y - gestureStart.grip.middle.y }
    if (Math.hypot(x, y) > TAP_TOLERANCE_PX) canTap = false
    if (fingers.size === 2) {
      picture.follow(
        pinch(gestureStart.zoom, grip.spread / gestureStart.grip.spread, gestureStart.grip.middle, grip.middle)
      )
    } else if (gestureStart.zoom.scale > 1) picture.follow(pan(gestureStart.zoom, x, y))
  })
  listenTo('pointerup', event => {
    const at = positionOf(event)
    const isTap = canTap && fingers.has(event.pointerId)
    endGesture(event)
    if (isTap) taps.tap(at)
  })
  listenTo('pointercancel', endGesture)
  // Otherwise two fingers, or one finger on a zoomed picture, would swipe to the next slide.
  const preventSwipe = (event: TouchEvent) =>
    event.cancelable && (event.touches.length > 1 || picture.zoom().scale > 1) && event.preventDefault()
  box.addEventListener('touchmove', preventSwipe, { passive: false, signal })
}

/** `spread` is at least 1, because the scale is divided by it. */
function pinchOf(fingers: readonly ImagePoint[]): { middle: ImagePoint; spread: number } {
  const [one = { x: 0, y: 0 }, other = one] = fingers
  const middle = { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 }
  return { middle, spread: Math.max(1, Math.hypot(one.x - other.x, one.y - other.y)) }
}
