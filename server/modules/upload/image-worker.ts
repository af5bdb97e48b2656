// Decodes untrusted pictures in a separate process, which can be killed at any time and has no secrets.
import { createHash } from 'node:crypto'
import { setPriority } from 'node:os'
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp'
import { formatReducedImage, REDUCED_SIDE_PX, toReducedImage } from '../reward/duplicate-image/alignment.js'
import type { Fingerprint } from '../reward/duplicate-image/fingerprint.js'
import { HASH_IMAGE_SIZE_PX, perceptualHash } from '../reward/duplicate-image/perceptual-hash.js'

const MAX_PIXELS = 25_000_000
const MIN_SIDE_PX = 320
/** Before the conversion to 8 bits: 25 megapixels with 4 bytes each take 0.4 s, with 6 or 8 bytes up to 1 s. */
const MAX_SAMPLE_BYTES = 100_000_000
/** Of the process, while it decodes; measured, it needs up to 15 MB more. */
const MAX_DECODE_BYTES = 135_000_000
/** Enough to read a chat. */
const MAX_STORED_SIDE_PX = 2048
const JPEG_QUALITY = 82

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer']
})
sharp.concurrency(1)
sharp.cache(false)

export interface DecodeTask {
  bytes: Uint8Array
  maxProcessorMs: number
}

export type ImageDecodeResult = { decoded: DecodedImage } | { refusal: ImageRefusal }

export type DecoderMessage = 'ready' | 'too expensive' | ImageDecodeResult

async function decodeImage(bytes: Uint8Array): Promise<ImageDecodeResult> {
  try {
    // Reads only the header, to check the size before decoding.
    const metadata = await sharp(bytes, { limitInputPixels: false }).metadata()
    const { format, width, height } = metadata
    if (!['jpeg', 'png', 'webp'].includes(format)) return { refusal: 'type' }
    if (isTooLarge(metadata)) return { refusal: 'pixels' }
    if (Math.min(width, height) < MIN_SIDE_PX) return { refusal: 'dimensions' }
    const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
      .rotate()
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    const size = { width: info.width, height: info.height }
    // Of all pixels, as in every version, so that old pictures are found for ever.
    const sha256 = createHash('sha256').update(JSON.stringify(size)).update(data).digest('hex')
    const stored = await sharp(data, { raw: { ...size, channels: info.channels } })
      .resize(MAX_STORED_SIDE_PX, MAX_STORED_SIDE_PX, { fit: 'inside', withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width: storedWidth, height: storedHeight, channels } = stored.info
    const raw = { raw: { width: storedWidth, height: storedHeight, channels } }
    const jpeg = await sharp(stored.data, raw).jpeg({ quality: JPEG_QUALITY }).toBuffer()
    const fingerprint = await computeFingerprint(stored.data, raw)
    return { decoded: { width: storedWidth, height: storedHeight, jpeg, fingerprint, sha256 } }
  } catch {
    return { refusal: 'broken' }
  }
}

/** From the header. The numbers of bytes were measured with pictures of 25 megapixels. */
function isTooLarge(metadata: Metadata): boolean {
  const { format, width, height, channels, depth, isProgressive, orientation = 1 } = metadata
  const pixels = width * height
  const sampleBytes = channels * (depth === 'uchar' ? 1 : 2)
  // The result, and what libvips keeps of the whole picture: WebP always, others if rows come out of order.
  const bytesPerPixel =
    format === 'webp'
      ? 10
      : format === 'jpeg' && isProgressive
        ? 9
        : isProgressive || orientation > 1
          ? 3 + sampleBytes
          : 5
  return pixels > MAX_PIXELS || pixels * sampleBytes > MAX_SAMPLE_BYTES || pixels * bytesPerPixel > MAX_DECODE_BYTES
}

/** Large enough to rotate before scaling down. */
const MIDDLE_SIDE_PX = 640

async function computeFingerprint(data: Buffer, raw: SharpOptions): Promise<Fingerprint> {
  const sized = (picture: Sharp, width: number, height: number) =>
    picture.resize(width, height, { fit: 'fill', kernel: 'cubic' }).toColourspace('srgb').raw().toBuffer()
  const small = (picture: Sharp) => sized(picture, HASH_IMAGE_SIZE_PX.width, HASH_IMAGE_SIZE_PX.height)
  const middle = await sharp(data, raw)
    .resize(MIDDLE_SIDE_PX, MIDDLE_SIDE_PX, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = middle.info
  const copy = () => sharp(middle.data, { raw: { width, height, channels } })
  const quarters = [90, 180, 270].flatMap(angle => [copy().rotate(angle), copy().rotate(angle).flop()])
  const turned = [...quarters, copy().flop()]
  const fingerprint = perceptualHash(await small(sharp(data, raw)), await Promise.all(turned.map(small)))
  return {
    ...fingerprint,
    small: formatReducedImage(toReducedImage(await sized(sharp(data, raw), REDUCED_SIDE_PX, REDUCED_SIDE_PX)))
  }
}

const PROCESSOR_CHECK_INTERVAL_MS = 25

async function runTask({ bytes, maxProcessorMs }: DecodeTask): Promise<void> {
  const start = process.cpuUsage()
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(start)
    if ((user + system) / 1000 <= maxProcessorMs) return
    clearInterval(timer)
    send('too expensive')
  }, PROCESSOR_CHECK_INTERVAL_MS)
  const result = await decodeImage(bytes)
  clearInterval(timer)
  send(result)
}

const send = (message: DecoderMessage) => process.send?.(message)

/** Loads libvips and compiles the fingerprint's code, which takes as much processor time as a small picture. */
async function warmUp(): Promise<void> {
  const create = { width: MIN_SIDE_PX, height: 2 * MIN_SIDE_PX, channels: 3, background: '#808080' } as const
  for (let round = 0; round < 2; round++) await decodeImage(await sharp({ create }).png().toBuffer())
}

// Requests come first when processors are scarce.
setPriority(10)
process.on('message', runTask)
// The server has ended. `exit` would wait for libvips.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
warmUp().then(() => send('ready'))

export type ImageRefusal = 'type' | 'size' | 'dimensions' | 'pixels' | 'broken'

/** Re-encoded, so that only the pixels remain; `sha256` covers them. */
export interface DecodedImage {
  jpeg: Uint8Array
  width: number
  height: number
  sha256: string
  fingerprint: Fingerprint
}
