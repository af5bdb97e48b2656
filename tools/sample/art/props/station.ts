import { type Ctx, ellipse, fade, glow, limb, linear } from '../painting/canvas.js'

export const hall = (ctx: Ctx): void => {
  for (let i = 7; i >= 0; i--) {
    const t = i / 7
    const r = 150 + 520 * (1 - t)
    const cy = 760 - 40 * (1 - t)
    ctx.strokeStyle = `rgb(${Math.round(14 + 46 * t)},${Math.round(42 + 78 * t)},${Math.round(52 + 78 * t)})`
    ctx.lineWidth = 6 + 20 * (1 - t)
    ctx.beginPath()
    ctx.moveTo(450 - r, 1250)
    ctx.lineTo(450 - r, cy)
    ctx.arc(450, cy, r, Math.PI, 0)
    ctx.lineTo(450 + r, 1250)
    ctx.stroke()
  }
  ctx.lineWidth = 3
  for (let a = 0.1; a < Math.PI; a += 0.27) {
    ctx.strokeStyle = 'rgba(20,64,74,0.75)'
    ctx.beginPath()
    ctx.moveTo(450 - Math.cos(a) * 150, 760 - Math.sin(a) * 150)
    ctx.lineTo(450 - Math.cos(a) * 690, 720 - Math.sin(a) * 690)
    ctx.stroke()
  }
}

export const train = (ctx: Ctx): void => {
  const body = linear(
    ctx,
    [0, 700],
    [0, 1090],
    [
      [0, '#0d2b33'],
      [0.5, '#123c44'],
      [1, '#051216']
    ]
  )
  ctx.fillStyle = body
  ctx.beginPath()
  ctx.roundRect(352, 690, 216, 380, [86, 86, 20, 20])
  ctx.fill()
  ctx.strokeStyle = 'rgba(255,214,140,0.5)'
  ctx.lineWidth = 3
  ctx.stroke()
  ctx.fillStyle = '#ffe7b0'
  ctx.beginPath()
  ctx.roundRect(382, 742, 156, 104, 24)
  ctx.fill()
  ctx.fillStyle = 'rgba(8,30,36,0.75)'
  ctx.fillRect(456, 742, 7, 104)
  for (const x of [394, 526]) {
    ctx.fillStyle = '#ffffff'
    ellipse(ctx, x, 946, 17, 17)
    glow(ctx, [x, 946], 330, '#ffd07a', 0.85)
    glow(ctx, [x, 946], 70, '#ffffff', 0.9)
  }
  ctx.fillStyle = '#fff6d8'
  ellipse(ctx, 460, 716, 10, 10)
  glow(ctx, [460, 716], 170, '#ffd07a', 0.7)
}

export const tracks = (ctx: Ctx): void => {
  ctx.fillStyle = linear(
    ctx,
    [0, 1050],
    [0, 1650],
    [
      [0, '#3b6a63'],
      [0.2, '#16363b'],
      [1, '#03090c']
    ]
  )
  ctx.fillRect(-120, 1060, 1140, 660)
  for (let i = 0; i < 17; i++) {
    const t = (i / 16) ** 2
    const y = 1072 + t * 620
    const half = 62 + t * 520
    ctx.fillStyle = fade('#041014', 0.75)
    ctx.fillRect(460 - half, y, half * 2, 5 + t * 26)
  }
  for (const side of [-1, 1]) {
    ctx.fillStyle = '#ffdf9a'
    ctx.beginPath()
    ctx.moveTo(460 + side * 48, 1066)
    ctx.lineTo(460 + side * 52, 1066)
    ctx.lineTo(460 + side * 400, 1710)
    ctx.lineTo(460 + side * 372, 1710)
    ctx.fill()
  }
}

export const clock = (ctx: Ctx, x: number, y: number, r: number): void => {
  glow(ctx, [x, y], r * 3.4, '#ffd48a', 0.5)
  ctx.fillStyle = '#0a1f25'
  ctx.fillRect(x - 5, -120, 10, y + 20)
  ellipse(ctx, x, y, r * 1.16, r * 1.16)
  ctx.fillStyle = linear(
    ctx,
    [x - r, y - r],
    [x + r, y + r],
    [
      [0, '#fffdf0'],
      [1, '#ffd691']
    ]
  )
  ellipse(ctx, x, y, r, r)
  ctx.fillStyle = '#12292e'
  for (let i = 0; i < 12; i++) {
    const a = (i * Math.PI) / 6
    limb(ctx, [
      [x + Math.sin(a) * r * 0.8, y - Math.cos(a) * r * 0.8, 5],
      [x + Math.sin(a) * r * 0.92, y - Math.cos(a) * r * 0.92, 5]
    ])
  }
  limb(ctx, [
    [x, y, 8],
    [x - r * 0.03, y - r * 0.52, 6]
  ])
  limb(ctx, [
    [x, y, 6],
    [x - r * 0.08, y - r * 0.8, 3]
  ])
  ellipse(ctx, x, y, 8, 8)
}
