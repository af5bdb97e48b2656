export const BASE_WIDTH = 375
export const DESIGN_WIDTH = 750
export const MAX_WIDTH = 960

// Compensates rounding: 54 units at 375 px give 26.999….
const EPSILON = 1e-4

export function layoutWidth(windowWidth: number): number {
  return windowWidth > 0 && windowWidth <= MAX_WIDTH ? windowWidth : BASE_WIDTH
}

/** Converts to whole px. Anything but zero gives at least 1 px, or 0.5 with `hasHalfPixels`. */
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
