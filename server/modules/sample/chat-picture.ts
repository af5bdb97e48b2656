import type { Draw } from './seeded-draw.js'
import { createSeededDraw, drawBetween } from './seeded-draw.js'

const WIDTH = 360
const HEIGHT = 720

type Colour = readonly [number, number, number]

/** A chat as a screenshot shows it, as PNG. With `extra`, the same chat some messages later. Needs sharp. */
export async function drawChatPicture(seed: number, extra = false): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const draw = createSeededDraw(seed)
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3)
  const fill = (x: number, y: number, width: number, height: number, colour: Colour) => {
    const right = Math.min(WIDTH, x + width)
    for (let row = y; row < Math.min(HEIGHT, y + height); row++)
      pixels.fill(Buffer.from(colour), (row * WIDTH + x) * 3, (row * WIDTH + right) * 3)
  }
  const isDark = seed % 2 === 0
  fill(0, 0, WIDTH, HEIGHT, isDark ? [11, 20, 26] : [239, 234, 226])
  fill(0, 0, WIDTH, 75, [0, 128, 105])
  fill(drawBetween(draw, 40, 90), 30, 36, 36, drawColour(draw))
  const bubbles = (from: number, to: number, drawBubble: Draw) => {
    for (let y = from; y < to; ) {
      const isMine = drawBetween(drawBubble, 0, 1) === 1
      const [width, lines] = [drawBetween(drawBubble, 100, 270), drawBetween(drawBubble, 1, 4)]
      const [x, height] = [isMine ? WIDTH - width - 10 : 10, 16 + lines * 20]
      fill(
        x,
        y,
        width,
        height,
        isDark ? (isMine ? [0, 92, 75] : [32, 44, 51]) : isMine ? [217, 253, 211] : [255, 255, 255]
      )
      for (let line = 0; line < lines; line++)
        fill(x + 10, y + 12 + line * 20, drawBetween(drawBubble, 30, width - 25), 9, [138, 148, 156])
      if (drawBetween(drawBubble, 0, 3) === 0) fill(x + 10, y + 10, width - 30, height - 20, drawColour(drawBubble))
      y += height + drawBetween(drawBubble, 6, 24)
    }
  }
  bubbles(drawBetween(draw, 85, 110), HEIGHT - 100, draw)
  if (extra) {
    fill(0, HEIGHT - 330, WIDTH, 330, isDark ? [11, 20, 26] : [239, 234, 226])
    bubbles(HEIGHT - 320, HEIGHT - 100, createSeededDraw(seed + 7_919))
  }
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .png({ compressionLevel: 3 })
    .toBuffer()
}

const drawColour = (draw: Draw): Colour => [
  drawBetween(draw, 0, 255),
  drawBetween(draw, 0, 255),
  drawBetween(draw, 0, 255)
]
