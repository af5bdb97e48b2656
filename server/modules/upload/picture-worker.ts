// Pictures of strangers are decoded in a thread of their own, which may be ended at any moment.
import { parentPort } from 'node:worker_threads'
import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { digest } from '../../lib/sha256.js'
import { SIDE, smallOf, writeSmall } from '../reward/duplicate-image/alignment.js'
import type { Fingerprint } from '../reward/duplicate-image/fingerprint.js'
import { perceptualHash, SMALL } from './perceptual-hash.js'

const MOST_PIXELS = 25_000_000
const SHORTEST_SIDE = 320
const QUALITY = 82

// SVG, PDF and all the others are not even tried.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer']
})
sharp.concurrency(1)
sharp.cache(false)

/** What the thread answers to the bytes of a picture. */
export type PictureAnswer = { taken: DecodedImage } | { refusal: ImageRefusal }

async function take(bytes: Uint8Array): Promise<PictureAnswer> {
  const source = () => sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 })
  try {
    // The header alone: nothing is decoded before its size is known.
    const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (!['jpeg', 'png', 'webp'].includes(format)) return { refusal: 'type' }
    if (width * height > MOST_PIXELS) return { refusal: 'pixels' }
    if (Math.min(width, height) < SHORTEST_SIDE) return { refusal: 'dimensions' }
    const plain = source().rotate().flatten({ background: '#ffffff' }).toColourspace('srgb')
    const { data, info } = await plain.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
    const raw = { raw: { width: info.width, height: info.height, channels: info.channels } }
    const jpeg = await sharp(data, raw).jpeg({ quality: QUALITY }).toBuffer()
    const prints = await looksIn(data, raw)
    const size = { width: info.width, height: info.height }
    return {
      taken: { ...size, jpeg, prints, sha256: digest(Buffer.concat([Buffer.from(JSON.stringify(size)), data])) }
    }
  } catch {
    return { refusal: 'broken' }
  }
}

/** Wide enough to be turned before it is made small. */
const MIDDLE = 640

async function looksIn(data: Buffer, raw: SharpOptions): Promise<Fingerprint> {
  const sized = (picture: Sharp, width: number, height: number) =>
    picture.resize(width, height, { fit: 'fill', kernel: 'cubic' }).toColourspace('srgb').raw().toBuffer()
  const small = (picture: Sharp) => sized(picture, SMALL.width, SMALL.height)
  const middle = await sharp(data, raw)
    .resize(MIDDLE, MIDDLE, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = middle.info
  const copy = () => sharp(middle.data, { raw: { width, height, channels } })
  const quarters = [90, 180, 270].flatMap(angle => [copy().rotate(angle), copy().rotate(angle).flop()])
  const turned = [...quarters, copy().flop()]
  const prints = perceptualHash(await small(sharp(data, raw)), await Promise.all(turned.map(small)))
  return { ...prints, small: writeSmall(smallOf(await sized(sharp(data, raw), SIDE, SIDE))) }
}

parentPort?.on('message', async (bytes: Uint8Array) => parentPort?.postMessage(await take(bytes)))
parentPort?.postMessage('ready')

/** Why a file is not taken: see `uploadImage` of the contract. */
export type ImageRefusal = 'type' | 'size' | 'dimensions' | 'pixels' | 'broken'

/** A picture decoded and encoded anew: nothing but its pixels is left. `sha256` is of these. */
export interface DecodedImage {
  jpeg: Uint8Array
  width: number
  height: number
  sha256: string
  prints: Fingerprint
}
