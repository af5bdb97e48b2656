/** Up to here a file goes as it is: a slow 3G connection needs twenty seconds for it. */
const SMALL = 1024 * 1024
/** In pixels of the shorter side: what is written on a screen can still be read. */
const SIDE = 1080
/** More than a browser on a phone can open without losing the page. */
const LARGEST = 60 * 1024 * 1024
const QUALITY = 0.85

/** A large picture as a JPEG that a slow connection can carry within the time there is; else the file itself. */
export async function shrinkPicture(file: File, document: Document): Promise<Blob> {
  if (file.size <= SMALL || file.size > LARGEST || typeof createImageBitmap !== 'function') return file
  const bitmap = await createImageBitmap(file)
  const { width, height } = bitmap
  const scale = Math.min(1, SIDE / Math.min(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const small = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
  return small && small.size < file.size ? small : file
}
