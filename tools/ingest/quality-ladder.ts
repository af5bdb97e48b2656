import type { Source } from './probe.js'

export interface QualityLevel {
  readonly name: string
  readonly width: number
  readonly height: number
  readonly level: string
  readonly maxKbps: number
}

export const qualityLevels: readonly QualityLevel[] = [
  { name: '360p', width: 360, height: 640, level: '3.0', maxKbps: 700 },
  { name: '540p', width: 540, height: 960, level: '3.1', maxKbps: 1400 },
  { name: '720p', width: 720, height: 1280, level: '3.1', maxKbps: 2500 }
]

/** Aspect ratios close enough to 9:16 to be cropped. Wider and taller videos get bars, so that no edge is lost. */
const MIN_CROP_RATIO = 0.47
const MAX_CROP_RATIO = 0.68

const isCropped = ({ width, height }: Source): boolean =>
  width / height >= MIN_CROP_RATIO && width / height <= MAX_CROP_RATIO

const realWidth = (source: Source): number => {
  const { width, height } = source
  return isCropped(source) ? Math.min(width, (height * 9) / 16) : Math.max(width, (height * 9) / 16)
}

/** All qualities that the sharpest episode fills, at least the smallest. Softer episodes are enlarged to them. */
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

export const segmentFrames = ({ rate }: Source): number => Math.max(1, Math.round((2 * rate.num) / rate.den))
