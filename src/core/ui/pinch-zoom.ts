// How a picture is seen: enlarged by fingers, moved, and put right when they are lifted. Lengths in px.
/** `x` and `y` are how far the picture's centre is from the box's. */
export interface Zoom {
  scale: number
  x: number
  y: number
}

export interface Size {
  width: number
  height: number
}

/** A place, counted from the box's centre. */
export interface ImagePoint {
  x: number
  y: number
}

const MIN_ZOOM = 1
const MAX_ZOOM = 4
/** What two taps enlarge to. */
const TAP_ZOOM = 2
/** Beyond the limits a picture follows the fingers by this share. */
const OVERSCROLL_SHARE = 0.3

export const NO_ZOOM: Zoom = { scale: MIN_ZOOM, x: 0, y: 0 }

/** The fingers have spread by `factor` since `from`, and their middle has gone from one place to another. */
export function pinch(from: Zoom, factor: number, start: ImagePoint, now: ImagePoint): Zoom {
  const scale = withResistance(from.scale * factor)
  return enlarge(from, scale, start, now)
}

export function pan(from: Zoom, x: number, y: number): Zoom {
  return { ...from, x: from.x + x, y: from.y + y }
}

/** Two taps at a place: enlarges what is there, or shows the whole picture again. */
export function toggleZoom(from: Zoom, at: ImagePoint): Zoom {
  return from.scale > MIN_ZOOM ? NO_ZOOM : enlarge(from, TAP_ZOOM, at, at)
}

/** Within the limits, and without a gap at an edge that the picture could fill. `picture` is its size unzoomed. */
export function clampZoom(zoom: Zoom, box: Size, picture: Size): Zoom {
  const scale = clamp(zoom.scale, MIN_ZOOM, MAX_ZOOM)
  const share = scale / zoom.scale
  const spareX = Math.max(0, (picture.width * scale - box.width) / 2)
  const spareY = Math.max(0, (picture.height * scale - box.height) / 2)
  return { scale, x: clamp(zoom.x * share, -spareX, spareX), y: clamp(zoom.y * share, -spareY, spareY) }
}

function enlarge(from: Zoom, scale: number, start: ImagePoint, now: ImagePoint): Zoom {
  const share = scale / from.scale
  return { scale, x: now.x - (start.x - from.x) * share, y: now.y - (start.y - from.y) * share }
}

function withResistance(scale: number): number {
  if (scale < MIN_ZOOM) return MIN_ZOOM - (MIN_ZOOM - scale) * OVERSCROLL_SHARE
  return scale > MAX_ZOOM ? MAX_ZOOM + (scale - MAX_ZOOM) * OVERSCROLL_SHARE : scale
}

function clamp(value: number, lowest: number, highest: number): number {
  // Never -0: it would be another text in a style.
  return Math.min(highest, Math.max(lowest, value)) || 0
}
