// Draws and reads the mark that identifies drama and episode in any frame of the first two seconds. No imports, because
// browser tests load this file as it is.

/** Of the frame, in fractions of its width and height. The longer side has the cells. */
export interface MarkArea {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export const MARK_CELLS = 16
/** At the left edge, because a portrait phone crops it and a larger screen shows a dark line of two pixels. */
export const EPISODE_MARK_AREA: MarkArea = { left: 0, top: 0, width: 4 / 720, height: 1 }
/** Dark, so that the edge looks like the vignette. */
export const MARK_COLOURS = { on: '#44444e', off: '#08080c' } as const

const MIN_CONTRAST = 24

const bitsOf = (value: number, count: number): boolean[] =>
  [...Array(count)].map((_, i) => ((value >> (count - 1 - i)) & 1) === 1)

const numberFrom = (bits: readonly boolean[]): number => bits.reduce((value, bit) => value * 2 + (bit ? 1 : 0), 0)

/** The sum of the bit pairs plus one: neither a mark of zeros nor one flipped bit passes. */
const checksum = (bits: readonly boolean[]): number => {
  let sum = 1
  for (let i = 0; i < bits.length; i += 2) sum += numberFrom(bits.slice(i, i + 2))
  return sum & 3
}

/** Sixteen cells, true is bright: sync (bright, dark), 4 bits drama, 8 bits episode, 2 bits checksum. */
export const encodeEpisodeMark = (drama: number, episode: number): boolean[] => {
  const fits = (value: number, max: number) => Number.isInteger(value) && value >= 1 && value <= max
  if (!fits(drama, 15) || !fits(episode, 255)) throw new RangeError(`no code for drama ${drama}, episode ${episode}`)
  const data = [...bitsOf(drama, 4), ...bitsOf(episode, 8)]
  return [true, false, ...data, ...bitsOf(checksum(data), 2)]
}

/** `levels` are the brightness of each cell, 0 to 255. Returns null for a picture without a mark. */
export const decodeEpisodeMark = (levels: readonly number[]): { drama: number; episode: number } | null => {
  const [bright = 0, dark = 0] = levels
  const contrast = bright - dark
  if (levels.length !== MARK_CELLS || contrast < MIN_CONTRAST) return null
  const cells = levels.map(level => (level - dark) / contrast)
  // A picture that only begins like a mark has cells between its two levels, or far from both.
  if (cells.some(cell => (cell > 0.4 && cell < 0.6) || cell < -0.75 || cell > 1.75)) return null
  const bits = cells.map(cell => cell > 0.5)
  const data = bits.slice(2, 14)
  if (numberFrom(bits.slice(14)) !== checksum(data)) return null
  const drama = numberFrom(data.slice(0, 4))
  const episode = numberFrom(data.slice(4))
  return drama === 0 || episode === 0 ? null : { drama, episode }
}

const SAMPLES_PER_CELL = 9

const readLevels = (video: HTMLVideoElement, area: MarkArea): number[] => {
  const { videoWidth, videoHeight } = video
  const [width, height] = [area.width * videoWidth, area.height * videoHeight]
  const isVertical = height > width
  const length = MARK_CELLS * SAMPLES_PER_CELL
  const canvas = document.createElement('canvas')
  canvas.width = isVertical ? 1 : length
  canvas.height = isVertical ? length : 1
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context || videoWidth === 0) return []
  // Of a mark at the left edge the outer half, of another the middle, because the other parts blend with the picture.
  const [left, top] = [area.left * videoWidth, area.top * videoHeight]
  if (isVertical) context.drawImage(video, left, top, width / 2, height, 0, 0, 1, length)
  else context.drawImage(video, left, top + height / 4, width, height / 2, 0, 0, length, 1)
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  return [...Array(MARK_CELLS)].map((_, cell) => {
    let sum = 0
    for (let sample = SAMPLES_PER_CELL / 3; sample < (SAMPLES_PER_CELL * 2) / 3; sample++) {
      const at = (cell * SAMPLES_PER_CELL + sample) * 4
      sum += 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0)
    }
    return sum / (SAMPLES_PER_CELL / 3)
  })
}

export const readEpisodeMark = (video: HTMLVideoElement, area: MarkArea = EPISODE_MARK_AREA) =>
  decodeEpisodeMark(readLevels(video, area))
