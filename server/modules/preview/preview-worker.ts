// Draws previews in a separate process, which can be killed at any time and has no secrets.
import { setPriority } from 'node:os'
import sharp, { type Sharp } from 'sharp'

const MAX_COVER_PIXELS = 16_000_000
const WIDTH_PX = 1200
const HEIGHT_PX = 630
const MARGIN_PX = 24
const CORNER_PX = 18
const SHADOW_BLUR_PX = 14
const SHADOW_OFFSET_PX = 6
/** Blurring a small copy takes a hundredth of the time, and looks the same. */
const BACKGROUND_SCALE = 1 / 10
const BACKGROUND_BLUR_PX = 4
const BACKGROUND_BRIGHTNESS = 0.5
/** WhatsApp shows no picture above 300 kB. */
const MAX_BYTES = 300_000
const JPEG_QUALITIES = [86, 78, 68, 56, 40]

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadWebpBuffer'] })
sharp.concurrency(1)
sharp.cache(false)

export interface PreviewTask {
  cover: Uint8Array
}

/** `preview` is a JPEG, or null if the cover cannot be decoded. */
export type PreviewMessage = 'ready' | { preview: Uint8Array | null }

interface Pixels {
  data: Buffer
  raw: { width: number; height: number; channels: 1 | 2 | 3 | 4 }
}

/** The whole cover in the middle, because some apps cut a square out of the preview. */
async function drawPreview(cover: Uint8Array): Promise<Uint8Array | null> {
  const decoded = await decode(cover).catch(() => null)
  if (decoded === null) return null
  const poster = await drawPoster(decoded)
  const { width, height } = poster.raw
  const left = Math.round((WIDTH_PX - width) / 2)
  const top = Math.round((HEIGHT_PX - height) / 2)
  const shadow = await drawShadow({ width, height, left, top: top + SHADOW_OFFSET_PX })
  const background = await drawBackground(decoded)
  const picture = await toPixels(
    open(background).composite([
      { input: shadow.data, raw: shadow.raw },
      { input: poster.data, raw: poster.raw, left, top }
    ])
  )
  return encode(picture)
}

const decode = (cover: Uint8Array) =>
  toPixels(
    sharp(cover, { limitInputPixels: MAX_COVER_PIXELS, failOn: 'error', pages: 1 })
      .rotate()
      .flatten({ background: '#0b0b10' })
      .toColourspace('srgb')
  )

async function drawBackground(cover: Pixels): Promise<Pixels> {
  const small = await toPixels(
    open(cover)
      .resize(WIDTH_PX * BACKGROUND_SCALE, HEIGHT_PX * BACKGROUND_SCALE, { fit: 'cover' })
      .blur(BACKGROUND_BLUR_PX)
      .linear(BACKGROUND_BRIGHTNESS, 0)
  )
  return toPixels(open(small).resize(WIDTH_PX, HEIGHT_PX, { fit: 'fill', kernel: 'cubic' }))
}

async function drawPoster(cover: Pixels): Promise<Pixels> {
  const { data, raw } = await toPixels(
    open(cover)
      .resize(WIDTH_PX - 2 * MARGIN_PX, HEIGHT_PX - 2 * MARGIN_PX, { fit: 'inside' })
      .removeAlpha()
      .ensureAlpha()
  )
  for (let y = 0; y < raw.height; y++) {
    for (let x = 0; x < raw.width; x++) {
      const alpha = computeCornerAlpha(x, y, raw)
      if (alpha < 1) data[(y * raw.width + x) * 4 + 3] = Math.round(255 * alpha)
    }
  }
  return { data, raw }
}

/** 1 inside the rounded rectangle, 0 outside, between at its edge. */
function computeCornerAlpha(x: number, y: number, { width, height }: { width: number; height: number }): number {
  const inset = CORNER_PX - 0.5
  const distanceX = Math.max(inset - x, x - (width - 1 - inset), 0)
  const distanceY = Math.max(inset - y, y - (height - 1 - inset), 0)
  return Math.min(1, Math.max(0, CORNER_PX - Math.hypot(distanceX, distanceY)))
}

async function drawShadow(box: { width: number; height: number; left: number; top: number }): Promise<Pixels> {
  const { width, height, left, top } = box
  const create = { width, height, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0.7 } } as const
  const onCanvas = await toPixels(
    sharp({ create }).extend({
      left,
      top,
      right: WIDTH_PX - left - width,
      bottom: HEIGHT_PX - top - height,
      background: { r: 0, g: 0, b: 0, alpha: 0 }
    })
  )
  return toPixels(open(onCanvas).blur(SHADOW_BLUR_PX))
}

async function encode(picture: Pixels): Promise<Uint8Array> {
  let jpeg = new Uint8Array()
  for (const quality of JPEG_QUALITIES) {
    jpeg = await open(picture).removeAlpha().jpeg({ quality, progressive: true, mozjpeg: true }).toBuffer()
    if (jpeg.length <= MAX_BYTES) break
  }
  return jpeg
}

const open = ({ data, raw }: Pixels) => sharp(data, { raw })

async function toPixels(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
  return { data, raw: { width: info.width, height: info.height, channels: info.channels } }
}

const send = (message: PreviewMessage) => process.send?.(message)

// Requests come first when processors are scarce.
setPriority(10)
process.on('message', async ({ cover }: PreviewTask) => send({ preview: await drawPreview(cover) }))
// The server has ended. `exit` would wait for libvips.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
send('ready')
