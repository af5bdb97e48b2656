import { useEffect, useRef, useState } from 'react'
import { Icon } from '../icon/icon.js'
import pagingCss from './row-paging.css'

export const css = pagingCss

/** How much of the old screen stays in view, in px. */
const OVERLAP_PX = 120

/** Scrolls the row before it. For a mouse only: the keyboard moves from card to card. */
export function RowPaging() {
  const paging = useRef<HTMLDivElement>(null)
  const [hidden, setHidden] = useState({ previous: true, next: true })
  const trackOf = () => paging.current?.previousElementSibling
  useEffect(() => {
    const track = paging.current?.previousElementSibling
    if (!track) return
    const listeners = new AbortController()
    const update = () => {
      const { scrollLeft, scrollWidth, clientWidth } = track
      setHidden({ previous: scrollLeft < 1, next: scrollLeft + clientWidth > scrollWidth - 1 })
    }
    track.addEventListener('scroll', update, { passive: true, signal: listeners.signal })
    const sizes = new ResizeObserver(update)
    sizes.observe(track)
    return () => {
      listeners.abort()
      sizes.disconnect()
    }
  }, [])
  const scroll = (direction: 1 | -1) => {
    const track = trackOf()
    track?.scrollBy({ left: direction * (track.clientWidth - OVERLAP_PX) })
  }
  return (
    <div className="row-paging" ref={paging} aria-hidden="true">
      <button type="button" tabIndex={-1} hidden={hidden.previous} onClick={() => scroll(-1)}>
        <Icon name="back" />
      </button>
      <button type="button" tabIndex={-1} hidden={hidden.next} onClick={() => scroll(1)}>
        <Icon name="back" />
      </button>
    </div>
  )
}
