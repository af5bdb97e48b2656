// Decodes untrusted pictures in a separate thread, which can be terminated at any time.
import { parentPort } from 'node:worker_threads'
import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { sha256Hex } from '../../lib/sha256.js'
import { formatReducedImage, REDUCED_SIDE_PX, toReducedImage } from '../reward/duplicate-image/alignment.js'
import type { Fingerprint } from '../reward/duplicate-image/fingerprint.js'
import { HASH_IMAGE_SIZE_PX, perceptualHash } from '../reward/duplicate-image/perceptual-hash.js'

const MAX_PIXELS = 25_000_000
const MIN_SIDE_PX = 320
const JPEG_QUALITY = 82

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer']
})
sharp.concurrency(1)
sharp.cache(false)

export type ImageDecodeResult = { decoded: DecodedImage } | { refusal: ImageRefusal }

async function decodeImage(bytes: Uint8Array): Promise<ImageDecodeResult> {
  const source = () => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
  try {
    // Reads only the header, to check the size before decoding.
    const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (!['jpeg', 'png', 'webp'].includes(format)) return { refusal: 'type' }
    if (width * height > MAX_PIXELS) return { refusal: 'pixels' }
    if (Math.min(width, height) < MIN_SIDE_PX) return { refusal: 'dimensions' }
    const plain = source().rotate().flatten({ background: '#ffffff' }).toColourspace('srgb')
    const { data, info } = await plain.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
    const raw = { raw: { width: info.width, height: info.height, channels: info.channels } }
    const jpeg = await sharp(data, raw).jpeg({ quality: JPEG_QUALITY }).toBuffer()
    const fingerprint = await computeFingerprint(data, raw)
    const size = { width: info.width, height: info.height }
    return {
      decoded: {
        ...size,
        jpeg,
        fingerprint,
        sha256: sha256Hex(Buffer.concat([Buffer.from(JSON.stringify(size)), data]))
      }
    }
  } catch {
    return { refusal: 'broken' }
  }
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

parentPort?.on('message', async (bytes: Uint8Array) => parentPort?.postMessage(await decodeImage(bytes)))
parentPort?.postMessage('ready')

export type ImageRefusal = 'type' | 'size' | 'dimensions' | 'pixels' | 'broken'

/** Re-encoded, so that only the pixels remain; `sha256` covers them. */
export interface DecodedImage {
  jpeg: Uint8Array
  width: number
  height: number
  sha256: string
  fingerprint: Fingerprint
}
