/** A slow 3G connection uploads this in about 20 seconds. */
const MAX_UNCHANGED_BYTES = 1024 * 1024
/** Text in a screenshot of this size is still readable. */
const SHORT_SIDE_PX = 1080
/** Decoding a larger file can crash the page on a phone. */
const MAX_DECODED_BYTES = 60 * 1024 * 1024
const JPEG_QUALITY = 0.85

export async function shrinkImage(file: File, document: Document): Promise<Blob> {
  if (file.size <= MAX_UNCHANGED_BYTES || file.size > MAX_DECODED_BYTES) return file
  const bitmap = await createImageBitmap(file)
  const { width, height } = bitmap
  const scale = Math.min(1, SHORT_SIDE_PX / Math.min(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const small = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY))
  return small && small.size < file.size ? small : file
}
