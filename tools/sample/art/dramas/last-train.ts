import { type Ctx, createRandom, ellipse, fade, glow, limb, linear, type Stage, sky } from '../painting/canvas.js'
import { silhouette } from '../painting/figure.js'
import { coatWoman } from '../painting/people.js'
import { mist, rays } from '../painting/scenery.js'
import { clock, hall, tracks, train } from '../props/station.js'

const rain = (ctx: Ctx, seed: number, count: number, alpha: number): void => {
  const d = createRandom(seed)
  ctx.lineWidth = 1.6
  for (let i = 0; i < count; i++) {
    const x = d.between(-100, 1000)
    const y = d.between(-100, 1600)
    const l = d.between(20, 80)
    ctx.strokeStyle = fade('#d3f3ff', alpha * d.between(0.3, 1))
    ctx.beginPath()
    ctx.moveTo(x, y)
    ctx.lineTo(x - l * 0.12, y + l)
    ctx.stroke()
  }
}

const umbrella = (ctx: Ctx): void => {
  ctx.beginPath()
  ctx.moveTo(-0.3, -0.98)
  ctx.bezierCurveTo(-0.27, -1.24, 0.3, -1.28, 0.36, -0.99)
  for (let i = 0; i < 5; i++) {
    const x = 0.36 - i * 0.132
    ctx.quadraticCurveTo(x - 0.066, -1.035, x - 0.132, -0.985)
  }
  ctx.fill()
  limb(ctx, [
    [0.03, -1.2, 0.012],
    [0.03, -1.24, 0.004]
  ])
  limb(ctx, [
    [0.03, -1.1, 0.014],
    [0.09, -0.7, 0.014],
    [0.1, -0.6, 0.014]
  ])
}

export const lastTrain = (stage: Stage): void => {
  stage.layer(0, ctx => {
    sky(ctx, [
      [0, '#04141a'],
      [0.3, '#0d3d47'],
      [0.5, '#3f8d86'],
      [0.62, '#e8c07a'],
      [0.7, '#1d4a4c'],
      [1, '#02080a']
    ])
    glow(ctx, [455, 880], 520, '#ffcf7a', 0.7)
  })
  stage.layer(0.15, ctx => {
    hall(ctx)
    mist(ctx, 5, 820, 260, '#ffd999', 0.7)
  })
  stage.layer(0.35, ctx => {
    tracks(ctx)
    train(ctx)
    rays(ctx, 6, [460, 940], 900, '#ffdc96', 0.4, [0.3, 2.84])
    mist(ctx, 15, 1090, 120, '#ffe2ad', 0.9)
  })
  stage.layer(0.55, ctx => {
    clock(ctx, 695, 420, 104)
    ctx.fillStyle = linear(
      ctx,
      [0, 1130],
      [0, 1600],
      [
        [0, '#28555a'],
        [0.1, '#0f2c32'],
        [1, '#020709']
      ]
    )
    ctx.beginPath()
    ctx.moveTo(-120, 1180)
    ctx.lineTo(330, 1150)
    ctx.lineTo(130, 1720)
    ctx.lineTo(-120, 1720)
    ctx.fill()
    ctx.fillStyle = 'rgba(255,214,140,0.8)'
    ctx.beginPath()
    ctx.moveTo(322, 1150)
    ctx.lineTo(331, 1150)
    ctx.lineTo(140, 1720)
    ctx.lineTo(112, 1720)
    ctx.fill()
    rain(ctx, 4, 150, 0.35)
  })
  stage.layer(0.8, ctx => {
    const lights = [
      { from: [7, -3] as const, colour: '#ffdf9e', soft: 3 },
      { from: [-3, -2] as const, colour: '#3f9a98', soft: 3 }
    ]
    const fill = [
      [0, '#062026'],
      [1, '#020a0d']
    ] as const
    silhouette(ctx, [205, 1330], 560, umbrella, {
      fill: [
        [0, '#7d1f26'],
        [0.25, '#4a1019'],
        [1, '#0a0a0d']
      ],
      lights
    })
    silhouette(ctx, [205, 1330], 560, coatWoman({ wind: -0.05 }), { fill, lights })
    silhouette(
      ctx,
      [325, 1336],
      120,
      c => {
        c.fillRect(-0.45, -0.85, 0.9, 0.85)
        limb(c, [
          [-0.2, -0.85, 0.08],
          [-0.18, -1.05, 0.08],
          [0.18, -1.05, 0.08],
          [0.2, -0.85, 0.08]
        ])
      },
      {
        fill: [
          [0, '#4a2a1a'],
          [1, '#140a08']
        ],
        lights
      }
    )
    ctx.fillStyle = 'rgba(2,8,10,0.6)'
    ellipse(ctx, 200, 1336, 130, 13)
  })
  stage.layer(1, ctx => {
    rain(ctx, 9, 110, 0.6)
    mist(ctx, 31, 1500, 140, '#5fa8a4', 0.5)
  })
}
