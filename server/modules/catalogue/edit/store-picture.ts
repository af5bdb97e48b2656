import type { Context } from 'hono'
import { createFieldError } from '../../../http/business-error.js'
import { sha256Hex } from '../../../lib/sha256.js'
import type { Services } from '../../../services.js'
import type { ImageSender } from '../../upload/image-decoder.js'

export const DRAMA_PICTURE_PATH = '/console/api/drama_picture'

const MAX_BYTES = 1024 * 1024
/** As `drama ingest` makes them. */
const sizes = { cover: { width: 600, height: 800 }, banner: { width: 900, height: 1000 } } as const
type PictureKind = keyof typeof sizes

/** Throws 4001 with a reason for anything but a WebP of the right size. Returns the name for `drama_save`. */
export async function storePicture(
  context: Context,
  { imageDecoder, dramaPictures }: Services,
  from: Pick<ImageSender, 'address' | 'userId'>
): Promise<{ name: string }> {
  const kind = context.req.query('kind') ?? ''
  if (!isPictureKind(kind)) throw createFieldError('kind', 'unknown_kind')
  const bytes = await readBytes(context)
  if (!isWholeWebp(bytes)) throw createFieldError('file', 'type')
  const decoded = await imageDecoder.decode(bytes, { ...from, signal: context.req.raw.signal })
  if (typeof decoded === 'string') throw createFieldError('file', decoded)
  const { width, height } = sizes[kind]
  if (decoded.width !== width || decoded.height !== height) throw createFieldError('file', 'dimensions')
  const name = `${kind}-${sha256Hex(bytes).slice(0, 16)}.webp`
  await dramaPictures.write(name, bytes)
  return { name }
}

const isPictureKind = (kind: string): kind is PictureKind => Object.hasOwn(sizes, kind)

async function readBytes({ req }: Context): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (req.raw.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > MAX_BYTES) throw createFieldError('file', 'size')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The length in the header is that of the file, so that nothing follows the picture. */
const isWholeWebp = (bytes: Buffer): boolean =>
  bytes.length > 12 &&
  bytes.toString('latin1', 0, 4) === 'RIFF' &&
  bytes.toString('latin1', 8, 12) === 'WEBP' &&
  bytes.readUInt32LE(4) + 8 === bytes.length
