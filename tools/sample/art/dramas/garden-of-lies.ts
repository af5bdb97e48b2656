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
  sky
} from '../painting/canvas.js'
import { silhouette } from '../painting/figure.js'
import { gownWoman } from '../painting/people.js'
import { mist, moon, rays, stars } from '../painting/scenery.js'

const rose = (
  ctx: Ctx,
  x: number,
  y: number,
  r: number,
  tones: readonly [string, string, string],
  seed: number
): void => {
  const d = createRandom(seed)
  const [dark, mid, bright] = tones
  for (let ring = 0; ring < 5; ring++) {
    const size = r * (1 - ring * 0.18)
    const petals = 7 - ring
    for (let i = 0; i < petals; i++) {
      const a = (i / petals) * Math.PI * 2 + ring * 0.7 + d.between(-0.12, 0.12)
      const px = x + Math.cos(a) * size * 0.5
      const py = y + Math.sin(a) * size * 0.46
      const gradient = ctx.createRadialGradient(px - size * 0.12, py - size * 0.2, size * 0.05, px, py, size * 0.56)
      gradient.addColorStop(0, ring < 3 ? bright : mid)
      gradient.addColorStop(0.55, mid)
      gradient.addColorStop(1, dark)
      ctx.fillStyle = gradient
      ellipse(ctx, px, py, size * 0.52, size * 0.44, a)
    }
  }
  ctx.fillStyle = dark
  ellipse(ctx, x, y, r * 0.11, r * 0.09)
}

const leaf = (ctx: Ctx, x: number, y: number, size: number, turn: number, tone: string, rib: string): void => {
  ctx.save()
  ctx.translate(x, y)
  ctx.rotate(turn)
  ctx.fillStyle = tone
  ctx.beginPath()
  ctx.moveTo(0, 0)
  ctx.quadraticCurveTo(size * 0.4, -size * 0.42, size, 0)
  ctx.quadraticCurveTo(size * 0.4, size * 0.42, 0, 0)
  ctx.fill()
  ctx.strokeStyle = rib
  ctx.lineWidth = size * 0.025
  ctx.beginPath()
  ctx.moveTo(0, 0)
  ctx.lineTo(size * 0.92, 0)
  ctx.stroke()
  ctx.restore()
}

const hedge = (ctx: Ctx, seed: number, y: number, depth: number, tones: readonly string[]): void => {
  const d = createRandom(seed)
  for (let i = 0; i < 340; i++) {
    const x = d.between(-120, 1020)
    const edge = Math.abs(x - 450) / 560
    const py = y - edge ** 2 * depth + d.between(0, depth * 0.9)
    leaf(
      ctx,
      x,
      py,
      d.between(26, 64),
      d.between(-3.1, 0.2),
      tones[i % tones.length] ?? '#0d3a2a',
      'rgba(170,255,205,0.14)'
    )
  }
}

const greenhouse = (ctx: Ctx): void => {
  ctx.strokeStyle = '#0f4a3a'
  for (const [r, w] of [
    [360, 14],
    [240, 6],
    [120, 5]
  ] as const) {
    ctx.lineWidth = w
    ctx.beginPath()
    ctx.moveTo(450 - r, 1200)
    ctx.lineTo(450 - r, 640)
    ctx.bezierCurveTo(450 - r, 640 - r * 0.8, 450 - r * 0.3, 640 - r * 1.2, 450, 640 - r * 1.34)
    ctx.bezierCurveTo(450 + r * 0.3, 640 - r * 1.2, 450 + r, 640 - r * 0.8, 450 + r, 640)
    ctx.lineTo(450 + r, 1200)
    ctx.stroke()
  }
  ctx.lineWidth = 5
  for (const y of [640, 790, 940, 1090]) {
    ctx.beginPath()
    ctx.moveTo(90, y)
    ctx.lineTo(810, y)
    ctx.stroke()
  }
  for (const a of [-0.9, -0.45, 0, 0.45, 0.9]) {
    ctx.beginPath()
    ctx.moveTo(450, 640)
    ctx.lineTo(450 + Math.sin(a) * 400, 640 - Math.cos(a) * 480 * (1 - Math.abs(a) * 0.18))
    ctx.stroke()
  }
  ctx.lineWidth = 2
  ctx.strokeStyle = 'rgba(180,255,214,0.4)'
  ctx.beginPath()
  ctx.moveTo(97, 1200)
  ctx.lineTo(97, 640)
  ctx.bezierCurveTo(97, 350, 345, 210, 450, 165)
  ctx.stroke()
}

export const gardenOfLies = (stage: Stage): void => {
  stage.layer(0, ctx => {
    sky(ctx, [
      [0, '#03150f'],
      [0.25, '#0c4a38'],
      [0.46, '#3fa079'],
      [0.56, '#c9f0c0'],
      [0.64, '#2b7a5a'],
      [1, '#020c08']
    ])
    stars(ctx, 6, 120, 480, '#e8fff0')
    moon(ctx, [450, 520], 190, '#f6fff0', '#7fc49a', 3)
    mist(ctx, 4, 740, 170, '#c8ffd8', 0.7)
  })
  stage.layer(0.15, ctx => {
    ctx.fillStyle = '#2c7a5c'
    const d = createRandom(12)
    for (let i = 0; i < 26; i++)
      ellipse(ctx, d.between(-120, 1020), d.between(930, 1010), d.between(50, 110), d.between(60, 150))
    mist(ctx, 5, 960, 120, '#a8f0c4', 0.8)
  })
  stage.layer(0.32, ctx => {
    greenhouse(ctx)
    rays(ctx, 14, [450, 420], 1000, '#d8ffdf', 0.3, [0.75, 2.4])
    mist(ctx, 16, 1130, 120, '#8fe0b4', 0.8)
  })
  stage.layer(0.5, ctx => {
    ctx.fillStyle = linear(
      ctx,
      [0, 1150],
      [0, 1600],
      [
        [0, '#2f8a68'],
        [0.2, '#0f4232'],
        [1, '#020c08']
      ]
    )
    ctx.beginPath()
    ctx.moveTo(360, 1150)
    ctx.lineTo(540, 1150)
    ctx.quadraticCurveTo(600, 1400, 900, 1720)
    ctx.lineTo(0, 1720)
    ctx.quadraticCurveTo(300, 1400, 360, 1150)
    ctx.fill()
    hedge(ctx, 7, 1180, 240, ['#12543e', '#0d4331', '#1a6a4e'])
  })
  stage.layer(0.75, ctx => {
    glow(ctx, [450, 880], 420, '#d8ffdf', 0.3)
    const dark = [
      { from: [-6, -4] as const, colour: '#eafff0', soft: 2 },
      { from: [4, -3] as const, colour: '#3f9a76', soft: 3 }
    ]
    const rosy = [
      { from: [6, -4] as const, colour: '#ffe9ee', soft: 2 },
      { from: [-4, -3] as const, colour: '#ff8fa8', soft: 3 }
    ]
    silhouette(
      ctx,
      [312, 1310],
      610,
      gownWoman({ hem: 0.05, proud: true, hair: 'long', wind: 0 }),
      {
        fill: [
          [0, '#04180f'],
          [0.3, '#0b3325'],
          [1, '#04150e']
        ],
        lights: dark
      },
      true
    )
    silhouette(ctx, [590, 1310], 610, gownWoman({ hem: 0.09, hair: 'bun' }), {
      fill: [
        [0, '#2a0a16'],
        [0.22, '#7d2440'],
        [0.5, '#a8385a'],
        [1, '#3a0c1e']
      ],
      lights: rosy
    })
  })
  stage.layer(0.93, ctx => {
    hedge(ctx, 17, 1390, 330, ['#06281c', '#08351f', '#0c4630'])
    const d = createRandom(33)
    for (let i = 0; i < 17; i++) {
      const x = i % 2 === 0 ? d.between(-70, 330) : d.between(570, 970)
      const edge = Math.abs(x - 450) / 520
      const y = 1420 - edge ** 2 * 360 + d.between(-10, 190)
      rose(
        ctx,
        x,
        y,
        d.between(34, 74),
        i % 5 === 0 ? ['#7d6a5a', '#f0e4d0', '#ffffff'] : ['#4a0418', '#b8183f', '#ff6b86'],
        i + 40
      )
    }
  })
  stage.layer(1, ctx => {
    blurred(ctx, 4, near => {
      rose(near, 60, 1500, 150, ['#2a020e', '#8a0f30', '#d83a5c'], 3)
      rose(near, 870, 1540, 180, ['#2a020e', '#7a0c2a', '#c22a4c'], 4)
      near.fillStyle = '#02100a'
      limb(near, [
        [-90, 150, 40],
        [60, 90, 30],
        [210, 150, 20],
        [300, 120, 4]
      ])
      for (let i = 0; i < 9; i++)
        leaf(near, -60 + i * 42, 120 + (i % 3) * 22, 120, 0.6 + (i % 4) * 0.5, '#031a10', 'rgba(140,255,200,0.1)')
    })
    const d = createRandom(2)
    for (let i = 0; i < 34; i++) {
      ctx.fillStyle = fade('#f4ffc8', d.between(0.3, 0.9))
      ellipse(ctx, d.between(40, 860), d.between(560, 1400), 2.4, 2.4)
    }
  })
}
