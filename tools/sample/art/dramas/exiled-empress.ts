import {
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
import { mist, ridge, stars } from '../painting/scenery.js'
import { lantern, pagoda, roof } from '../props/palace.js'

const empress = (ctx: Ctx): void => {
  shape(ctx, [
    [-0.05, -0.8],
    [-0.12, -0.78],
    [-0.11, -0.6],
    [-0.13, -0.4],
    [-0.2, -0.16],
    [-0.34, 0.01],
    [0, 0.03],
    [0.34, 0.01],
    [0.2, -0.16],
    [0.13, -0.4],
    [0.11, -0.6],
    [0.12, -0.78],
    [0.05, -0.8]
  ])
  for (const side of [-1, 1])
    shape(ctx, [
      [side * 0.09, -0.785],
      [side * 0.17, -0.74],
      [side * 0.22, -0.6],
      [side * 0.29, -0.45],
      [side * 0.31, -0.24],
      [side * 0.23, -0.2],
      [side * 0.13, -0.42],
      [side * 0.1, -0.56]
    ])
  limb(ctx, [
    [0, -0.84, 0.04],
    [0, -0.79, 0.06]
  ])
  ellipse(ctx, 0, -0.885, 0.04, 0.052)
  ellipse(ctx, 0, -0.93, 0.055, 0.04)
}

const crown = (ctx: Ctx): void => {
  for (const side of [-1, 1]) {
    limb(ctx, [
      [side * 0.02, -0.945, 0.03],
      [side * 0.08, -0.975, 0.024],
      [side * 0.14, -0.96, 0.016],
      [side * 0.17, -0.985, 0.004]
    ])
    limb(ctx, [
      [side * 0.02, -0.955, 0.028],
      [side * 0.06, -1.01, 0.02],
      [side * 0.1, -1.03, 0.012],
      [side * 0.125, -1.07, 0.003]
    ])
    limb(ctx, [
      [side * 0.012, -0.96, 0.024],
      [side * 0.03, -1.03, 0.016],
      [side * 0.05, -1.08, 0.003]
    ])
    for (const k of [0, 1, 2]) ellipse(ctx, side * (0.15 - k * 0.03), -0.94 + k * 0.008 + 0.03, 0.005, 0.02)
  }
  limb(ctx, [
    [0, -0.95, 0.04],
    [0, -1.05, 0.022],
    [0, -1.12, 0.003]
  ])
  ellipse(ctx, 0, -1.0, 0.014, 0.014)
}

export const exiledEmpress = (stage: Stage): void => {
  stage.layer(0, ctx => {
    sky(ctx, [
      [0, '#2a0608'],
      [0.2, '#7d1610'],
      [0.42, '#d9531e'],
      [0.55, '#ffb648'],
      [0.66, '#8f2a14'],
      [1, '#1a0405']
    ])
    stars(ctx, 5, 90, 400, '#ffe6b0')
    glow(ctx, [450, 590], 640, '#ffb648', 0.55)
    ctx.fillStyle = linear(
      ctx,
      [0, 280],
      [0, 900],
      [
        [0, '#fff3c4'],
        [0.5, '#ffcf62'],
        [1, '#f07a2c']
      ]
    )
    ellipse(ctx, 450, 590, 300, 300)
    mist(ctx, 4, 690, 120, '#fff0c0', 0.7)
  })
  stage.layer(0.15, ctx => {
    ridge(
      ctx,
      41,
      900,
      180,
      [
        [0, '#c2521f'],
        [0.6, '#7d2414'],
        [1, '#3d0e0c']
      ],
      5
    )
    mist(ctx, 6, 930, 110, '#ffd080', 0.8)
  })
  stage.layer(0.28, ctx => {
    pagoda(ctx, 120, 1080, 300, 3, ['#a63a18', '#5f160e', '#4a100c'])
    pagoda(ctx, 800, 1060, 250, 4, ['#a63a18', '#5f160e', '#4a100c'])
    mist(ctx, 7, 1050, 110, '#ffb860', 0.9)
  })
  stage.layer(0.45, ctx => {
    roof(ctx, 450, 1120, 900, 130, ['#7d2010', '#3a0c0a'])
    ctx.fillStyle = '#2a0808'
    ctx.fillRect(60, 1116, 780, 140)
    for (let i = 0; i < 12; i++) {
      ctx.fillStyle = '#6b1410'
      ctx.fillRect(70 + i * 68, 1124, 14, 140)
      glow(ctx, [106 + i * 68, 1195], 60, '#ffb04a', 0.6)
    }
    mist(ctx, 17, 1200, 90, '#ffb860', 0.9)
  })
  stage.layer(0.58, ctx => {
    ctx.fillStyle = linear(
      ctx,
      [0, 1230],
      [0, 1650],
      [
        [0, '#c2481c'],
        [0.15, '#6b180e'],
        [1, '#140304']
      ]
    )
    ctx.fillRect(-120, 1230, 1140, 500)
    for (let i = 0; i < 9; i++) {
      ctx.fillStyle = fade('#ffc46b', 0.35 - i * 0.03)
      ctx.fillRect(-120, 1232 + i ** 1.8 * 9, 1140, 2)
    }
  })
  stage.layer(0.78, ctx => {
    glow(ctx, [450, 830], 360, '#ffdf90', 0.35)
    const lights = [
      { from: [5, -5] as const, colour: '#fff0bf', soft: 2 },
      { from: [-5, -4] as const, colour: '#ffb648', soft: 3 }
    ]
    silhouette(ctx, [450, 1330], 640, empress, {
      fill: [
        [0, '#3a0a0c'],
        [0.25, '#7d1216'],
        [0.6, '#a81c1c'],
        [1, '#3d080c']
      ],
      lights
    })
    silhouette(
      ctx,
      [450, 1330],
      640,
      c => {
        limb(c, [
          [0, -0.76, 0.02],
          [0, -0.5, 0.06],
          [0, -0.2, 0.09],
          [0, 0.01, 0.14]
        ])
        for (const side of [-1, 1])
          limb(c, [
            [side * 0.24, -0.25, 0.012],
            [side * 0.28, -0.225, 0.016],
            [side * 0.305, -0.24, 0.01]
          ])
      },
      {
        fill: [
          [0, '#ffcf6b'],
          [1, '#b3641c']
        ],
        lights: [],
        alpha: 0.75
      }
    )
    silhouette(ctx, [450, 1330], 640, crown, {
      fill: [
        [0, '#fff0b0'],
        [1, '#e09a2c']
      ],
      lights: [{ from: [2, -2], colour: '#ffffff', soft: 1 }]
    })
  })
  stage.layer(1, ctx => {
    const d = createRandom(15)
    for (let i = 0; i < 15; i++) {
      const x = d.next() > 0.5 ? d.between(-40, 260) : d.between(640, 940)
      lantern(ctx, x, d.between(150, 1380), d.between(13, 34))
    }
    ctx.filter = 'blur(5px)'
    lantern(ctx, 60, 1330, 72)
    lantern(ctx, 850, 240, 62)
    ctx.filter = 'none'
  })
}
