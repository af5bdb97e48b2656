// Draws previews in a separate process, which can be killed at any time and has no secrets.
import { setPriority } from 'node:os'
import sharp, { type OverlayOptions, type Sharp } from 'sharp'

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
const LOGO_PX = 84
/** Of the logo from the corner of the poster. */
const LOGO_MARGIN_PX = 22
/** The logo is drawn larger and made smaller, which smooths its edges. */
const LOGO_SCALE = 4
const LOGO_COLOUR = [225, 29, 72] as const
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

interface Box {
  width: number
  height: number
  left: number
  top: number
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
      { input: poster.data, raw: poster.raw, left, top },
      ...(await placeLogo({ width, height, left, top }))
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
function computeCornerAlpha(
  x: number,
  y: number,
  { width, height }: { width: number; height: number },
  corner = CORNER_PX
): number {
  const inset = corner - 0.5
  const distanceX = Math.max(inset - x, x - (width - 1 - inset), 0)
  const distanceY = Math.max(inset - y, y - (height - 1 - inset), 0)
  return Math.min(1, Math.max(0, corner - Math.hypot(distanceX, distanceY)))
}

async function drawShadow({ width, height, left, top }: Box): Promise<Pixels> {
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

let logo: Promise<Pixels> | undefined

/** In the lower right corner of the poster, where it says that this is a film. Posters too small for it have none. */
async function placeLogo({ width, height, left, top }: Box): Promise<OverlayOptions[]> {
  if (Math.min(width, height) < LOGO_PX + 2 * LOGO_MARGIN_PX) return []
  logo ??= drawLogo()
  const { data, raw } = await logo
  const offset = LOGO_PX + LOGO_MARGIN_PX
  return [{ input: data, raw, left: left + width - offset, top: top + height - offset }]
}

/** A white triangle on a red square with round corners. */
function drawLogo(): Promise<Pixels> {
  const size = LOGO_PX * LOGO_SCALE
  const data = Buffer.alloc(size * size * 4)
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const isTriangle = isInTriangle(x / size, y / size)
      const alpha = computeCornerAlpha(x, y, { width: size, height: size }, size / 4)
      data.set([...(isTriangle ? [255, 255, 255] : LOGO_COLOUR), Math.round(255 * alpha)], (y * size + x) * 4)
    }
  }
  const whole = { data, raw: { width: size, height: size, channels: 4 } } as const
  return toPixels(open(whole).resize(LOGO_PX, LOGO_PX))
}

/** In parts of the logo's side. */
function isInTriangle(x: number, y: number): boolean {
  const [left, right, halfHeight] = [0.36, 0.72, 0.22]
  return x >= left && Math.abs(y - 0.5) <= (halfHeight * (right - x)) / (right - left)
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
