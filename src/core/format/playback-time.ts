/** Below this, in seconds, an episode counts as not begun. */
const BEGUN = 5
/** From this share on it counts as seen. */
const SEEN = 0.95
/** Seconds played again so that the viewer finds back in. */
const REWIND = 2

/** Where an episode starts for somebody who stopped at `position`; all in seconds. */
export function resumeAt(position: number, duration: number): number {
  if (position < BEGUN || position > duration * SEEN) return 0
  return position - REWIND
}

/** 75 as `1:15`, 3675 as `1:01:15`. */
export function clockTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0))
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const shown = parts[0] === 0 ? parts.slice(1) : parts
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
}
