import {
  blurred,
  type Ctx,
  createRandom,
  ellipse,
  fade,
  glow,
  limb,
  linear,
  type Stage,
  shape,
  sky
} from '../painting/canvas.js'
import { silhouette } from '../painting/figure.js'
import { mist, moon, rays, stars } from '../painting/scenery.js'
import { cloak, muzzle, wolf } from '../props/wolf.js'

const trunk = (ctx: Ctx, x: number, w: number, seed: number): void => {
  const d = createRandom(seed)
  limb(ctx, [
    [x + d.between(-20, 20), -150, w * 0.6],
    [x + d.between(-12, 12), 400, w * 0.75],
    [x, 900, w],
    [x, 1180, w * 1.25],
    [x - w * 0.3, 1300, w * 2]
  ])
  for (let i = 0; i < 5; i++) {
    const y = d.between(-40, 760)
    const side = d.next() > 0.5 ? 1 : -1
    const reach = d.between(70, 220)
    limb(ctx, [
      [x, y, w * 0.3],
      [x + side * reach * 0.5, y - reach * 0.25, w * 0.2],
      [x + side * reach, y - reach * 0.7, 3]
    ])
    limb(ctx, [
      [x + side * reach * 0.5, y - reach * 0.25, w * 0.12],
      [x + side * reach * 0.9, y - reach * 0.2, 2]
    ])
  }
}

export const promisedToTheWolf = (stage: Stage): void => {
  stage.layer(0, ctx => {
    sky(ctx, [
      [0, '#0a0722'],
      [0.25, '#2a1c66'],
      [0.48, '#6b56b8'],
      [0.6, '#b8a6f0'],
      [0.68, '#3a2a7a'],
      [1, '#070514']
    ])
    stars(ctx, 7, 170, 600)
    moon(ctx, [450, 430], 250, '#f3eeff', '#8a78cc', 9)
    mist(ctx, 4, 640, 200, '#c9bcff', 0.7)
  })
  stage.layer(0.14, ctx => {
    ctx.fillStyle = '#5a48a0'
    for (const [x, w] of [
      [40, 26],
      [170, 20],
      [280, 16],
      [620, 18],
      [735, 24],
      [860, 22]
    ] as const)
      trunk(ctx, x, w, x + 3)
    mist(ctx, 5, 900, 240, '#b8a8f5', 0.9)
  })
  stage.layer(0.3, ctx => {
    ctx.fillStyle = '#33276e'
    for (const [x, w] of [
      [-30, 50],
      [130, 40],
      [770, 44],
      [905, 56]
    ] as const)
      trunk(ctx, x, w, x + 13)
    rays(ctx, 9, [450, 430], 1100, '#cabfff', 0.26, [0.6, 2.5])
    mist(ctx, 15, 1060, 170, '#8f7fdc', 0.9)
  })
  stage.layer(0.7, ctx => {
    const lights = [
      { from: [4, -7] as const, colour: '#e9e2ff', soft: 3 },
      { from: [-4, -6] as const, colour: '#8f7fe0', soft: 4 }
    ]
    silhouette(ctx, [450, 1260], 860, wolf, {
      fill: [
        [0, '#2a1f5c'],
        [0.5, '#1c1446'],
        [1, '#0c0824']
      ],
      lights
    })
    silhouette(ctx, [450, 1260], 860, muzzle, {
      fill: [
        [0, '#3a2e78'],
        [0.5, '#120c30'],
        [1, '#0c0824']
      ],
      lights: [{ from: [2, -3], colour: '#b0a0f0', soft: 2 }]
    })
    ctx.fillStyle = '#08051a'
    ellipse(ctx, 450, 888, 27, 19)
    for (const side of [-1, 1]) {
      const x = 450 + side * 82
      glow(ctx, [x, 660], 95, '#ffb340', 0.8)
      ctx.fillStyle = '#ffd25e'
      ctx.beginPath()
      ctx.ellipse(x, 660, 23, 10.5, side * 0.42, 0, Math.PI * 2)
      ctx.fill()
      ctx.fillStyle = '#1a0a08'
      ellipse(ctx, x, 660, 4.5, 10)
    }
    mist(ctx, 23, 1190, 150, '#a494f0', 1)
  })
  stage.layer(0.72, ctx => {
    ctx.fillStyle = linear(
      ctx,
      [0, 1200],
      [0, 1620],
      [
        [0, '#4a3c90'],
        [0.25, '#1c1448'],
        [1, '#05030f']
      ]
    )
    shape(ctx, [
      [-200, 1290],
      [80, 1250],
      [300, 1275],
      [450, 1262],
      [650, 1280],
      [860, 1246],
      [1100, 1300],
      [1100, 1760],
      [-200, 1760]
    ])
    mist(ctx, 26, 1300, 80, '#8f80e0', 0.8)
  })
  stage.layer(0.8, ctx => {
    glow(ctx, [450, 1180], 260, '#c4b6ff', 0.3)
    silhouette(ctx, [450, 1370], 370, cloak, {
      fill: [
        [0, '#a3163a'],
        [0.5, '#d1244c'],
        [1, '#4a0a26']
      ],
      lights: [
        { from: [4, -4], colour: '#ffd6e0', soft: 2 },
        { from: [-4, -4], colour: '#ff6b8c', soft: 3 }
      ]
    })
    silhouette(
      ctx,
      [450, 1370],
      370,
      c => {
        for (const x of [-0.1, 0, 0.1, 0.2])
          limb(c, [
            [x * 0.4, -0.75, 0.004],
            [x * 0.9, -0.4, 0.022],
            [x * 1.7, -0.02, 0.03]
          ])
      },
      {
        fill: [
          [0, '#7d1030'],
          [1, '#2a0516']
        ],
        lights: [],
        alpha: 0.55
      }
    )
  })
  stage.layer(1, ctx => {
    blurred(ctx, 4, near => {
      near.fillStyle = '#06041a'
      trunk(near, -10, 120, 5)
      trunk(near, 925, 130, 8)
    })
    const d = createRandom(6)
    for (let i = 0; i < 40; i++) {
      const r = d.between(1, 3)
      ctx.fillStyle = fade('#ffe2a0', d.between(0.3, 0.9))
      ellipse(ctx, d.between(80, 820), d.between(700, 1450), r, r)
    }
  })
}
