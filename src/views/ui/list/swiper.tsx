import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useScope } from '../../app/scope.js'

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
  const swiper = useRef<HTMLDivElement>(null)
  const track = useRef<HTMLDivElement>(null)
  useTrack(track, current, onChange)
  useAutoplay(swiper, isAutoplay && labels.length > 1, current, () => onChange((current + 1) % labels.length))
  return (
    <div className="swiper" ref={swiper}>
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
    const left = current * track.clientWidth
    let isCurrent = true
    // Set before the code is there, because events of an earlier scroll would choose its slide again.
    track.setAttribute('data-gliding', '')
    let stop = () => track.removeAttribute('data-gliding')
    import('./smooth-scroll.js').then(
      ({ smoothScroll }) => {
        if (isCurrent) stop = smoothScroll(track, left)
      },
      () => {
        if (!isCurrent) return
        stop()
        track.scrollTo({ left })
      }
    )
    return () => {
      isCurrent = false
      stop()
    }
  }, [target, current])
}

function useAutoplay(swiper: RefObject<HTMLElement | null>, isOn: boolean, current: number, showNext: () => void) {
  const { app } = useScope()
  const latest = useRef(showNext)
  latest.current = showNext
  const restart = useRef<() => void>(undefined)
  useEffect(() => {
    const element = swiper.current
    if (!isOn || !element) return
    const lifetime = new AbortController()
    const { signal } = lifetime
    import('./swiper-autoplay.js').then(
      ({ startSwiperAutoplay }) => {
        if (!signal.aborted)
          restart.current = startSwiperAutoplay(element, app.environment, () => latest.current(), signal)
      },
      () => undefined
    )
    return () => lifetime.abort()
  }, [app, swiper, isOn])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each slide is shown for the whole interval
  useEffect(() => restart.current?.(), [current])
}
