import { type Ctx, ellipse, fade, fillAll, glow, limb, linear, type Stage, sky, world } from '../painting/canvas.js'
import { silhouette } from '../painting/figure.js'
import { gownWoman } from '../painting/people.js'
import { bokeh, mist, rays } from '../painting/scenery.js'

const arch = (ctx: Ctx, x: number, y: number, w: number, h: number): void => {
  ctx.beginPath()
  ctx.moveTo(x - w / 2, y)
  ctx.lineTo(x - w / 2, y - h + w / 2)
  ctx.arc(x, y - h + w / 2, w / 2, Math.PI, 0)
  ctx.lineTo(x + w / 2, y)
  ctx.closePath()
}

const column = (ctx: Ctx, x: number, w: number, light: number): void => {
  ctx.fillStyle = linear(
    ctx,
    [x - w / 2, 0],
    [x + w / 2, 0],
    [
      [0, light < 0 ? '#c8743c' : '#2a0c1d'],
      [0.18, light < 0 ? '#8c3f33' : '#3d1226'],
      [0.8, light > 0 ? '#8c3f33' : '#3d1226'],
      [1, light > 0 ? '#e08d4a' : '#1d0815']
    ]
  )
  ctx.fillRect(x - w / 2, -120, w, 1330)
  for (let i = -2; i <= 2; i++) {
    ctx.fillStyle = 'rgba(20,4,14,0.28)'
    ctx.fillRect(x + i * w * 0.18 - 3, -120, 6, 1330)
  }
  ctx.fillStyle = '#2b0d1d'
  ctx.fillRect(x - w * 0.68, 1150, w * 1.36, 34)
  ctx.fillRect(x - w * 0.6, 1110, w * 1.2, 40)
}

const chandelier = (ctx: Ctx, x: number, y: number, r: number): void => {
  ctx.strokeStyle = '#4d1b20'
  ctx.lineWidth = 5
  ctx.beginPath()
  ctx.moveTo(x, -120)
  ctx.lineTo(x, y - r * 0.5)
  ctx.stroke()
  for (const [k, lift] of [
    [1, 0],
    [0.62, -0.34]
  ] as const) {
    ctx.strokeStyle = '#ffcf85'
    ctx.lineWidth = 4
    ctx.beginPath()
    ctx.ellipse(x, y + lift * r, r * k, r * k * 0.2, 0, 0, Math.PI * 2)
    ctx.stroke()
    for (let i = 0; i < 14; i++) {
      const a = (i / 14) * Math.PI * 2
      const px = x + Math.cos(a) * r * k
      const py = y + lift * r + Math.sin(a) * r * k * 0.2
      ctx.fillStyle = '#fff3d0'
      ellipse(ctx, px, py - 16, 4, 12)
      glow(ctx, [px, py - 18], 44, '#ffc46b', 0.55)
      ctx.fillStyle = fade('#ffe9c4', 0.75)
      ellipse(ctx, px, py + 20 + Math.abs(Math.sin(a)) * 24, 2.4, 12)
      ctx.fillStyle = fade('#ffe9c4', 0.35)
      ellipse(ctx, x + Math.cos(a) * r * k * 0.6, py + 40, 2, 16)
    }
  }
}

const stairs = (ctx: Ctx): void => {
  for (let i = 0; i < 13; i++) {
    const t = i / 12
    const y = 1080 + 540 * t ** 1.25
    const half = 190 + 330 * t
    const h = 26 + 46 * t
    ctx.fillStyle = linear(
      ctx,
      [450 - half, 0],
      [450 + half, 0],
      [
        [0, '#240a18'],
        [0.5, t < 0.4 ? '#a9503a' : '#6d2a2c'],
        [1, '#240a18']
      ]
    )
    ctx.fillRect(450 - half, y, half * 2, h)
    ctx.fillStyle = fade('#ffc988', 0.65 * (1 - t * 0.75))
    ctx.fillRect(450 - half, y, half * 2, 2.5)
    ctx.fillStyle = `rgba(120,16,40,${0.85 - t * 0.3})`
    ctx.fillRect(450 - half * 0.5, y + 3, half, h)
  }
  for (const side of [-1, 1]) {
    ctx.fillStyle = '#1a0712'
    limb(ctx, [
      [450 + side * 205, 1010, 26],
      [450 + side * 330, 1180, 34],
      [450 + side * 560, 1500, 56]
    ])
    for (let i = 0; i < 9; i++) {
      const t = i / 9
      ctx.fillRect(450 + side * (205 + 330 * t) - 5, 1010 + 480 * t ** 1.1, 10, 90 + 90 * t)
    }
  }
}

export const secretHeiress = (stage: Stage): void => {
  stage.layer(0, ctx => {
    sky(ctx, [
      [0, '#3a0f22'],
      [0.4, '#7d2c2c'],
      [0.7, '#4a1424'],
      [1, '#17060f']
    ])
    ctx.fillStyle = linear(
      ctx,
      [0, 180],
      [0, 1100],
      [
        [0, '#ffd591'],
        [0.35, '#ffb057'],
        [0.7, '#e8703a'],
        [1, '#a63a34']
      ]
    )
    arch(ctx, 450, 1100, 470, 900)
    ctx.fill()
    glow(ctx, [450, 560], 520, '#ffd08a', 0.75)
    ctx.strokeStyle = '#5a1d22'
    for (const [x, w] of [
      [450, 9],
      [372, 5],
      [528, 5],
      [294, 5],
      [606, 5]
    ] as const) {
      ctx.lineWidth = w
      ctx.beginPath()
      ctx.moveTo(x, 230 + Math.abs(x - 450) * 0.3)
      ctx.lineTo(x, 1100)
      ctx.stroke()
    }
    ctx.lineWidth = 6
    for (const y of [430, 600, 770, 940]) ctx.strokeRect(210, y, 480, 1)
    ctx.lineWidth = 22
    ctx.strokeStyle = '#3b1020'
    arch(ctx, 450, 1100, 482, 908)
    ctx.stroke()
    ctx.lineWidth = 3
    ctx.strokeStyle = '#f4b066'
    arch(ctx, 450, 1100, 505, 922)
    ctx.stroke()
    rays(ctx, 4, [450, 380], 1100, '#ffcf8a', 0.3, [0.9, 2.25])
  })
  stage.layer(0.3, ctx => {
    column(ctx, 120, 118, 1)
    column(ctx, 780, 118, -1)
    mist(ctx, 3, 1060, 110, '#ffb871', 0.55)
  })
  stage.layer(0.45, ctx => chandelier(ctx, 450, 330, 170))
  stage.layer(0.6, stairs)
  stage.layer(0.8, ctx => {
    glow(ctx, [450, 820], 380, '#ffb35e', 0.35)
    ctx.fillStyle = '#2a0816'
    silhouette(
      ctx,
      [450, 1130],
      600,
      c =>
        limb(c, [
          [0.02, -0.3, 0.2],
          [0.06, -0.06, 0.3],
          [0.12, 0.1, 0.34],
          [0.2, 0.3, 0.36],
          [0.24, 0.46, 0.26]
        ]),
      {
        fill: [
          [0, '#c8323e'],
          [1, '#b02b3c']
        ],
        lights: [
          { from: [7, -4], colour: '#ff9a6b', soft: 8 },
          { from: [-9, -2], colour: '#6d0f2a', soft: 10 }
        ]
      }
    )
    silhouette(ctx, [450, 1130], 600, gownWoman({ hem: 0.06, hair: 'bun', proud: true }), {
      fill: [
        [0, '#2b0a18'],
        [0.18, '#5a1524'],
        [0.3, '#a8283a'],
        [1, '#6d1230']
      ],
      lights: [
        { from: [5, -5], colour: '#ffdf9e', soft: 2 },
        { from: [-5, -4], colour: '#ffb866', soft: 3 }
      ]
    })
    ctx.fillStyle = '#ffe2a0'
    for (const [x, h] of [
      [-26, 16],
      [-13, 24],
      [0, 34],
      [13, 24],
      [26, 16]
    ] as const) {
      ctx.beginPath()
      ctx.moveTo(450 + x - 8, 536)
      ctx.lineTo(450 + x, 532 - h)
      ctx.lineTo(450 + x + 8, 536)
      ctx.fill()
      ellipse(ctx, 450 + x, 530 - h, 3, 3)
    }
    ctx.fillRect(418, 534, 64, 6)
    glow(ctx, [450, 520], 90, '#ffe2a0', 0.6)
  })
  stage.layer(1, ctx => {
    bokeh(ctx, 9, 34, [-60, 60, world.width + 60, 1500], ['#ffcf85', '#ff8f5a', '#ffe9c4'])
    ctx.globalAlpha = 0.25
    fillAll(
      ctx,
      linear(
        ctx,
        [0, 1200],
        [0, 1650],
        [
          [0, 'rgba(20,4,14,0)'],
          [1, '#14040e']
        ]
      )
    )
  })
}
