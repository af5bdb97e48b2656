import { type PointerEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useScope } from '../../app/scope.js'
import { prefersReducedMotion, smoothScroll } from './smooth-scroll.js'

const AUTOPLAY_INTERVAL_MS = 5000

interface Props {
  labels: readonly string[]
  current: number
  onChange(index: number): void
  /** Changes slides in a loop. Pauses while touched, hovered, focused or invisible, and with reduced motion. */
  isAutoplay?: boolean
  hasDots?: boolean
  children: ReactNode
}

export function Swiper({ labels, current, onChange, isAutoplay = false, hasDots = false, children }: Props) {
  const track = useRef<HTMLDivElement>(null)
  const { isHeld, handlers } = useInteraction()
  useTrack(track, current, onChange)
  useAutoplay(track, isAutoplay && !isHeld, (current + 1) % labels.length, current, onChange)
  return (
    <div className="swiper" {...handlers}>
      <div className="swiper-track" ref={track}>
        {children}
      </div>
      {hasDots && labels.length > 1 && (
        <div className="swiper-dots">
          {labels.map((label, index) => (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: a dot has no other id than its index
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

function useInteraction() {
  const [interaction, setInteraction] = useState({ isTouched: false, isHovered: false, isFocused: false })
  const set = (change: Partial<typeof interaction>) => () => setInteraction(before => ({ ...before, ...change }))
  return {
    isHeld: interaction.isTouched || interaction.isHovered || interaction.isFocused,
    handlers: {
      onTouchStart: set({ isTouched: true }),
      onTouchEnd: set({ isTouched: false }),
      onTouchCancel: set({ isTouched: false }),
      // A tap also fires mouse events, but never the one for leaving.
      onPointerEnter: (event: PointerEvent) => event.pointerType === 'mouse' && set({ isHovered: true })(),
      onPointerLeave: set({ isHovered: false }),
      onFocus: set({ isFocused: true }),
      onBlur: set({ isFocused: false })
    }
  }
}

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
    // A resize moves every slide, and a hidden element forgets its scroll position.
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
      cancel = clock.setTimer(AUTOPLAY_INTERVAL_MS, () => {
        const isSeen = visibility.isVisible() && (track.current?.clientWidth ?? 0) > 0
        if (isSeen) move.current()
        else wait()
      })
    }
    wait()
    return () => cancel()
  }, [app, track, isOn, current, next])
}
