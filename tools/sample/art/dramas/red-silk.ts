import {
  type Ctx,
  createRandom,
  ellipse,
  fade,
  glow,
  linear,
  type Point,
  type Stage,
  sky,
  smooth
} from '../painting/canvas.js'
import { silhouette } from '../painting/figure.js'
import { bokeh, mist } from '../painting/scenery.js'
import { combLines, knot, knotHair, looseLocks, womanProfile } from '../props/portrait.js'

const silk = (
  ctx: Ctx,
  upper: readonly Point[],
  lower: readonly Point[],
  folds: number,
  tones: readonly [string, string, string]
): void => {
  const a = smooth(upper, false, 16)
  const b = smooth(lower, false, 16)
  const [dark, mid, bright] = tones
  const strips = 90
  for (let i = 0; i < strips; i++) {
    const from = i / strips
    const to = (i + 1.6) / strips
    const wave = 0.5 + 0.5 * Math.sin(from * folds * Math.PI * 2 + Math.sin(from * 9) * 0.8)
    const at = (k: number, t: number): Point => {
      const [ax = 0, ay = 0] = a[k] ?? []
      const [bx = 0, by = 0] = b[Math.min(k, b.length - 1)] ?? []
      const bend = Math.sin(k / 17 + t * 5) * 7
      return [ax + (bx - ax) * t, ay + (by - ay) * t + bend]
    }
    ctx.beginPath()
    for (let k = 0; k < a.length; k++) ctx.lineTo(...at(k, from))
    for (let k = a.length - 1; k >= 0; k--) ctx.lineTo(...at(k, to))
    ctx.fillStyle = wave > 0.8 ? bright : wave > 0.35 ? mid : dark
    ctx.globalAlpha = 0.35 + 0.65 * Math.abs(wave - 0.5) * 2
    ctx.fill()
  }
  ctx.globalAlpha = 1
}

const band = (
  ctx: Ctx,
  seed: number,
  y: number,
  height: number,
  folds: number,
  tones: readonly [string, string, string]
): void => {
  const d = createRandom(seed)
  const xs = [-150, 60, 260, 460, 660, 860, 1060]
  const upper = xs.map((x, i): Point => [x, y + (i % 2 ? -1 : 1) * d.between(24, 70) - i * 26])
  const lower = upper.map(
    ([x, top], i): Point => [x + d.between(-30, 30), top + height * (0.72 + 0.28 * Math.sin(i * 1.7 + seed))]
  )
  ctx.fillStyle = tones[0]
  ctx.beginPath()
  for (const [px = 0, py = 0] of smooth(upper)) ctx.lineTo(px, py)
  for (const [px = 0, py = 0] of smooth([...lower].reverse())) ctx.lineTo(px, py)
  ctx.fill()
  silk(ctx, upper, lower, folds, tones)
}

export const redSilk = (stage: Stage): void => {
  stage.layer(0, ctx => {
    sky(ctx, [
      [0, '#0b0306'],
      [0.35, '#3d0712'],
      [0.55, '#6e0b1a'],
      [0.8, '#22040b'],
      [1, '#080204']
    ])
    glow(ctx, [690, 560], 620, '#ff3b3b', 0.5)
    glow(ctx, [760, 470], 300, '#ff9a6b', 0.5)
    mist(ctx, 3, 600, 320, '#ff5a4a', 0.5)
  })
  stage.layer(0.25, ctx => band(ctx, 4, 420, 190, 2.4, ['#4a0612', '#7d0b1c', '#b3202c']))
  stage.layer(0.7, ctx => {
    const lights = [
      { from: [7, -4] as const, colour: '#ffb08a', soft: 2 },
      { from: [20, -6] as const, colour: 'rgba(214,40,44,0.55)', soft: 16 }
    ]
    const at = [170, 470] as const
    const size = 640
    const [ear, drop] = [at[0] + 0.43 * size, at[1] + 0.66 * size]
    const hair = [
      [0, '#1c050a'],
      [1, '#0a0205']
    ] as const
    silhouette(ctx, at, size, knot, { fill: hair, lights })
    silhouette(ctx, at, size, womanProfile, {
      fill: [
        [0, '#2e0a12'],
        [1, '#450d18']
      ],
      lights
    })
    silhouette(ctx, at, size, knotHair, { fill: hair, lights })
    silhouette(ctx, at, size, looseLocks, { fill: hair, lights: [] })
    silhouette(ctx, at, size, combLines, {
      fill: [
        [0, '#d8433c'],
        [1, '#6b101e']
      ],
      lights: [],
      alpha: 0.55
    })
    ctx.fillStyle = '#ffd9a0'
    ellipse(ctx, ear, drop, 7, 7)
    ctx.fillRect(ear - 1.5, drop + 7, 3, 44)
    ctx.fillStyle = '#ff4a4a'
    ellipse(ctx, ear, drop + 64, 9, 17)
    glow(ctx, [ear, drop + 62], 60, '#ff6b5a', 0.8)
  })
  stage.layer(0.85, ctx => {
    band(ctx, 12, 1170, 300, 3.2, ['#5c0714', '#a81424', '#ff5048'])
    band(ctx, 17, 1380, 330, 3.6, ['#3d0410', '#850d1e', '#d92a34'])
  })
  stage.layer(1, ctx => {
    bokeh(ctx, 6, 26, [-40, 200, 940, 1500], ['#ff6b4a', '#ffb070'])
    const d = createRandom(8)
    for (let i = 0; i < 60; i++) {
      const p: Point = [d.between(0, 920), d.between(120, 1400)]
      ctx.fillStyle = fade('#ffb070', d.between(0.2, 0.9))
      const r = d.between(0.8, 3.2)
      ellipse(ctx, ...p, r, r)
      if (r > 2.6) glow(ctx, p, 26, '#ff7a4a', 0.6)
    }
    ctx.fillStyle = linear(
      ctx,
      [0, 1300],
      [0, 1700],
      [
        [0, 'rgba(6,1,3,0)'],
        [1, '#060103']
      ]
    )
    ctx.fillRect(-120, 1300, 1140, 420)
  })
}
