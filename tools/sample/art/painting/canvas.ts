export const world = { width: 900, height: 1600, margin: 110 } as const

export type Ctx = OffscreenCanvasRenderingContext2D
export type Point = readonly [x: number, y: number]
export type Stops = readonly (readonly [at: number, colour: string])[]

export interface Layer {
  /** 0 is the horizon, 1 is next to the camera. */
  readonly depth: number
  readonly canvas: OffscreenCanvas
  readonly box: readonly [x: number, y: number, width: number, height: number]
}

export const makeCtx = (width: number, height: number): Ctx => {
  const ctx = new OffscreenCanvas(Math.ceil(width), Math.ceil(height)).getContext('2d', { willReadFrequently: true })
  if (ctx === null) throw new Error('no 2d canvas')
  return ctx
}

export const makeSheet = (): Ctx => {
  const { width, height, margin } = world
  const ctx = makeCtx(width + 2 * margin, height + 2 * margin)
  ctx.translate(margin, margin)
  return ctx
}

export const stamp = (ctx: Ctx, sheet: Ctx): void => {
  ctx.drawImage(sheet.canvas, -world.margin, -world.margin)
}

export const blurred = (ctx: Ctx, radius: number, draw: (sheet: Ctx) => void): void => {
  const sheet = makeSheet()
  draw(sheet)
  ctx.save()
  ctx.filter = `blur(${radius}px)`
  stamp(ctx, sheet)
  ctx.restore()
}

const inkedBox = (ctx: Ctx): Layer['box'] => {
  const { width, height } = ctx.canvas
  const pixels = new Uint32Array(ctx.getImageData(0, 0, width, height).data.buffer)
  let [left, right, top, bottom] = [width, -1, height, -1]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (pixels[y * width + x] === 0) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = y
    }
  }
  return right < 0 ? [0, 0, 1, 1] : [left, top, right - left + 1, bottom - top + 1]
}

export class Stage {
  readonly layers: Layer[] = []

  layer(depth: number, draw: (ctx: Ctx) => void): void {
    const ctx = makeSheet()
    draw(ctx)
    this.layers.push({ depth, canvas: ctx.canvas, box: inkedBox(ctx) })
  }
}

/** Seeded, so that a second run draws the same picture. */
export const createRandom = (seed: number) => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return { next, between: (from: number, to: number): number => from + (to - from) * next() }
}

export const linear = (ctx: Ctx, from: Point, to: Point, stops: Stops): CanvasGradient => {
  const gradient = ctx.createLinearGradient(...from, ...to)
  for (const [at, colour] of stops) gradient.addColorStop(at, colour)
  return gradient
}

export const fillAll = (ctx: Ctx, style: string | CanvasGradient): void => {
  const { width, height, margin } = world
  ctx.fillStyle = style
  ctx.fillRect(-margin, -margin, width + 2 * margin, height + 2 * margin)
}

export const sky = (ctx: Ctx, stops: Stops): void =>
  fillAll(ctx, linear(ctx, [0, -world.margin], [0, world.height], stops))

export const fade = (colour: string, alpha: number): string =>
  `${colour}${Math.round(Math.max(0, Math.min(1, alpha)) * 255)
    .toString(16)
    .padStart(2, '0')}`

export const glow = (ctx: Ctx, [x, y]: Point, radius: number, colour: string, alpha: number, squash = 1): void => {
  ctx.save()
  ctx.globalCompositeOperation = 'lighter'
  ctx.translate(x, y)
  ctx.scale(1, squash)
  const gradient = ctx.createRadialGradient(0, 0, 0, 0, 0, radius)
  for (const at of [0, 0.15, 0.3, 0.5, 0.7, 0.85, 1]) gradient.addColorStop(at, fade(colour, alpha * (1 - at) ** 2.2))
  ctx.fillStyle = gradient
  ctx.fillRect(-radius, -radius, 2 * radius, 2 * radius)
  ctx.restore()
}

export const ellipse = (ctx: Ctx, x: number, y: number, rx: number, ry: number, turn = 0): void => {
  ctx.beginPath()
  ctx.ellipse(x, y, Math.abs(rx), Math.abs(ry), turn, 0, Math.PI * 2)
  ctx.fill()
}

const spline = (a: number, b: number, c: number, d: number, t: number): number =>
  0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t)

export const smooth = (rows: readonly (readonly number[])[], closed = false, steps = 10): number[][] => {
  const count = rows.length
  const at = (i: number) => rows[closed ? (i + count) % count : Math.max(0, Math.min(count - 1, i))] ?? []
  const out: number[][] = []
  for (let i = 0; i < (closed ? count : count - 1); i++) {
    for (let s = 0; s < steps; s++) {
      const columns = at(i).map((_, k) => k)
      const values = (k: number) => [at(i - 1)[k] ?? 0, at(i)[k] ?? 0, at(i + 1)[k] ?? 0, at(i + 2)[k] ?? 0] as const
      out.push(columns.map(k => spline(...values(k), s / steps)))
    }
  }
  if (!closed) out.push([...at(count - 1)])
  return out
}

export const shape = (ctx: Ctx, points: readonly Point[], closed = true): void => {
  ctx.beginPath()
  for (const [x = 0, y = 0] of smooth(points, closed)) ctx.lineTo(x, y)
  ctx.fill()
}

export const limb = (ctx: Ctx, rows: readonly (readonly [number, number, number])[]): void => {
  ctx.save()
  ctx.strokeStyle = ctx.fillStyle
  ctx.lineCap = 'round'
  let [lastX = 0, lastY = 0] = rows[0] ?? []
  for (const [x = 0, y = 0, w = 0] of smooth(rows, false, 14)) {
    ctx.lineWidth = Math.max(w, 0.001)
    ctx.beginPath()
    ctx.moveTo(lastX, lastY)
    ctx.lineTo(x, y)
    ctx.stroke()
    lastX = x
    lastY = y
  }
  ctx.restore()
}
