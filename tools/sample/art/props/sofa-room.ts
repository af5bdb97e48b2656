import { type Ctx, createRandom, ellipse, fade, glow, limb, linear, type Point, shape } from '../painting/canvas.js'

export const wall = (ctx: Ctx): void => {
  ctx.fillStyle = linear(
    ctx,
    [0, 120],
    [0, 1700],
    [
      [0, '#c9607a'],
      [0.4, '#8f3f74'],
      [1, '#35184a']
    ]
  )
  ctx.beginPath()
  ctx.rect(-120, 60, 1140, 1700)
  ctx.rect(110, 300, 680, 700)
  ctx.fill('evenodd')
  const d = createRandom(5)
  for (let y = 60; y < 1720; y += 34) {
    for (let x = -120 + (((y - 60) / 34) % 2) * 44; x < 1020; x += 88) {
      if (x > 40 && x < 800 && y > 240 && y < 1020) continue
      ctx.fillStyle = d.next() > 0.5 ? fade('#ffb3a0', d.between(0.02, 0.12)) : fade('#24103a', d.between(0.02, 0.2))
      ctx.fillRect(x, y, 84, 30)
    }
  }
  ctx.fillStyle = linear(
    ctx,
    [0, 40],
    [0, 90],
    [
      [0, '#ffc9a8'],
      [1, '#a14a72']
    ]
  )
  ctx.fillRect(-120, 40, 1140, 34)
}

export const room = (ctx: Ctx): void => {
  ctx.fillStyle = linear(
    ctx,
    [110, 300],
    [790, 1000],
    [
      [0, '#fff0c4'],
      [0.5, '#ffc27d'],
      [1, '#f0846a']
    ]
  )
  ctx.fillRect(110, 300, 680, 700)
  glow(ctx, [640, 430], 330, '#fff4cf', 0.7)
  ctx.fillStyle = 'rgba(190,84,84,0.35)'
  ctx.fillRect(190, 400, 130, 170)
  ctx.fillStyle = '#fff3d4'
  ctx.fillRect(200, 410, 110, 150)
  ctx.fillStyle = '#e98a6c'
  ellipse(ctx, 255, 470, 34, 34)
  shape(ctx, [
    [205, 556],
    [228, 510],
    [255, 530],
    [285, 498],
    [306, 556]
  ])
  ctx.fillStyle = 'rgba(160,64,80,0.5)'
  ctx.fillRect(640, 480, 5, 400)
  ctx.fillStyle = '#fff8e0'
  ctx.beginPath()
  ctx.moveTo(604, 480)
  ctx.lineTo(622, 400)
  ctx.lineTo(664, 400)
  ctx.lineTo(682, 480)
  ctx.fill()
  ctx.fillStyle = 'rgba(150,58,84,0.28)'
  ctx.fillRect(110, 905, 680, 95)
}

export const sofa = (ctx: Ctx): void => {
  const tone = linear(
    ctx,
    [0, 730],
    [0, 1000],
    [
      [0, '#e2567a'],
      [0.5, '#a3305f'],
      [1, '#5a1c4a']
    ]
  )
  ctx.fillStyle = tone
  for (const [x, y, w, h, r] of [
    [180, 745, 420, 180, 44],
    [150, 800, 90, 150, 40],
    [545, 800, 90, 150, 40],
    [200, 850, 390, 105, 26]
  ] as const) {
    ctx.beginPath()
    ctx.roundRect(x, y, w, h, r)
    ctx.fill()
    ctx.strokeStyle = 'rgba(255,205,180,0.5)'
    ctx.lineWidth = 2.5
    ctx.stroke()
  }
  ctx.fillStyle = '#3a1238'
  for (const x of [200, 570]) ctx.fillRect(x, 952, 18, 34)
}

export const sleeper = (ctx: Ctx): void => {
  ellipse(ctx, 236, 806, 34, 38)
  ellipse(ctx, 226, 792, 34, 30)
  limb(ctx, [
    [258, 830, 52],
    [340, 838, 96],
    [430, 846, 88],
    [480, 842, 70]
  ])
  limb(ctx, [
    [470, 842, 66],
    [535, 800, 52],
    [600, 816, 42],
    [684, 850, 34],
    [704, 834, 28],
    [710, 806, 18]
  ])
  limb(ctx, [
    [480, 862, 60],
    [560, 856, 46],
    [650, 876, 36],
    [722, 884, 30],
    [734, 862, 18]
  ])
  limb(ctx, [
    [330, 846, 36],
    [352, 910, 30],
    [348, 966, 22],
    [344, 984, 16]
  ])
}

export const cat = (ctx: Ctx): void => {
  shape(ctx, [
    [-0.24, 0],
    [-0.28, -0.3],
    [-0.14, -0.56],
    [0.06, -0.6],
    [0.2, -0.36],
    [0.26, 0]
  ])
  ellipse(ctx, -0.02, -0.7, 0.2, 0.17)
  for (const side of [-1, 1]) {
    ctx.beginPath()
    ctx.moveTo(-0.02 + side * 0.19, -0.72)
    ctx.lineTo(-0.02 + side * 0.16, -1)
    ctx.lineTo(-0.02 + side * 0.03, -0.84)
    ctx.fill()
  }
  limb(ctx, [
    [0.18, -0.06, 0.1],
    [0.46, 0.06, 0.1],
    [0.52, 0.4, 0.09],
    [0.38, 0.62, 0.08],
    [0.3, 0.56, 0.04]
  ])
}

export const frame = (ctx: Ctx): void => {
  ctx.strokeStyle = '#fff0d8'
  ctx.lineWidth = 20
  ctx.strokeRect(110, 300, 680, 700)
  ctx.fillStyle = '#ffe2c4'
  ctx.fillRect(70, 1000, 760, 34)
  ctx.fillStyle = 'rgba(60,16,60,0.5)'
  ctx.fillRect(70, 1034, 760, 12)
  for (const [x, side] of [
    [110, 1],
    [790, -1]
  ] as const) {
    for (let i = 0; i < 6; i++) {
      ctx.fillStyle = i % 2 ? 'rgba(255,232,214,0.85)' : 'rgba(255,196,184,0.85)'
      const points: Point[] = [
        [x, 305],
        [x + side * (26 + i * 2), 305],
        [x + side * (20 + i * 16), 480],
        [x + side * (70 - i * 9), 760],
        [x, 760]
      ]
      if (i < 3)
        shape(
          ctx,
          points.map(([px, py]) => [px + side * i * 7, py])
        )
    }
  }
}
