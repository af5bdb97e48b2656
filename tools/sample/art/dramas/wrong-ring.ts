import { type Ctx, ellipse, fade, glow, linear, type Stage, sky } from '../painting/canvas.js'
import { silhouette } from '../painting/figure.js'
import { gownWoman, suitMan } from '../painting/people.js'
import { bokeh, mist, stars, water } from '../painting/scenery.js'

const cx = 450
const cy = 830
const outer = 318

const goldBand = (ctx: Ctx, from: number, to: number): void => {
  const gold = (shift: number) => {
    const sweep = ctx.createConicGradient(shift, cx, cy)
    const tones = ['#7d4a1c', '#ffe9a8', '#c98a34', '#5c3012', '#f0c060', '#fff6d0', '#a8682a', '#ffdf90', '#7d4a1c']
    tones.forEach((tone, i) => {
      sweep.addColorStop(i / (tones.length - 1), tone)
    })
    return sweep
  }
  for (const [r, width, shift] of [
    [outer - 22, 50, 0.4],
    [outer - 4, 10, 2.2],
    [outer - 42, 12, 3.6]
  ] as const) {
    ctx.strokeStyle = gold(shift)
    ctx.lineWidth = width
    ctx.beginPath()
    ctx.arc(cx, cy, r, from, to)
    ctx.stroke()
  }
  ctx.strokeStyle = 'rgba(255,250,225,0.9)'
  ctx.lineWidth = 2.5
  ctx.beginPath()
  ctx.arc(cx, cy, outer + 1, from + 0.3, to - 0.6)
  ctx.stroke()
}

const facet = (ctx: Ctx, points: readonly (readonly [number, number])[], tone: string): void => {
  ctx.fillStyle = tone
  ctx.beginPath()
  for (const [x, y] of points) ctx.lineTo(x, y)
  ctx.fill()
}

const diamond = (ctx: Ctx, x: number, y: number, s: number): void => {
  glow(ctx, [x, y], s * 5, '#e8c6ff', 0.6)
  const at = (px: number, py: number) => [x + px * s, y + py * s] as const
  const top = [at(-0.62, -0.55), at(-0.22, -0.55), at(0.22, -0.55), at(0.62, -0.55)] as const
  const belt = [at(-1, -0.1), at(-0.45, -0.1), at(0, -0.1), at(0.45, -0.1), at(1, -0.1)] as const
  const tip = at(0, 1)
  facet(ctx, [top[0], belt[0], belt[1]], '#c9a6f5')
  facet(ctx, [top[0], top[1], belt[1]], '#ffffff')
  facet(ctx, [top[1], belt[1], belt[2]], '#e3d0ff')
  facet(ctx, [top[1], top[2], belt[2]], '#f6eeff')
  facet(ctx, [top[2], belt[2], belt[3]], '#b897ee')
  facet(ctx, [top[2], top[3], belt[3]], '#ffffff')
  facet(ctx, [top[3], belt[3], belt[4]], '#d9c0ff')
  facet(ctx, [belt[0], belt[1], tip], '#9a74da')
  facet(ctx, [belt[1], belt[2], tip], '#e6d6ff')
  facet(ctx, [belt[2], belt[3], tip], '#ffffff')
  facet(ctx, [belt[3], belt[4], tip], '#8660c8')
  ctx.save()
  ctx.globalCompositeOperation = 'lighter'
  for (const [angle, length] of [
    [0, 3.4],
    [Math.PI / 2, 3.8],
    [Math.PI / 4, 1.6],
    [-Math.PI / 4, 1.6]
  ] as const) {
    ctx.save()
    ctx.translate(x - s * 0.2, y - s * 0.3)
    ctx.rotate(angle)
    ctx.fillStyle = linear(
      ctx,
      [-length * s, 0],
      [length * s, 0],
      [
        [0, 'rgba(255,255,255,0)'],
        [0.5, 'rgba(255,250,255,0.95)'],
        [1, 'rgba(255,255,255,0)']
      ]
    )
    ellipse(ctx, 0, 0, length * s, s * 0.035)
    ctx.restore()
  }
  ctx.restore()
}

export const wrongRing = (stage: Stage): void => {
  stage.layer(0, ctx => {
    sky(ctx, [
      [0, '#120622'],
      [0.25, '#3a1250'],
      [0.46, '#8a2f7d'],
      [0.58, '#f08a86'],
      [0.64, '#ffce9a'],
      [0.68, '#5a1f5c'],
      [1, '#0a0416']
    ])
    stars(ctx, 10, 230, 640, '#ffe6f4')
    mist(ctx, 4, 430, 200, '#d070c0', 0.5)
    mist(ctx, 6, 880, 150, '#ffb09a', 0.7)
    glow(ctx, [450, 1010], 520, '#ffb48a', 0.65)
  })
  stage.layer(0.25, ctx =>
    water(
      ctx,
      15,
      1080,
      [
        [0, '#d97a86'],
        [0.12, '#7d2f70'],
        [0.5, '#2a0f40'],
        [1, '#080312']
      ],
      [450, 300],
      '#ffdcae'
    )
  )
  stage.layer(0.5, ctx => {
    ctx.save()
    ctx.globalAlpha = 0.3
    ctx.filter = 'blur(6px)'
    ctx.translate(0, (cy + outer) * 2 - 8)
    ctx.scale(1, -1)
    goldBand(ctx, 0, Math.PI * 2)
    ctx.restore()
    goldBand(ctx, 0, Math.PI * 2)
    glow(ctx, [cx, cy], 460, '#ffcf8a', 0.22)
  })
  stage.layer(0.56, ctx => {
    ctx.fillStyle = linear(
      ctx,
      [0, 470],
      [0, 530],
      [
        [0, '#fff0b8'],
        [1, '#a8682a']
      ]
    )
    for (const side of [-1, 1]) {
      ctx.beginPath()
      ctx.moveTo(cx + side * 20, 532)
      ctx.quadraticCurveTo(cx + side * 52, 494, cx + side * 66, 432)
      ctx.lineTo(cx + side * 54, 430)
      ctx.quadraticCurveTo(cx + side * 38, 480, cx + side * 4, 520)
      ctx.fill()
    }
    diamond(ctx, cx, 440, 84)
  })
  stage.layer(0.75, ctx => {
    const lights = [
      { from: [4, -4] as const, colour: '#ffe6c0', soft: 2 },
      { from: [-4, -3] as const, colour: '#ff8fb0', soft: 3 }
    ]
    ctx.save()
    ctx.globalAlpha = 0.4
    ctx.filter = 'blur(5px)'
    ctx.translate(0, 2 * 1150)
    ctx.scale(1, -1)
    silhouette(ctx, [380, 1150], 380, gownWoman({ hem: 0.1, proud: true }), {
      fill: [
        [0, '#2a0f30'],
        [1, '#2a0f30']
      ],
      lights: []
    })
    silhouette(ctx, [525, 1150], 415, suitMan(), {
      fill: [
        [0, '#2a0f30'],
        [1, '#2a0f30']
      ],
      lights: []
    })
    ctx.restore()
    silhouette(ctx, [525, 1150], 415, suitMan(), {
      fill: [
        [0, '#1c0a26'],
        [1, '#0e0516']
      ],
      lights
    })
    silhouette(
      ctx,
      [380, 1150],
      380,
      gownWoman({ hem: 0.1, proud: true, hair: 'long', wind: -0.02 }),
      {
        fill: [
          [0, '#3a1240'],
          [0.3, '#8a2464'],
          [1, '#2e0c38']
        ],
        lights
      },
      true
    )
    ctx.fillStyle = fade('#ffd9b0', 0.35)
    ellipse(ctx, 450, 1154, 230, 5)
  })
  stage.layer(1, ctx => {
    bokeh(ctx, 12, 30, [-50, 150, 950, 1500], ['#ffcf9a', '#ff9ac4', '#d8b0ff'])
    mist(ctx, 19, 1480, 150, '#7d3a80', 0.5)
  })
}
