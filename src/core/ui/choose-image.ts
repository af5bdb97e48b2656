// Pictures from the viewer's device.
import type { Environment } from '../environment.js'

export interface ImageChoiceOptions {
  /** At most so many; 9 when absent, not a number, 0 or less. */
  count?: number
  /** `album`, `camera`; both when absent. Only the camera alone makes a difference. */
  sourceType?: readonly string[]
  /** Kinds of pictures, `png` or `.png`; all when absent. */
  extension?: readonly string[]
  /** Its end releases what was chosen. */
  signal?: AbortSignal
}

export interface ChosenImages {
  /** Object URLs of the files, in their order. */
  tempFilePaths: readonly string[]
  tempFiles: readonly File[]
  /** Makes the URLs void and lets the browser forget the files; more than once does no harm. */
  release(): void
}

const DEFAULT_COUNT = 9

/** Kinds that are called otherwise than their files. */
const kinds: Record<string, string> = {
  jpg: 'jpeg',
  jpe: 'jpeg',
  jfif: 'jpeg',
  svg: 'svg+xml',
  tif: 'tiff',
  ico: 'x-icon'
}

/** Some systems do not know the kind of every picture they have, iPhone's for one. */
const IMAGE_EXTENSION = /\.(avif|bmp|gif|heic|heif|jfif|jpe|jpeg|jpg|png|tif|tiff|webp)$/i

/**
 * Asks for pictures; needs a tap. Files of another kind, which a picker may let through, and files beyond `count` are
 * left out. Rejects with `chooseImage:fail …`, also under `errMsg`: `cancel`, `param extension should not be empty.`,
 * `file type is not supported`.
 */
export async function chooseImage(
  environment: Environment,
  { count, sourceType = [], extension = ['*'], signal }: ImageChoiceOptions = {}
): Promise<ChosenImages> {
  if (extension.length === 0) throw refusal('param extension should not be empty.')
  const limit = toLimit(count)
  const accepted = extension.map(toMimeType)
  const isCapture = sourceType.length === 1 && sourceType[0] === 'camera'
  const files = await environment.chooseFiles({ accept: accepted.join(','), isMultiple: limit > 1, isCapture })
  if (files.length === 0 || signal?.aborted) throw refusal('cancel')
  const tempFiles = files.filter(file => isAccepted(file, accepted)).slice(0, limit)
  if (tempFiles.length === 0) throw refusal('file type is not supported')
  const tempFilePaths = tempFiles.map(file => URL.createObjectURL(file))
  const release = () => tempFilePaths.forEach(url => void URL.revokeObjectURL(url))
  signal?.addEventListener('abort', release)
  return { tempFilePaths, tempFiles, release }
}

function toLimit(count: number | undefined): number {
  const whole = Math.floor(count ?? Number.NaN)
  return whole > 0 ? whole : DEFAULT_COUNT
}

function toMimeType(extension: string): string {
  const name = extension.replace('.', '').toLowerCase()
  return `image/${kinds[name] ?? name}`
}

function isAccepted({ type, name }: File, accepted: readonly string[]): boolean {
  if (accepted.includes('image/*')) return type ? type.startsWith('image/') : IMAGE_EXTENSION.test(name)
  return accepted.includes(type || toMimeType(name.slice(name.lastIndexOf('.') + 1)))
}

function refusal(reason: string): Error {
  const errMsg = `chooseImage:fail ${reason}`
  return Object.assign(new Error(errMsg), { errMsg })
}
