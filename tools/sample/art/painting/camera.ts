import { type Ctx, type Layer, world } from './canvas.js'

export interface Shot {
  /** The world point in the middle of the frame, and how much of the world's width the frame shows (1 = all). */
  readonly x: number
  readonly y: number
  readonly zoom: number
  /** Movement over the shot: the near layers take all of it, the far ones little. */
  readonly dx?: number
  readonly dy?: number
  readonly dz?: number
}

const near = (depth: number): number => 0.15 + 0.85 * depth

/** Draws the layers as the camera sees them `t` (0 to 1) into the shot. */
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
    const x = shot.x + (shot.dx ?? 0) * eased * near(depth)
    const y = shot.y + (shot.dy ?? 0) * eased * near(depth)
    ctx.setTransform(scale, 0, 0, scale, width / 2 - x * scale, height / 2 - y * scale)
    const [left, top, w, h] = box
    ctx.drawImage(canvas, left, top, w, h, left - world.margin, top - world.margin, w, h)
  }
  ctx.resetTransform()
}
