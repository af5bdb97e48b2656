export interface Grid {
  columns: number
  height: number
  gap: number
}

/** `top` is the distance from the upper edge of the visible area to the start of the grid. */
export interface Viewport {
  top: number
  height: number
}

/** `to` is exclusive. `before` and `after` are the px that replace the entries outside. */
export interface VisibleRange {
  from: number
  to: number
  before: number
  after: number
}

const OVERSCAN_SCREENS = 1

export function visibleRange(
  grid: Grid,
  count: number,
  { top, height }: Viewport,
  overscan = OVERSCAN_SCREENS
): VisibleRange {
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

export function isFarScroll(before: VisibleRange, after: VisibleRange): boolean {
  return after.from >= before.to || after.to <= before.from
}

export function offsetOf(grid: Grid, index: number): number {
  return Math.floor(index / grid.columns) * (grid.height + grid.gap)
}

export function offsetAfterResize(before: Grid, after: Grid, offset: number): number {
  if (offset <= 0) return offset
  const pitch = before.height + before.gap
  const row = Math.floor(offset / pitch)
  const share = offset / pitch - row
  return offsetOf(after, row * before.columns) + share * (after.height + after.gap)
}
