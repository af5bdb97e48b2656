import { type Ctx, linear, makeSheet, type Point, type Stops, stamp, world } from './canvas.js'

export interface Light {
  readonly from: Point
  readonly colour: string
  readonly soft?: number
}

export interface Paint {
  readonly fill: Stops
  readonly lights: readonly Light[]
  readonly alpha?: number
}

const { width, height, margin } = world

const rim = (mask: Ctx, light: Light): Ctx => {
  const sheet = makeSheet()
  stamp(sheet, mask)
  sheet.globalCompositeOperation = 'destination-out'
  sheet.filter = `blur(${light.soft ?? 2}px)`
  sheet.drawImage(mask.canvas, -margin - light.from[0], -margin - light.from[1])
  sheet.filter = 'none'
  sheet.globalCompositeOperation = 'source-in'
  sheet.fillStyle = light.colour
  sheet.fillRect(-margin, -margin, width + 2 * margin, height + 2 * margin)
  return sheet
}

/** The origin of `draw` is the figure's foot, its unit the figure's height, y downward. */
export const silhouette = (
  ctx: Ctx,
  at: Point,
  size: number,
  draw: (ctx: Ctx) => void,
  paint: Paint,
  flip = false
): void => {
  const mask = makeSheet()
  mask.save()
  mask.translate(at[0], at[1])
  mask.scale(flip ? -size : size, size)
  mask.fillStyle = '#000000'
  draw(mask)
  mask.restore()
  const rims = paint.lights.map(light => rim(mask, light))
  mask.globalCompositeOperation = 'source-atop'
  mask.fillStyle = linear(mask, [0, at[1] - size], [0, at[1]], paint.fill)
  mask.fillRect(-margin, -margin, width + 2 * margin, height + 2 * margin)
  for (const light of rims) stamp(mask, light)
  ctx.save()
  ctx.globalAlpha = paint.alpha ?? 1
  stamp(ctx, mask)
  ctx.restore()
}
