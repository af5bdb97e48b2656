export function formatPosition(seconds: number): string {
  const wholeSeconds = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0))
  const parts = [Math.floor(wholeSeconds / 3600), Math.floor(wholeSeconds / 60) % 60, wholeSeconds % 60]
  const shown = parts[0] === 0 ? parts.slice(1) : parts
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
}

/** For screen readers: 75 is `1 minute 15 seconds`. Throws RangeError if Intl cannot parse `tag`. */
export function createAccessibleTime(tag: string): (seconds: number) => string {
  const createFormat = (unit: string) => new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' })
  const units = [createFormat('hour'), createFormat('minute'), createFormat('second')] as const
  return seconds => {
    const wholeSeconds = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0))
    const parts = [Math.floor(wholeSeconds / 3600), Math.floor(wholeSeconds / 60) % 60, wholeSeconds % 60]
    const spoken = units.flatMap((unit, index) => (parts[index] ? [unit.format(parts[index])] : []))
    return spoken.length > 0 ? spoken.join(' ') : units[2].format(0)
  }
}

/** In seconds. A second before the end, because reaching the end starts the next episode. */
export const lastSeekPosition = (duration: number): number => Math.max(0, duration - 1)
