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

const INITIAL_COUNT = 12
const SCROLL_END_DELAY_MS = 100

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
  /** True during a far scroll: covers are not loaded then. */
  isScrolling: boolean
  rowHeight: number | undefined
  goTo(index: number): void
}

export function useVirtualGrid(list: RefObject<HTMLElement | null>, count: number): VirtualGridState {
  const [drawn, setDrawn] = useState<Drawn>()
  const [isPassing, setPassing] = useState(false)
  const cancelPassing = useRef<() => void>(undefined)
  const { clock } = useScope().app.environment
  const pending = useRef<PendingScroll>({ shift: 0, focus: undefined })
  const latestDrawn = useRef(drawn)
  const update = () => {
    const element = list.current
    const next = element && measure(element, count, latestDrawn.current)
    cancelAnimationFrame(nextFrame.current)
    if (!next || isSame(latestDrawn.current, next.drawn)) return
    pending.current.shift += next.shift
    latestDrawn.current = next.drawn
    setDrawn(next.drawn)
    if (!next.drawn.isBare) return
    setPassing(true)
    cancelPassing.current?.()
    cancelPassing.current = clock.setTimer(SCROLL_END_DELAY_MS, () => setPassing(false))
  }
  const nextFrame = useRef(0)
  const latestUpdate = useRef(update)
  latestUpdate.current = update
  // After every render, because entries may have changed or be taller than measured.
  useLayoutEffect(() => {
    if (list.current) runPendingScroll(list.current, pending.current, latestDrawn.current?.shown)
    if (latestDrawn.current?.isBare) nextFrame.current = requestAnimationFrame(() => latestUpdate.current())
    else latestUpdate.current()
  })
  useEffect(() => (list.current ? watch(list.current, () => latestUpdate.current()) : undefined), [list])
  useEffect(
    () => () => {
      cancelAnimationFrame(nextFrame.current)
      cancelPassing.current?.()
    },
    []
  )
  return {
    shown: clampRange(drawn?.shown, count),
    isScrolling: isPassing,
    rowHeight: drawn?.measured.height,
    goTo(index) {
      const page = list.current?.closest('.page')
      const measured = latestDrawn.current?.measured
      if (!list.current || !page || !measured || index < 0) return
      const { top, height } = viewportOf(list.current, page)
      const middle = (height - measured.height) / 2
      page.scrollBy({ top: top + offsetOf(measured, index) - middle, behavior: 'instant' })
      pending.current.focus = index
      latestUpdate.current()
      runPendingScroll(list.current, pending.current, latestDrawn.current?.shown)
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
function clampRange(shown: VisibleRange | undefined, count: number): VisibleRange {
  const isInside = shown && (shown.from < count || count === 0)
  return isInside ? shown : { from: 0, to: Math.min(count, INITIAL_COUNT), before: 0, after: 0 }
}

function runPendingScroll(list: HTMLElement, pending: PendingScroll, shown: VisibleRange | undefined) {
  const { shift, focus } = pending
  pending.shift = 0
  if (Math.abs(shift) >= 1) list.closest('.page')?.scrollBy({ top: shift, behavior: 'instant' })
  if (focus === undefined || !shown) return
  const [entry] = [...list.children].filter(child => child.getAttribute('aria-posinset') === String(focus + 1))
  const target = entry?.querySelector<HTMLElement>('button, a, input')
  if (!target) return
  pending.focus = undefined
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
  const viewport = viewportOf(list, page)
  const offset = -viewport.top
  const moved = before ? offsetAfterResize(before, measured, offset) : offset
  const movedViewport = { ...viewport, top: -moved }
  const full = visibleRange(measured, count, movedViewport)
  const isBare = drawn !== undefined && isFarScroll(drawn.shown, full)
  return {
    drawn: { measured, shown: isBare ? visibleRange(measured, count, movedViewport, 0) : full, isBare },
    shift: moved - offset
  }
}

/** Of the content, because the cell is as tall as its row. */
function heightOf(cell: Element): number {
  const content = cell.firstElementChild ?? cell
  return content instanceof HTMLElement ? content.offsetHeight : 0
}

/** In the app's px, because the host page may scale the element. */
function viewportOf(list: Element, page: Element) {
  const seen = page.getBoundingClientRect()
  const scale = seen.height / page.clientHeight || 1
  return { top: (list.getBoundingClientRect().top - seen.top) / scale, height: page.clientHeight }
}

function isSame(one: Drawn | undefined, other: Drawn): boolean {
  return one !== undefined && toJson(one) === toJson(other)
}
