// Lengths are in px. `x` and `y` of a zoom and of a point are distances from the centre of the box.
export interface Zoom {
  scale: number
  x: number
  y: number
}

export interface Size {
  width: number
  height: number
}

export interface ImagePoint {
  x: number
  y: number
}

const MIN_ZOOM = 1
const MAX_ZOOM = 4
const TAP_ZOOM = 2
const OVERSCROLL_SHARE = 0.3

export const NO_ZOOM: Zoom = { scale: MIN_ZOOM, x: 0, y: 0 }

export function pinch(from: Zoom, factor: number, start: ImagePoint, now: ImagePoint): Zoom {
  const scale = withResistance(from.scale * factor)
  return scaleAround(from, scale, start, now)
}

export function pan(from: Zoom, x: number, y: number): Zoom {
  return { ...from, x: from.x + x, y: from.y + y }
}

export function toggleZoom(from: Zoom, at: ImagePoint): Zoom {
  return from.scale > MIN_ZOOM ? NO_ZOOM : scaleAround(from, TAP_ZOOM, at, at)
}

export function clampZoom(zoom: Zoom, box: Size, picture: Size): Zoom {
  const scale = clamp(zoom.scale, MIN_ZOOM, MAX_ZOOM)
  const share = scale / zoom.scale
  const spareX = Math.max(0, (picture.width * scale - box.width) / 2)
  const spareY = Math.max(0, (picture.height * scale - box.height) / 2)
  return { scale, x: clamp(zoom.x * share, -spareX, spareX), y: clamp(zoom.y * share, -spareY, spareY) }
}

function scaleAround(from: Zoom, scale: number, start: ImagePoint, now: ImagePoint): Zoom {
  const share = scale / from.scale
  return { scale, x: now.x - (start.x - from.x) * share, y: now.y - (start.y - from.y) * share }
}

function withResistance(scale: number): number {
  if (scale < MIN_ZOOM) return MIN_ZOOM - (MIN_ZOOM - scale) * OVERSCROLL_SHARE
  return scale > MAX_ZOOM ? MAX_ZOOM + (scale - MAX_ZOOM) * OVERSCROLL_SHARE : scale
}

function clamp(value: number, lowest: number, highest: number): number {
  // Avoids -0, which would change the text of the style.
  return Math.min(highest, Math.max(lowest, value)) || 0
}
