import { type Ctx, type Layer, world } from './canvas.js'

export interface Shot {
  /** The world point in the centre of the frame. With `zoom` 1 the frame shows the world's whole width. */
  readonly x: number
  readonly y: number
  readonly zoom: number
  readonly dx?: number
  readonly dy?: number
  readonly dz?: number
}

const parallax = (depth: number): number => 0.15 + 0.85 * depth

export const compose = (
  ctx: Ctx,
  layers: readonly Layer[],
  width: number,
  height: number,
  shot: Shot,
  t: number
): void => {
  const eased = t - 0.5
  for (const { depth, canvas, box } of layers) {
    const zoom = shot.zoom * (1 + (shot.dz ?? 0) * (t * (0.45 + 0.55 * depth)))
    const scale = (width / world.width) * zoom
    const x = shot.x + (shot.dx ?? 0) * eased * parallax(depth)
    const y = shot.y + (shot.dy ?? 0) * eased * parallax(depth)
    ctx.setTransform(scale, 0, 0, scale, width / 2 - x * scale, height / 2 - y * scale)
    const [left, top, w, h] = box
    ctx.drawImage(canvas, left, top, w, h, left - world.margin, top - world.margin, w, h)
  }
  ctx.resetTransform()
}
