import type { Source } from './probe.js'

export interface QualityLevel {
  readonly name: string
  readonly width: number
  readonly height: number
  readonly level: string
  /** Peak in kbit/s of the ordinary mode. */
  readonly maxKbps: number
}

export const qualityLevels: readonly QualityLevel[] = [
  { name: '360p', width: 360, height: 640, level: '3.0', maxKbps: 700 },
  { name: '540p', width: 540, height: 960, level: '3.1', maxKbps: 1400 },
  { name: '720p', width: 720, height: 1280, level: '3.1', maxKbps: 2500 }
]

/** Close enough to 9:16 to be cropped; anything wider or taller gets bars rather than lose its edges. */
const cropFrom = 0.47
const cropTo = 0.68

const isCropped = ({ width, height }: Source): boolean => width / height >= cropFrom && width / height <= cropTo

/** The width that the picture of this source really fills in a 9:16 frame. */
export const realWidth = (source: Source): number => {
  const { width, height } = source
  return isCropped(source) ? Math.min(width, (height * 9) / 16) : Math.max(width, (height * 9) / 16)
}

/**
 * The qualities of a drama: all that its sharpest episode fills, and at least the smallest. A softer
 * episode is enlarged to them, and the caller says so.
 */
export const qualitiesFor = (sources: readonly Source[]): readonly QualityLevel[] => {
  const widest = Math.max(...sources.map(realWidth))
  return qualityLevels.filter((rung, index) => index === 0 || rung.width <= widest * 1.02)
}

export const isEnlarged = (source: Source, ladder: readonly QualityLevel[]): boolean =>
  realWidth(source) * 1.02 < Math.max(...ladder.map(rung => rung.width))

export const fitFilter = (source: Source, rung: QualityLevel): string => {
  const size = `${rung.width}:${rung.height}`
  const tail = 'setsar=1,format=yuv420p'
  return isCropped(source)
    ? `scale=${size}:force_original_aspect_ratio=increase:flags=lanczos,crop=${size},${tail}`
    : `scale=${size}:force_original_aspect_ratio=decrease:force_divisible_by=2:flags=lanczos,pad=${size}:-1:-1,${tail}`
}

export const rateText = ({ rate }: Source): string => `${rate.num}/${rate.den}`

/** Frames in one segment of about two seconds. */
export const segmentFrames = ({ rate }: Source): number => Math.max(1, Math.round((2 * rate.num) / rate.den))
