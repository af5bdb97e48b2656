import { encode, stripGeometry } from '../../first-frame-code.js'
import { compose } from './camera.js'
import { type Ctx, ellipse, fade, type Layer, linear, makeCtx } from './canvas.js'

const motif = (layers: readonly Layer[], width: number, height: number, tone: string): Ctx => {
  const ctx = makeCtx(width, height)
  const figures = layers.filter(layer => layer.depth >= 0.7 && layer.depth < 0.95)
  compose(ctx, figures, width, height, { x: 450, y: 720, zoom: 1 }, 0.5)
  ctx.globalCompositeOperation = 'source-in'
  ctx.fillStyle = tone
  ctx.fillRect(0, 0, width, height)
  return ctx
}

const strip = (ctx: Ctx, width: number, height: number, drama: number, episode: number): void => {
  const cell = stripGeometry.cell * width
  const left = stripGeometry.left * width
  const top = stripGeometry.top * height
  const long = cell * stripGeometry.cells
  ctx.fillStyle = '#08060d'
  ctx.beginPath()
  ctx.roundRect(left - 10, top - 10, long + 20, cell + 20, 8)
  ctx.fill()
  ctx.strokeStyle = 'rgba(255,255,255,0.35)'
  ctx.lineWidth = 1.5
  ctx.stroke()
  encode(drama, episode).forEach((white, i) => {
    ctx.fillStyle = white ? '#ffffff' : '#000000'
    ctx.fillRect(left + i * cell, top, cell, cell)
  })
}

const lettering = (ctx: Ctx, width: number, height: number, episode: number): void => {
  const middle = width / 2
  ctx.textAlign = 'center'
  ctx.fillStyle = 'rgba(255,255,255,0.92)'
  ctx.font = "600 46px 'Inter', sans-serif"
  ctx.letterSpacing = '18px'
  ctx.fillText('EP', middle + 9, height * 0.3)
  ctx.letterSpacing = '0px'
  ctx.fillStyle = '#ffffff'
  ctx.font = "700 330px 'Noto Serif CJK SC', 'DejaVu Serif', serif"
  ctx.fillText(String(episode), middle, height * 0.52)
  ctx.fillStyle = 'rgba(255,255,255,0.55)'
  for (const side of [-1, 1]) ctx.fillRect(middle + side * 150 - 65, height * 0.288, 130, 2)
}

export interface TitleCard {
  readonly drama: number
  readonly episode: number
  readonly colour: string
}

export const drawTitle = (ctx: Ctx, layers: readonly Layer[], width: number, height: number, card: TitleCard): void => {
  ctx.fillStyle = card.colour
  ctx.fillRect(0, 0, width, height)
  ctx.fillStyle = linear(
    ctx,
    [0, 0],
    [0, height],
    [
      [0, 'rgba(10,6,18,0.35)'],
      [0.4, 'rgba(10,6,18,0.1)'],
      [1, 'rgba(10,6,18,0.78)']
    ]
  )
  ctx.fillRect(0, 0, width, height)
  ctx.fillStyle = fade('#ffffff', 0.1)
  ellipse(ctx, width * 0.5, height * 0.4, width * 0.37, width * 0.37)
  ctx.globalAlpha = 0.7
  ctx.drawImage(motif(layers, width, height, '#0b0714').canvas, 0, height * 0.18)
  ctx.globalAlpha = 1
  ctx.fillStyle = linear(
    ctx,
    [0, height * 0.7],
    [0, height * 0.9],
    [
      [0, 'rgba(11,7,20,0)'],
      [1, 'rgba(11,7,20,0.95)']
    ]
  )
  ctx.fillRect(0, height * 0.7, width, height * 0.3)
  lettering(ctx, width, height, card.episode)
  strip(ctx, width, height, card.drama, card.episode)
}
