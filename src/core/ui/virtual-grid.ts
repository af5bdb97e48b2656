// Which part of a long grid has to be drawn. Knows no document: the view measures, in px.

/** A grid of equal rows. */
export interface Grid {
  columns: number
  /** Of a row, and of the space between two. */
  height: number
  gap: number
}

/** Where the grid begins, from the upper edge of what can be seen, and how much can be seen. */
export interface Viewport {
  top: number
  height: number
}

/** Entries `from` up to, not with, `to` are drawn; `before` and `after` are the px that stand for the others. */
export interface VisibleRange {
  from: number
  to: number
  before: number
  after: number
}

/** As much again is drawn above and below what can be seen, so that a quick finger meets no gap; in screens. */
const OVERSCAN = 1

export function visibleRange(grid: Grid, count: number, { top, height }: Viewport, overscan = OVERSCAN): VisibleRange {
  const pitch = grid.height + grid.gap
  const rows = Math.ceil(count / grid.columns)
  const clamp = (row: number) => Math.max(0, Math.min(rows - 1, row))
  const first = clamp(Math.floor((-top - height * overscan) / pitch))
  const last = Math.max(first, clamp(Math.floor((height * (1 + overscan) - top) / pitch)))
  return {
    from: first * grid.columns,
    to: Math.min(count, (last + 1) * grid.columns),
    before: first * pitch,
    after: Math.max(0, rows - 1 - last) * pitch
  }
}

/** Whether nothing that was drawn is drawn again. */
export function isFarScroll(before: VisibleRange, after: VisibleRange): boolean {
  return after.from >= before.to || after.to <= before.from
}

/** How far the row of an entry is from the beginning. */
export function offsetOf(grid: Grid, index: number): number {
  return Math.floor(index / grid.columns) * (grid.height + grid.gap)
}

/** Where the entry that was `offset` px from the beginning of one grid is in another. */
export function offsetAfterResize(before: Grid, after: Grid, offset: number): number {
  if (offset <= 0) return offset
  const pitch = before.height + before.gap
  const row = Math.floor(offset / pitch)
  const share = offset / pitch - row
  return offsetOf(after, row * before.columns) + share * (after.height + after.gap)
}
