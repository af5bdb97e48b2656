/** Width in px that layouts are drawn for, and that wider windows are treated as. */
export const BASE_WIDTH = 375
/** The same width in responsive units. */
export const DESIGN_WIDTH = 750
/** Widest window in px that units grow with. */
export const MAX_WIDTH = 960

// 54 units in a window of 375 px come out as 26.999….
const EPSILON = 1e-4

/** Width in px that units are counted by in a window of the given width. */
export function layoutWidth(windowWidth: number): number {
  return windowWidth > 0 && windowWidth <= MAX_WIDTH ? windowWidth : BASE_WIDTH
}

/**
 * Whole px of `rpx` responsive units in a window of the given width in px. What is not zero never vanishes: it is 1 px
 * at least, or 0.5 where the screen can draw that (`hasHalfPixels`). 0 for what is no length.
 */
export function toPixels(
  rpx: number,
  windowWidth: number,
  { hasHalfPixels = false }: { hasHalfPixels?: boolean } = {}
): number {
  if (rpx === 0 || !Number.isFinite(rpx)) return 0
  const length =
    Math.floor((Math.abs(rpx) / DESIGN_WIDTH) * layoutWidth(windowWidth) + EPSILON) || (hasHalfPixels ? 0.5 : 1)
  return rpx < 0 ? -length : length
}
