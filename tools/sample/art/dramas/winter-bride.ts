import { blurred, createRandom, ellipse, fade, glow, limb, type Stage, sky } from '../painting/canvas.js'
import { silhouette } from '../painting/figure.js'
import { gownWoman } from '../painting/people.js'
import { mist, moon, pine, pines, ridge, stars, water } from '../painting/scenery.js'

export const winterBride = (stage: Stage): void => {
  stage.layer(0, ctx => {
    sky(ctx, [
      [0, '#2a0d33'],
      [0.22, '#7d1c4d'],
      [0.42, '#c43a62'],
      [0.58, '#6d2a68'],
      [0.75, '#2a1848'],
      [1, '#0d0a22']
    ])
    stars(ctx, 3, 150, 620)
    mist(ctx, 8, 330, 170, '#ff8fa6', 0.5)
  })
  stage.layer(0.08, ctx => moon(ctx, [470, 600], 285, '#ffe3e4', '#b4567e', 12))
  stage.layer(0.2, ctx => {
    ridge(ctx, 21, 900, 190, [
      [0, '#a8456f'],
      [0.45, '#5a2a5e'],
      [1, '#2a1848']
    ])
    mist(ctx, 4, 930, 90, '#ffb3c4', 0.5)
    ridge(ctx, 33, 975, 120, [
      [0, '#6b2f63'],
      [1, '#23143f']
    ])
  })
  stage.layer(0.35, ctx => {
    ctx.fillStyle = '#2b1742'
    pines(ctx, 5, 1050, 90, 190, 26)
    mist(ctx, 14, 1050, 70, '#e58fb0', 0.7)
    water(
      ctx,
      9,
      1060,
      [
        [0, '#8b3f6e'],
        [0.25, '#43225a'],
        [1, '#0b0820']
      ],
      [470, 230],
      '#ffd7dd'
    )
  })
  stage.layer(0.5, ctx => {
    ctx.fillStyle = '#1a0f30'
    pines(ctx, 15, 1120, 210, 420, 62, [215, 735])
    mist(ctx, 24, 1120, 70, '#c06a94', 0.6)
  })
  stage.layer(0.75, ctx => {
    glow(ctx, [470, 900], 420, '#ff9fb4', 0.28)
    const veil = (rows: [number, number, number][], alpha: number) =>
      silhouette(ctx, [440, 1240], 660, c => limb(c, rows), {
        fill: [
          [0, '#ffeef0'],
          [0.5, '#f0a9bd'],
          [1, '#7c3d70']
        ],
        lights: [{ from: [5, -6], colour: '#ffffff', soft: 5 }],
        alpha
      })
    veil(
      [
        [0.02, -0.96, 0.07],
        [0.16, -0.86, 0.17],
        [0.36, -0.83, 0.22],
        [0.56, -0.93, 0.2],
        [0.74, -1.0, 0.1],
        [0.84, -1.06, 0.01]
      ],
      0.3
    )
    veil(
      [
        [0.02, -0.95, 0.07],
        [0.14, -0.8, 0.19],
        [0.3, -0.66, 0.24],
        [0.47, -0.68, 0.18],
        [0.62, -0.78, 0.09],
        [0.7, -0.84, 0.01]
      ],
      0.4
    )
    silhouette(ctx, [440, 1240], 660, gownWoman({ hem: 0.13, train: 0.16 }), {
      fill: [
        [0, '#3b1740'],
        [0.35, '#8d4a78'],
        [0.7, '#d79ab2'],
        [1, '#6d3a6c']
      ],
      lights: [
        { from: [6, -5], colour: '#ffe6ea', soft: 3 },
        { from: [-4, -3], colour: '#ff8fab', soft: 3 }
      ]
    })
    veil(
      [
        [0, -0.985, 0.07],
        [0.005, -0.9, 0.15],
        [0.01, -0.7, 0.25],
        [0.03, -0.4, 0.31],
        [0.1, -0.13, 0.27],
        [0.22, -0.01, 0.06]
      ],
      0.36
    )
    ctx.fillStyle = fade('#ffd9e2', 0.4)
    ellipse(ctx, 470, 1250, 230, 9)
  })
  stage.layer(1, ctx => {
    blurred(ctx, 5, near => {
      near.fillStyle = '#0a0618'
      pine(near, -40, 1560, 860, 71)
      pine(near, 950, 1600, 960, 72)
    })
    const d = createRandom(6)
    for (let i = 0; i < 70; i++) {
      const r = d.between(1.5, 6)
      ctx.fillStyle = fade('#ffffff', d.between(0.2, 0.75))
      ellipse(ctx, d.between(-60, 960), d.between(60, 1500), r, r)
    }
  })
}
