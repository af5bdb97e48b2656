import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { useVirtualGrid } from './use-virtual-grid.js'

interface Props<Entry> {
  entries: readonly Entry[]
  keyOf(entry: Entry): string
  /** Renders one element; the tallest sets the row height. While `isPassing` it should fetch nothing. */
  render(entry: Entry, isPassing: boolean): ReactNode
  className?: string
}

/**
 * Renders only entries near the screen. `className` sets columns and gaps; vertical padding is reserved for the rest.
 */
export function VirtualGrid<Entry>({ entries, keyOf, render, className = 'grid' }: Props<Entry>) {
  const list = useRef<HTMLUListElement>(null)
  const { shown, isScrolling, rowHeight, goTo } = useVirtualGrid(list, entries.length)
  const { from, to, before, after } = shown
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Home' && event.key !== 'End') return
    event.preventDefault()
    goTo(event.key === 'Home' ? 0 : entries.length - 1)
  }
  const style = {
    paddingTop: before,
    paddingBottom: after,
    gridAutoRows: rowHeight && `${rowHeight}px`,
    // The browser cannot anchor to entries that are not rendered.
    overflowAnchor: 'none' as const
  }
  return (
    <ul className={className} ref={list} style={style} onKeyDown={press}>
      {entries.slice(from, to).map((entry, index) => (
        <li key={keyOf(entry)} aria-setsize={entries.length} aria-posinset={from + index + 1}>
          {render(entry, isScrolling)}
        </li>
      ))}
    </ul>
  )
}
