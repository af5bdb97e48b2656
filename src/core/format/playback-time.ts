/** Below this, in seconds, an episode counts as not begun. */
const MIN_RESUME_SECONDS = 5
/** From this share on it counts as seen. */
const FINISHED_SHARE = 0.95
/** Seconds played again so that the viewer finds back in. */
const REWIND = 2

/** Where an episode starts for somebody who stopped at `position`; all in seconds. */
export function resumeAt(position: number, duration: number): number {
  if (position < MIN_RESUME_SECONDS || position > duration * FINISHED_SHARE) return 0
  return position - REWIND
}

/** 75 as `1:15`, 3675 as `1:01:15`. */
export function formatPosition(seconds: number): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0))
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const shown = parts[0] === 0 ? parts.slice(1) : parts
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
}

/** Writes 75 seconds as `1 minute 15 seconds`, for those who hear it. Throws RangeError for a tag that Intl cannot read. */
export function createAccessibleTime(tag: string): (seconds: number) => string {
  const form = (unit: string) => new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' })
  const units = [form('hour'), form('minute'), form('second')] as const
  return seconds => {
    const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0))
    const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
    const spoken = units.flatMap((unit, index) => (parts[index] ? [unit.format(parts[index])] : []))
    return spoken.length > 0 ? spoken.join(' ') : units[2].format(0)
  }
}
