import type { ChooseFiles } from '../environment.js'

export interface ImageChoiceOptions {
  count?: number
  /** Only `['camera']` has an effect: it opens the camera alone. */
  sourceType?: readonly string[]
  extension?: readonly string[]
  signal?: AbortSignal
}

export interface ChosenImages {
  tempFilePaths: readonly string[]
  tempFiles: readonly File[]
  release(): void
}

const DEFAULT_COUNT = 9

const mimeSubtypes: Record<string, string> = {
  jpg: 'jpeg',
  jpe: 'jpeg',
  jfif: 'jpeg',
  svg: 'svg+xml',
  tif: 'tiff',
  ico: 'x-icon'
}

/** Some systems, such as iOS, report no MIME type for some images. */
const IMAGE_EXTENSION = /\.(avif|bmp|gif|heic|heif|jfif|jpe|jpeg|jpg|png|tif|tiff|webp)$/i

/**
 * Needs a tap; leaves out files of another type and files beyond `count`. Rejects with `chooseImage:fail …`, also under
 * `errMsg`: `cancel`, `param extension should not be empty.`, `file type is not supported`.
 */
export async function chooseImage(
  chooseFiles: ChooseFiles,
  { count, sourceType = [], extension = ['*'], signal }: ImageChoiceOptions = {}
): Promise<ChosenImages> {
  if (extension.length === 0) throw createError('param extension should not be empty.')
  const limit = toLimit(count)
  const accepted = extension.map(toMimeType)
  const isCapture = sourceType.length === 1 && sourceType[0] === 'camera'
  const files = await chooseFiles({ accept: accepted.join(','), isMultiple: limit > 1, isCapture })
  if (files.length === 0 || signal?.aborted) throw createError('cancel')
  const tempFiles = files.filter(file => isAccepted(file, accepted)).slice(0, limit)
  if (tempFiles.length === 0) throw createError('file type is not supported')
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
  return `image/${mimeSubtypes[name] ?? name}`
}

function isAccepted({ type, name }: File, accepted: readonly string[]): boolean {
  if (accepted.includes('image/*')) return type ? type.startsWith('image/') : IMAGE_EXTENSION.test(name)
  return accepted.includes(type || toMimeType(name.slice(name.lastIndexOf('.') + 1)))
}

function createError(reason: string): Error {
  const errMsg = `chooseImage:fail ${reason}`
  return Object.assign(new Error(errMsg), { errMsg })
}
