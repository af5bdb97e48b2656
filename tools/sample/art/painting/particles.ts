import { type Ctx, createRandom, ellipse, fade } from './canvas.js'

export type Drift = 'snow' | 'rain' | 'embers' | 'petals' | 'fireflies' | 'dust'

interface ParticleStyle {
  readonly count: number
  /** Frame heights per second, downward. */
  readonly fall: number
  readonly sway: number
  readonly size: readonly [number, number]
  readonly colour: string
}

const particleStyles: Readonly<Record<Drift, ParticleStyle>> = {
  snow: { count: 24, fall: 0.09, sway: 0.03, size: [2, 5], colour: '#ffffff' },
  rain: { count: 22, fall: 1.1, sway: 0, size: [1, 2], colour: '#cfe8ff' },
  embers: { count: 18, fall: -0.1, sway: 0.03, size: [1.6, 4], colour: '#ffb070' },
  petals: { count: 16, fall: 0.08, sway: 0.06, size: [4, 8], colour: '#ff9db0' },
  fireflies: { count: 18, fall: -0.02, sway: 0.05, size: [2, 4.5], colour: '#ffe9a0' },
  dust: { count: 16, fall: -0.025, sway: 0.02, size: [1.4, 3.4], colour: '#ffe2b8' }
}

const streak = (ctx: Ctx, x: number, y: number, size: number): void => {
  ctx.lineWidth = size
  ctx.beginPath()
  ctx.moveTo(x, y)
  ctx.lineTo(x - 6, y + 52 * size)
  ctx.stroke()
}

export const drift = (ctx: Ctx, kind: Drift, width: number, height: number, seconds: number): void => {
  const style = particleStyles[kind]
  const d = createRandom(kind.length * 97)
  ctx.save()
  if (kind !== 'petals') ctx.globalCompositeOperation = 'lighter'
  for (let i = 0; i < style.count; i++) {
    const speed = style.fall * d.between(0.6, 1.5)
    const y = (((d.next() + seconds * speed) % 1.1) + 1.1) % 1.1
    const phase = d.between(0, 6.3)
    const x = (((d.next() + style.sway * Math.sin(seconds * d.between(0.5, 1.2) + phase)) % 1) + 1) % 1
    const size = d.between(...style.size)
    const blink = kind === 'fireflies' ? 0.5 + 0.5 * Math.sin(seconds * 2 + phase) : 1
    const colour = fade(style.colour, d.between(0.35, 0.85) * blink * (kind === 'rain' ? 0.4 : 1))
    ctx.fillStyle = colour
    ctx.strokeStyle = colour
    if (kind === 'rain') streak(ctx, x * width, y * height, size)
    else ellipse(ctx, x * width, y * height, size, kind === 'petals' ? size * 0.55 : size, phase + seconds)
  }
  ctx.restore()
}
