import { type PointerEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useScope } from '../../app/scope.js'
import { prefersReducedMotion, smoothScroll } from './smooth-scroll.js'

/** How long each slide is shown when they move on by themselves, in ms. */
const INTERVAL = 5000

interface Props {
  /** Names of the slides, one each. */
  labels: readonly string[]
  /** The slide on screen; another one is moved to. */
  current: number
  /** The viewer swiped, or it is time for the next. */
  onChange(index: number): void
  /** Moves on by itself, from the last to the first, while nobody touches it, looks elsewhere or prefers stillness. */
  isAutoplay?: boolean
  hasDots?: boolean
  children: ReactNode
}

/** Slides of the full width, side by side: `children`, as many as labels. */
export function Swiper({ labels, current, onChange, isAutoplay = false, hasDots = false, children }: Props) {
  const track = useRef<HTMLDivElement>(null)
  const { isHeld, hands } = useSwipeGesture()
  useTrack(track, current, onChange)
  useAutoplay(track, isAutoplay && !isHeld, (current + 1) % labels.length, current, onChange)
  return (
    <div className="swiper" {...hands}>
      <div className="swiper-track" ref={track}>
        {children}
      </div>
      {hasDots && labels.length > 1 && (
        <div className="swiper-dots">
          {labels.map((label, index) => (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: a dot is its place
              key={index}
              type="button"
              aria-label={label}
              aria-current={index === current}
              onClick={() => onChange(index)}
            />
          ))}
        </div>
      )}
    </div>
  )
}

/** Whether a finger, the mouse or the focus is on it. */
function useSwipeGesture() {
  const [hands, setHands] = useState({ isTouched: false, isHovered: false, isFocused: false })
  const set = (change: Partial<typeof hands>) => () => setHands(before => ({ ...before, ...change }))
  return {
    isHeld: hands.isTouched || hands.isHovered || hands.isFocused,
    hands: {
      onTouchStart: set({ isTouched: true }),
      onTouchEnd: set({ isTouched: false }),
      onTouchCancel: set({ isTouched: false }),
      // A tap sends the events of a mouse as well, but never that it has left.
      onPointerEnter: (event: PointerEvent) => event.pointerType === 'mouse' && set({ isHovered: true })(),
      onPointerLeave: set({ isHovered: false }),
      onFocus: set({ isFocused: true }),
      onBlur: set({ isFocused: false })
    }
  }
}

/** Keeps the track at the current slide, and says which one the viewer swiped to. */
function useTrack(target: RefObject<HTMLElement | null>, current: number, onChange: Props['onChange']) {
  const state = useRef({ shown: current, onChange })
  state.current.onChange = onChange
  useEffect(() => {
    const track = target.current
    if (!track) return
    const listeners = new AbortController()
    const { signal } = listeners
    const follow = () => {
      if (track.clientWidth === 0 || track.hasAttribute('data-gliding')) return
      const index = Math.round(track.scrollLeft / track.clientWidth)
      if (index === state.current.shown) return
      state.current.shown = index
      state.current.onChange(index)
    }
    track.addEventListener('scroll', follow, { passive: true, signal })
    // Another width moves every slide, and what is not displayed forgets how far it was.
    const sizes = new ResizeObserver(() => track.scrollTo(state.current.shown * track.clientWidth, 0))
    sizes.observe(track)
    return () => {
      listeners.abort()
      sizes.disconnect()
    }
  }, [target])
  useEffect(() => {
    const track = target.current
    if (!track || current === state.current.shown) return
    state.current.shown = current
    return smoothScroll(track, current * track.clientWidth)
  }, [target, current])
}

function useAutoplay(
  track: RefObject<HTMLElement | null>,
  isOn: boolean,
  next: number,
  current: number,
  onChange: Props['onChange']
) {
  const { app } = useScope()
  const move = useRef(() => undefined as unknown)
  move.current = () => onChange(next)
  useEffect(() => {
    if (!isOn || next === current || prefersReducedMotion()) return
    const { clock, visibility } = app.environment
    let cancel: () => void
    const wait = () => {
      cancel = clock.setTimer(INTERVAL, () => {
        const isSeen = visibility.isVisible() && (track.current?.clientWidth ?? 0) > 0
        if (isSeen) move.current()
        else wait()
      })
    }
    wait()
    return () => cancel()
  }, [app, track, isOn, current, next])
}
