import { type Ctx, createRandom, ellipse, fade, glow, linear, type Stage, sky, world } from '../painting/canvas.js'
import { silhouette } from '../painting/figure.js'
import { arm, gownWoman, suitMan } from '../painting/people.js'
import { city, mist, moon, ridge, stars, water } from '../painting/scenery.js'

const bridge = (ctx: Ctx, y: number): void => {
  ctx.strokeStyle = '#12264f'
  const towers = [150, 700]
  ctx.lineWidth = 7
  ctx.beginPath()
  ctx.moveTo(-110, y)
  ctx.lineTo(1010, y)
  ctx.stroke()
  for (const x of towers) {
    for (const dx of [-11, 11]) ctx.strokeRect(x + dx - 2, y - 190, 4, 290)
    for (const dy of [-180, -110, -40]) ctx.strokeRect(x - 11, y + dy, 22, 2)
  }
  ctx.lineWidth = 3
  ctx.beginPath()
  ctx.moveTo(-140, y - 60)
  ctx.quadraticCurveTo(40, y - 60, 150, y - 190)
  ctx.quadraticCurveTo(425, y + 150, 700, y - 190)
  ctx.quadraticCurveTo(830, y - 40, 1030, y - 30)
  ctx.stroke()
  ctx.lineWidth = 1
  for (let x = 160; x < 700; x += 18) {
    const t = (x - 150) / 550
    const cable = y - 190 * (1 - t) ** 2 + 2 * 150 * t * (1 - t) - 190 * t ** 2
    ctx.beginPath()
    ctx.moveTo(x, cable)
    ctx.lineTo(x, y)
    ctx.stroke()
  }
  const d = createRandom(4)
  for (let x = -100; x < 1000; x += 24) {
    ctx.fillStyle = fade('#ffd9a0', d.between(0.4, 1))
    ellipse(ctx, x, y - 7, 2, 2)
  }
}

const wave = (ctx: Ctx, seed: number, y: number, height: number, stops: [string, string, string]): void => {
  const d = createRandom(seed)
  const left = -world.margin
  const top = (x: number): number =>
    y -
    height * (0.5 + 0.5 * Math.sin(x / (height * 1.9) + seed)) -
    height * 0.22 * Math.sin(x / (height * 0.7) + seed * 3)
  ctx.beginPath()
  ctx.moveTo(left, 1720)
  for (let x = left; x <= 1010; x += 4) ctx.lineTo(x, top(x))
  ctx.lineTo(1010, 1720)
  ctx.fillStyle = linear(
    ctx,
    [0, y - height * 1.2],
    [0, y + height * 2],
    [
      [0, stops[0]],
      [0.35, stops[1]],
      [1, stops[2]]
    ]
  )
  ctx.fill()
  ctx.save()
  ctx.clip()
  for (let k = 0; k < 16; k++) {
    ctx.strokeStyle = fade(stops[0], 0.5 - k * 0.028)
    ctx.lineWidth = d.between(1, 3.4)
    ctx.beginPath()
    for (let x = left; x <= 1010; x += 6)
      ctx.lineTo(x, top(x + k * 9) + 10 + k * height * 0.14 + 5 * Math.sin(x / 31 + k))
    ctx.stroke()
  }
  ctx.restore()
  for (let x = left; x <= 1010; x += 3) {
    const slope = top(x + 4) - top(x - 4)
    ctx.fillStyle = fade('#eaf6ff', d.between(0.2, 0.85))
    const r = d.between(0.6, 3.4) * (slope < 0 ? 1.3 : 0.8)
    ellipse(ctx, x, top(x) + d.between(-3, 7), r * 1.7, r)
    if (d.next() > 0.9) ellipse(ctx, x + d.between(-12, 12), top(x) - d.between(4, 46), r * 0.6, r * 0.6)
  }
}

const pier = (ctx: Ctx): void => {
  ctx.fillStyle = linear(
    ctx,
    [0, 1130],
    [0, 1300],
    [
      [0, '#5d92c8'],
      [0.22, '#1a3a6e'],
      [1, '#060d22']
    ]
  )
  ctx.beginPath()
  ctx.moveTo(-120, 1140)
  ctx.lineTo(640, 1126)
  ctx.lineTo(664, 1150)
  ctx.lineTo(640, 1176)
  ctx.lineTo(-120, 1230)
  ctx.fill()
  for (const x of [30, 210, 390, 560]) ctx.fillRect(x, 1160, 26, 330)
  ctx.fillStyle = '#0a1530'
  ctx.fillRect(596, 880, 9, 250)
  ctx.fillStyle = '#ffe3ad'
  ellipse(ctx, 600, 872, 15, 20)
  glow(ctx, [600, 870], 200, '#ffcf85', 0.75)
}

export const lisbonWaves = (stage: Stage): void => {
  stage.layer(0, ctx => {
    sky(ctx, [
      [0, '#050a24'],
      [0.25, '#0d2a5e'],
      [0.45, '#2466a8'],
      [0.56, '#7db4d8'],
      [0.62, '#0f2c58'],
      [1, '#040a1c']
    ])
    stars(ctx, 8, 190, 640)
    mist(ctx, 12, 360, 150, '#5fa0dd', 0.45)
  })
  stage.layer(0.07, ctx => moon(ctx, [610, 430], 165, '#f3f8ff', '#5f93c8', 31))
  stage.layer(0.18, ctx => {
    ridge(
      ctx,
      7,
      850,
      90,
      [
        [0, '#3d74ab'],
        [1, '#12305f']
      ],
      4
    )
    city(ctx, 17, 880, 130, 44, {
      wall: [
        [0, '#2b5c94'],
        [1, '#14346a']
      ],
      lamp: '#ffd9a0',
      lit: 0.3
    })
    mist(ctx, 21, 880, 70, '#9cc9ec', 0.7)
    bridge(ctx, 790)
  })
  stage.layer(0.3, ctx =>
    water(
      ctx,
      5,
      885,
      [
        [0, '#4a8cc0'],
        [0.15, '#1d4f8a'],
        [1, '#040c22']
      ],
      [610, 190],
      '#eaf5ff'
    )
  )
  stage.layer(0.5, ctx => wave(ctx, 2, 1120, 46, ['#4c92c9', '#17477f', '#07152f']))
  stage.layer(0.72, ctx => {
    pier(ctx)
    glow(ctx, [380, 900], 330, '#7fc0f5', 0.3)
    const lights = [
      { from: [5, -4] as const, colour: '#e6f3ff', soft: 2 },
      { from: [-3, -2] as const, colour: '#3d7fc0', soft: 3 }
    ]
    silhouette(ctx, [300, 1145], 470, suitMan({ pocket: false }), {
      fill: [
        [0, '#081430'],
        [1, '#04091c']
      ],
      lights
    })
    silhouette(ctx, [445, 1140], 430, gownWoman({ hem: 0.03, hair: 'long', wind: -0.11, train: -0.16 }), {
      fill: [
        [0, '#0b1a3d'],
        [0.3, '#153766'],
        [1, '#0a1a40']
      ],
      lights
    })
    silhouette(
      ctx,
      [300, 1145],
      470,
      arm([
        [0.115, -0.78],
        [0.16, -0.66],
        [0.2, -0.56],
        [0.215, -0.5]
      ]),
      {
        fill: [
          [0, '#081430'],
          [1, '#04091c']
        ],
        lights
      }
    )
  })
  stage.layer(0.88, ctx => wave(ctx, 5, 1390, 92, ['#6fb2e0', '#1a4d88', '#050f28']))
  stage.layer(1, ctx => {
    wave(ctx, 9, 1560, 120, ['#3a7fb8', '#0e3263', '#030817'])
    const d = createRandom(3)
    for (let i = 0; i < 90; i++) {
      ctx.fillStyle = fade('#eaf6ff', d.between(0.15, 0.7))
      const r = d.between(1, 4)
      ellipse(ctx, d.between(-60, 960), 1450 - d.next() ** 2 * 330, r, r)
    }
  })
}
