import { type Ctx, glow, limb, linear } from '../painting/canvas.js'

export const roof = (ctx: Ctx, x: number, y: number, w: number, h: number, tones: readonly [string, string]): void => {
  ctx.fillStyle = linear(
    ctx,
    [0, y - h],
    [0, y],
    [
      [0, tones[0]],
      [1, tones[1]]
    ]
  )
  ctx.beginPath()
  ctx.moveTo(x - w * 0.3, y - h)
  ctx.quadraticCurveTo(x - w * 0.33, y - h * 0.3, x - w * 0.62, y - h * 0.2)
  ctx.quadraticCurveTo(x - w * 0.57, y + h * 0.04, x - w * 0.46, y)
  ctx.lineTo(x + w * 0.46, y)
  ctx.quadraticCurveTo(x + w * 0.57, y + h * 0.04, x + w * 0.62, y - h * 0.2)
  ctx.quadraticCurveTo(x + w * 0.33, y - h * 0.3, x + w * 0.3, y - h)
  ctx.fill()
  ctx.strokeStyle = 'rgba(255,214,120,0.55)'
  ctx.lineWidth = Math.max(1.5, w * 0.007)
  ctx.stroke()
  ctx.strokeStyle = 'rgba(50,8,8,0.35)'
  for (let i = -9; i <= 9; i++) {
    ctx.beginPath()
    ctx.moveTo(x + i * w * 0.032, y - h)
    ctx.quadraticCurveTo(x + i * w * 0.036, y - h * 0.3, x + i * w * 0.051, y)
    ctx.stroke()
  }
}

export const pagoda = (
  ctx: Ctx,
  x: number,
  base: number,
  w: number,
  floors: number,
  tones: readonly [string, string, string]
): void => {
  let y = base
  for (let i = 0; i < floors; i++) {
    const width = w * (1 - i * 0.16)
    const h = w * 0.3
    ctx.fillStyle = tones[2]
    ctx.fillRect(x - width * 0.36, y - h, width * 0.72, h)
    for (let k = -3; k <= 3; k++) {
      ctx.fillStyle = k % 2 ? 'rgba(255,200,104,0.75)' : 'rgba(255,160,70,0.35)'
      ctx.fillRect(x + k * width * 0.1 - width * 0.03, y - h * 0.8, width * 0.06, h * 0.62)
    }
    roof(ctx, x, y - h * 0.86, width, w * 0.2, [tones[0], tones[1]])
    y -= h * 1.3
  }
  ctx.fillStyle = tones[0]
  limb(ctx, [
    [x, y + w * 0.16, w * 0.05],
    [x, y - w * 0.04, w * 0.03],
    [x, y - w * 0.14, 1]
  ])
}

export const lantern = (ctx: Ctx, x: number, y: number, r: number): void => {
  glow(ctx, [x, y], r * 4, '#ffb04a', 0.55)
  ctx.fillStyle = linear(
    ctx,
    [0, y - r * 1.2],
    [0, y + r * 1.2],
    [
      [0, '#ff8a3c'],
      [0.5, '#ffe29a'],
      [1, '#f06a2c']
    ]
  )
  ctx.beginPath()
  ctx.moveTo(x - r * 0.62, y - r * 1.15)
  ctx.quadraticCurveTo(x - r * 1.05, y, x - r * 0.55, y + r)
  ctx.lineTo(x + r * 0.55, y + r)
  ctx.quadraticCurveTo(x + r * 1.05, y, x + r * 0.62, y - r * 1.15)
  ctx.fill()
  ctx.fillStyle = 'rgba(120,24,12,0.5)'
  ctx.fillRect(x - r * 0.56, y + r * 0.9, r * 1.12, r * 0.14)
}
