import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ffmpeg } from './run-program.js'
import type { Listing } from './source-folder.js'

interface Shape {
  readonly name: string
  readonly width: number
  readonly height: number
  readonly maxBytes: number
}
const cover: Shape = { name: 'cover.webp', width: 600, height: 800, maxBytes: 45_000 }
const banner: Shape = { name: 'banner.webp', width: 900, height: 1000, maxBytes: 60_000 }

const WEBP_QUALITIES = [90, 84, 78, 70, 60, 48] as const

const encodeImage = async (from: string, shape: Shape, folder: string, signal: AbortSignal): Promise<void> => {
  const size = `${shape.width}:${shape.height}`
  const filter = `scale=${size}:force_original_aspect_ratio=increase:flags=lanczos,crop=${size}`
  const to = join(folder, shape.name)
  for (const quality of WEBP_QUALITIES) {
    const webp = ['-c:v', 'libwebp', '-quality', String(quality), '-compression_level', '6', '-preset', 'picture']
    await ffmpeg(['-i', from, '-frames:v', '1', '-vf', filter, '-map_metadata', '-1', ...webp, to], signal)
    if ((await stat(to)).size <= shape.maxBytes) return
  }
}

export const makeCoverImages = async (
  listing: Listing,
  firstVideo: string,
  seconds: number,
  folder: string,
  scratch: string,
  signal: AbortSignal
): Promise<void> => {
  let from = listing.cover === null ? null : join(listing.folder, listing.cover)
  if (from === null) {
    from = join(scratch, 'frame.png')
    await ffmpeg(['-ss', String(Math.min(5, seconds / 2)), '-i', firstVideo, '-frames:v', '1', from], signal)
  }
  await encodeImage(from, cover, folder, signal)
  await encodeImage(listing.banner === null ? from : join(listing.folder, listing.banner), banner, folder, signal)
}
