export const BASE_WIDTH = 375
export const DESIGN_WIDTH = 750
export const MAX_WIDTH = 960

/** The width in px that `DESIGN_WIDTH` units fill. */
export function layoutWidth(windowWidth: number): number {
  return windowWidth > 0 && windowWidth <= MAX_WIDTH ? windowWidth : BASE_WIDTH
}
