import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { useVirtualGrid } from './use-virtual-grid.js'

interface Props<Entry> {
  entries: readonly Entry[]
  keyOf(entry: Entry): string
  /** One element; the tallest gives every row its height. What is flown past should fetch nothing. */
  render(entry: Entry, isPassing: boolean): ReactNode
  className?: string
}

/**
 * A grid within a page of which only what is near the screen is in the document. Columns and gaps are the style
 * sheet's; its padding above and below is taken for the rest. The entry on screen stays there when the width changes.
 * Home and End go to the first entry and the last.
 */
export function VirtualGrid<Entry>({ entries, keyOf, render, className = 'grid' }: Props<Entry>) {
  const list = useRef<HTMLUListElement>(null)
  const { shown, isPassing, rowHeight, goTo } = useVirtualGrid(list, entries.length)
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
    // The browser would keep in place what it sees; it does not know of what is not there.
    overflowAnchor: 'none' as const
  }
  return (
    <ul className={className} ref={list} style={style} onKeyDown={press}>
      {entries.slice(from, to).map((entry, index) => (
        <li key={keyOf(entry)} aria-setsize={entries.length} aria-posinset={from + index + 1}>
          {render(entry, isPassing)}
        </li>
      ))}
    </ul>
  )
}
