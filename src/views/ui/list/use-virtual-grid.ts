import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { toJson } from '../../../core/lib/json.js'
import {
  type Grid,
  isFarScroll,
  offsetAfterResize,
  offsetOf,
  type VisibleRange,
  visibleRange
} from '../../../core/ui/virtual-grid.js'
import { useScope } from '../../app/scope.js'

const FIRST = 12
const ARRIVED = 100

interface Measured extends Grid {
  width: number
}

interface PendingScroll {
  /** Px to scroll so that the entries on screen stay in place. */
  shift: number
  focus: number | undefined
}

interface Drawn {
  measured: Measured
  shown: VisibleRange
  /** After a far scroll only visible entries are rendered; the next frame adds those around them. */
  isBare: boolean
}

export interface VirtualGridState {
  shown: VisibleRange
  /** A far scroll passes these entries: covers are not loaded. */
  isPassing: boolean
  rowHeight: number | undefined
  goTo(index: number): void
}

export function useVirtualGrid(list: RefObject<HTMLElement | null>, count: number): VirtualGridState {
  const [drawn, draw] = useState<Drawn>()
  const [isPassing, pass] = useState(false)
  const arrival = useRef<() => void>(undefined)
  const { clock } = useScope().app.environment
  const errand = useRef<PendingScroll>({ shift: 0, focus: undefined })
  const newest = useRef(drawn)
  const look = () => {
    const element = list.current
    const next = element && measure(element, count, newest.current)
    cancelAnimationFrame(rest.current)
    if (!next || isSame(newest.current, next.drawn)) return
    errand.current.shift += next.shift
    newest.current = next.drawn
    draw(next.drawn)
    if (!next.drawn.isBare) return
    pass(true)
    arrival.current?.()
    arrival.current = clock.setTimer(ARRIVED, () => pass(false))
  }
  const rest = useRef(0)
  const latest = useRef(look)
  latest.current = look
  // After every render, because entries may have changed or be taller than measured.
  useLayoutEffect(() => {
    if (list.current) runPendingScroll(list.current, errand.current, newest.current?.shown)
    if (newest.current?.isBare) rest.current = requestAnimationFrame(() => latest.current())
    else latest.current()
  })
  useEffect(() => (list.current ? watch(list.current, () => latest.current()) : undefined), [list])
  useEffect(
    () => () => {
      cancelAnimationFrame(rest.current)
      arrival.current?.()
    },
    []
  )
  return {
    shown: keepFocusInRange(drawn?.shown, count),
    isPassing,
    rowHeight: drawn?.measured.height,
    goTo(index) {
      const page = list.current?.closest('.page')
      const measured = newest.current?.measured
      if (!list.current || !page || !measured || index < 0) return
      const { top, height } = sightOf(list.current, page)
      const middle = (height - measured.height) / 2
      page.scrollBy({ top: top + offsetOf(measured, index) - middle, behavior: 'instant' })
      errand.current.focus = index
      latest.current()
      runPendingScroll(list.current, errand.current, newest.current?.shown)
    }
  }
}

function watch(list: HTMLElement, onChange: () => void): (() => void) | undefined {
  const page = list.closest('.page')
  if (!page) return undefined
  const listeners = new AbortController()
  page.addEventListener('scroll', onChange, { passive: true, signal: listeners.signal })
  const sizes = new ResizeObserver(onChange)
  sizes.observe(page)
  // Content above the list may become shorter.
  for (const content of page.children) sizes.observe(content)
  return () => {
    listeners.abort()
    sizes.disconnect()
  }
}

/** `shown` may belong to a longer list. */
function keepFocusInRange(shown: VisibleRange | undefined, count: number): VisibleRange {
  if (!shown) return { from: 0, to: Math.min(count, FIRST), before: 0, after: 0 }
  return shown.from < count || count === 0 ? shown : { from: 0, to: Math.min(count, FIRST), before: 0, after: 0 }
}

function runPendingScroll(list: HTMLElement, errand: PendingScroll, shown: VisibleRange | undefined) {
  const { shift, focus } = errand
  errand.shift = 0
  if (Math.abs(shift) >= 1) list.closest('.page')?.scrollBy({ top: shift, behavior: 'instant' })
  if (focus === undefined || !shown) return
  const [entry] = [...list.children].filter(child => child.getAttribute('aria-posinset') === String(focus + 1))
  const target = entry?.querySelector<HTMLElement>('button, a, input')
  if (!target) return
  errand.focus = undefined
  target.focus({ preventScroll: true })
}

/** Undefined while the page is hidden, because it has no size then. */
function measure(list: HTMLElement, count: number, drawn: Drawn | undefined) {
  const before = drawn?.measured
  const page = list.closest('.page')
  if (!page || !list.firstElementChild || page.clientHeight === 0) return undefined
  const { gridTemplateColumns, rowGap } = getComputedStyle(list)
  const width = list.clientWidth
  const tallest = Math.max(...[...list.children].map(heightOf))
  const measured: Measured = {
    width,
    columns: gridTemplateColumns.split(' ').length,
    gap: Number.parseFloat(rowGap) || 0,
    height: before?.width === width ? Math.max(before.height, tallest) : tallest
  }
  if (measured.height === 0) return undefined
  const sight = sightOf(list, page)
  const offset = -sight.top
  const moved = before ? offsetAfterResize(before, measured, offset) : offset
  const there = { ...sight, top: -moved }
  const full = visibleRange(measured, count, there)
  const isBare = drawn !== undefined && isFarScroll(drawn.shown, full)
  return {
    drawn: { measured, shown: isBare ? visibleRange(measured, count, there, 0) : full, isBare },
    shift: moved - offset
  }
}

/** Of the content, because the cell is as tall as its row. */
function heightOf(cell: Element): number {
  const content = cell.firstElementChild ?? cell
  return content instanceof HTMLElement ? content.offsetHeight : 0
}

/** In the app's px, because the host page may scale the element. */
function sightOf(list: Element, page: Element) {
  const seen = page.getBoundingClientRect()
  const scale = seen.height / page.clientHeight || 1
  return { top: (list.getBoundingClientRect().top - seen.top) / scale, height: page.clientHeight }
}

function isSame(one: Drawn | undefined, other: Drawn): boolean {
  return one !== undefined && toJson(one) === toJson(other)
}
