import { type Ctx, createRandom, makeCtx } from './canvas.js'

export const grain = (ctx: Ctx, width: number, height: number, strength: number): void => {
  const size = 256
  const tile = makeCtx(size, size)
  const data = tile.createImageData(size, size)
  const d = createRandom(77)
  for (let i = 0; i < data.data.length; i += 4) {
    const value = 128 + (d.next() + d.next() - 1) * 127
    data.data.set([value, value, value, strength * 255], i)
  }
  tile.putImageData(data, 0, 0)
  ctx.save()
  ctx.globalCompositeOperation = 'overlay'
  ctx.fillStyle = ctx.createPattern(tile.canvas, 'repeat') ?? '#808080'
  ctx.fillRect(0, 0, width, height)
  ctx.restore()
}

export const vignette = (ctx: Ctx, width: number, height: number, strength: number): void => {
  const r = Math.hypot(width, height) / 2
  const gradient = ctx.createRadialGradient(width / 2, height * 0.42, r * 0.45, width / 2, height * 0.45, r * 1.05)
  gradient.addColorStop(0, 'rgba(5,3,12,0)')
  gradient.addColorStop(1, `rgba(5,3,12,${strength})`)
  ctx.fillStyle = gradient
  ctx.fillRect(0, 0, width, height)
  const foot = ctx.createLinearGradient(0, height * 0.66, 0, height)
  foot.addColorStop(0, 'rgba(5,3,12,0)')
  foot.addColorStop(1, `rgba(5,3,12,${strength * 0.75})`)
  ctx.fillStyle = foot
  ctx.fillRect(0, height * 0.66, width, height * 0.34)
}
