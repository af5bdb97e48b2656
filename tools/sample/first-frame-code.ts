// Draws and reads the strip that identifies drama and episode in any frame of the first two seconds. No imports,
// because browser tests load this file as it is.

/** Fractions: x and size of the frame's width, y of its height. */
export const stripGeometry = { cells: 16, left: 0.1, cell: 0.05, top: 0.9 } as const

const bitsOf = (value: number, count: number): boolean[] =>
  [...Array(count)].map((_, i) => ((value >> (count - 1 - i)) & 1) === 1)

const numberFrom = (bits: readonly boolean[]): number => bits.reduce((value, bit) => value * 2 + (bit ? 1 : 0), 0)

/** The sum of the bit pairs plus one: neither an all-black strip nor one flipped bit passes. */
const checksum = (bits: readonly boolean[]): number => {
  let sum = 1
  for (let i = 0; i < bits.length; i += 2) sum += numberFrom(bits.slice(i, i + 2))
  return sum & 3
}

/** Sixteen cells, true is white: sync (white, black), 4 bits drama, 8 bits episode, 2 bits checksum. */
export const encode = (drama: number, episode: number): boolean[] => {
  const fits = (value: number, max: number) => Number.isInteger(value) && value >= 1 && value <= max
  if (!fits(drama, 15) || !fits(episode, 255)) throw new RangeError(`no code for drama ${drama}, episode ${episode}`)
  const data = [...bitsOf(drama, 4), ...bitsOf(episode, 8)]
  return [true, false, ...data, ...bitsOf(checksum(data), 2)]
}

const brightness = (pixels: Uint8ClampedArray, width: number, height: number, cell: number): number => {
  const size = stripGeometry.cell * width
  const left = stripGeometry.left * width + cell * size
  const top = stripGeometry.top * height
  let sum = 0
  let count = 0
  for (let y = Math.floor(top + size / 3); y < top + (size * 2) / 3; y++) {
    for (let x = Math.floor(left + size / 3); x < left + (size * 2) / 3; x++) {
      const at = (y * width + x) * 4
      sum += 0.299 * (pixels[at] ?? 0) + 0.587 * (pixels[at + 1] ?? 0) + 0.114 * (pixels[at + 2] ?? 0)
      count++
    }
  }
  return count === 0 ? 0 : sum / count
}

export const decode = (
  pixels: Uint8ClampedArray,
  width: number,
  height: number
): { drama: number; episode: number } | null => {
  const levels = [...Array(stripGeometry.cells)].map((_, cell) => brightness(pixels, width, height, cell))
  const [white = 0, black = 0] = levels
  if (white - black < 80) return null
  const bits = levels.map(level => level > (white + black) / 2)
  const data = bits.slice(2, 14)
  if (numberFrom(bits.slice(14)) !== checksum(data)) return null
  const drama = numberFrom(data.slice(0, 4))
  const episode = numberFrom(data.slice(4))
  return drama === 0 || episode === 0 ? null : { drama, episode }
}
