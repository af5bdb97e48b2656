import {
  type Ctx,
  createRandom,
  ellipse,
  fade,
  glow,
  linear,
  makeCtx,
  type Point,
  type Stops,
  world
} from './canvas.js'

export const stars = (ctx: Ctx, seed: number, count: number, bottom: number, colour = '#ffffff'): void => {
  const d = createRandom(seed)
  for (let i = 0; i < count; i++) {
    const y = d.between(-world.margin, bottom)
    ctx.fillStyle = fade(colour, d.between(0.15, 0.9) * (1 - (Math.max(0, y) / bottom) * 0.7))
    const r = d.next() > 0.94 ? d.between(1.6, 2.6) : d.between(0.5, 1.3)
    ellipse(ctx, d.between(-world.margin, world.width + world.margin), y, r, r)
  }
}

export const moon = (ctx: Ctx, at: Point, r: number, light: string, shade: string, seed = 5): void => {
  const [x, y] = at
  glow(ctx, at, r * 2.4, light, 0.32)
  const d = createRandom(seed)
  const disc = makeCtx(r * 2, r * 2)
  const body = disc.createRadialGradient(r * 0.62, r * 0.6, r * 0.1, r, r, r)
  body.addColorStop(0, light)
  body.addColorStop(0.55, fade(light, 0.92))
  body.addColorStop(1, shade)
  disc.fillStyle = shade
  ellipse(disc, r, r, r, r)
  disc.fillStyle = body
  ellipse(disc, r, r, r, r)
  disc.globalCompositeOperation = 'source-atop'
  disc.filter = `blur(${r * 0.05}px)`
  for (let i = 0; i < 26; i++) {
    disc.fillStyle = fade(shade, d.between(0.06, 0.22))
    const s = d.between(0.05, 0.26) * r
    ellipse(disc, d.between(0.1, 1.9) * r, d.between(0.1, 1.9) * r, s, s * d.between(0.5, 1), d.next() * 3)
  }
  disc.filter = 'none'
  ctx.drawImage(disc.canvas, x - r, y - r)
}

export const mist = (ctx: Ctx, seed: number, y: number, height: number, colour: string, alpha: number): void => {
  const d = createRandom(seed)
  for (let i = 0; i < 46; i++) {
    const r = d.between(0.4, 1.3) * height
    const at: Point = [d.between(-160, world.width + 160), y + d.between(-0.5, 0.5) * height]
    const gradient = ctx.createRadialGradient(0, 0, 0, 0, 0, r)
    for (const t of [0, 0.3, 0.6, 1]) gradient.addColorStop(t, fade(colour, alpha * 0.16 * (1 - t) ** 1.6))
    ctx.save()
    ctx.translate(...at)
    ctx.scale(1.9, 0.5)
    ctx.fillStyle = gradient
    ctx.fillRect(-r, -r, 2 * r, 2 * r)
    ctx.restore()
  }
}

const roughness = (seed: number, octaves: number) => {
  const d = createRandom(seed)
  const waves = Array.from({ length: octaves }, (_, i) => ({
    f: 2 ** i * d.between(0.7, 1.3),
    p: d.between(0, 7),
    a: 0.55 ** i
  }))
  return (x: number): number => waves.reduce((sum, w) => sum + w.a * Math.abs(Math.sin(x * w.f + w.p)), 0)
}

export const ridge = (ctx: Ctx, seed: number, y: number, height: number, stops: Stops, octaves = 7): void => {
  const rough = roughness(seed, octaves)
  ctx.beginPath()
  ctx.moveTo(-world.margin, world.height + world.margin)
  for (let x = -world.margin; x <= world.width + world.margin; x += 2)
    ctx.lineTo(x, y - height * (rough(x / 260) - 0.6))
  ctx.lineTo(world.width + world.margin, world.height + world.margin)
  ctx.fillStyle = linear(ctx, [0, y - height], [0, y + height * 2.4], stops)
  ctx.fill()
}

export const pine = (ctx: Ctx, x: number, y: number, h: number, seed: number): void => {
  const d = createRandom(seed)
  ctx.fillRect(x - h * 0.015, y - h * 0.3, h * 0.03, h * 0.3)
  const tiers = 11
  for (let i = 0; i < tiers; i++) {
    const t = i / tiers
    const w = h * 0.24 * (t * 0.95 + 0.05) * d.between(0.85, 1.15)
    const top = y - h + h * 0.9 * t
    ctx.beginPath()
    ctx.moveTo(x, top - h * 0.04)
    ctx.quadraticCurveTo(x + w * 0.3, top + h * 0.06, x + w, top + h * d.between(0.1, 0.14))
    ctx.lineTo(x + w * 0.4, top + h * 0.09)
    ctx.lineTo(x, top + h * 0.125)
    ctx.lineTo(x - w * 0.4, top + h * 0.09)
    ctx.lineTo(x - w, top + h * d.between(0.1, 0.14))
    ctx.quadraticCurveTo(x - w * 0.3, top + h * 0.06, x, top - h * 0.04)
    ctx.fill()
  }
}

export const pines = (
  ctx: Ctx,
  seed: number,
  y: number,
  from: number,
  to: number,
  step: number,
  hole?: Point
): void => {
  const d = createRandom(seed)
  for (let x = -world.margin; x < world.width + world.margin; x += step * d.between(0.5, 1.4)) {
    const h = d.between(from, to)
    if (hole === undefined || x < hole[0] || x > hole[1]) pine(ctx, x, y + d.between(0, 24), h, seed + Math.round(x))
  }
}

export interface CityPaint {
  readonly wall: Stops
  readonly lamp: string
  readonly lit: number
}

export const city = (ctx: Ctx, seed: number, y: number, tall: number, wide: number, paint: CityPaint): void => {
  const d = createRandom(seed)
  for (let x = -world.margin; x < world.width + world.margin; ) {
    const w = d.between(0.5, 1.3) * wide
    const h = tall * d.between(0.35, 1) * (1 - 0.3 * Math.abs(x / world.width - 0.5))
    ctx.fillStyle = linear(ctx, [0, y - tall], [0, y], paint.wall)
    ctx.fillRect(x, y - h, w, h + 300)
    if (d.next() > 0.6) ctx.fillRect(x + w * 0.46, y - h - wide * 0.7, wide * 0.05, wide * 0.7)
    if (d.next() > 0.5) ctx.fillRect(x + w * 0.2, y - h - wide * 0.16, w * 0.6, wide * 0.2)
    const cell = wide / 9
    for (let cy = y - h + cell; cy < y; cy += cell * 1.5) {
      for (let cx = x + cell * 0.7; cx < x + w - cell; cx += cell * 1.25) {
        if (d.next() > paint.lit) continue
        ctx.fillStyle = fade(paint.lamp, d.between(0.25, 0.95))
        ctx.fillRect(cx, cy, cell * 0.62, cell * 0.85)
      }
    }
    x += w + d.between(-2, wide * 0.05)
  }
}

export const water = (ctx: Ctx, seed: number, y: number, stops: Stops, light: Point, colour: string): void => {
  const bottom = world.height + world.margin
  ctx.fillStyle = linear(ctx, [0, y], [0, bottom], stops)
  ctx.fillRect(-world.margin, y, world.width + 2 * world.margin, bottom - y)
  const d = createRandom(seed)
  const [lx, spread] = light
  for (let i = 0; i < 420; i++) {
    const t = d.next() ** 1.7
    const reach = spread * (0.5 + t * 1.3)
    const off = (d.next() + d.next() + d.next() - 1.5) * reach
    const near = Math.max(0, 1 - Math.abs(off) / reach)
    ctx.fillStyle = fade(colour, near * d.between(0.08, 0.6) * (1 - t * 0.55))
    const w = d.between(10, 70) * (0.3 + t)
    ellipse(ctx, lx + off, y + 3 + t * (bottom - y), w, 0.8 + t * 2.6)
  }
}

export const rays = (
  ctx: Ctx,
  seed: number,
  from: Point,
  length: number,
  colour: string,
  alpha: number,
  fan: Point
): void => {
  const d = createRandom(seed)
  ctx.save()
  ctx.globalCompositeOperation = 'lighter'
  ctx.filter = 'blur(9px)'
  for (let i = 0; i < 15; i++) {
    const angle = d.between(...fan)
    const width = d.between(0.015, 0.07)
    const tip = (a: number): Point => [from[0] + Math.cos(a) * length, from[1] + Math.sin(a) * length]
    ctx.fillStyle = linear(ctx, from, tip(angle), [
      [0, fade(colour, alpha * d.between(0.3, 1))],
      [1, fade(colour, 0)]
    ])
    ctx.beginPath()
    ctx.moveTo(...from)
    ctx.lineTo(...tip(angle - width))
    ctx.lineTo(...tip(angle + width))
    ctx.fill()
  }
  ctx.restore()
}

export const bokeh = (
  ctx: Ctx,
  seed: number,
  count: number,
  box: readonly [number, number, number, number],
  colours: readonly string[]
): void => {
  const d = createRandom(seed)
  ctx.save()
  ctx.globalCompositeOperation = 'lighter'
  for (let i = 0; i < count; i++) {
    const r = d.between(4, 26)
    const colour = colours[i % colours.length] ?? '#ffffff'
    ctx.fillStyle = fade(colour, d.between(0.05, 0.3))
    const x = d.between(box[0], box[2])
    const y = d.between(box[1], box[3])
    ellipse(ctx, x, y, r, r)
    ctx.strokeStyle = fade(colour, 0.18)
    ctx.lineWidth = 1.5
    ctx.stroke()
  }
  ctx.restore()
}
