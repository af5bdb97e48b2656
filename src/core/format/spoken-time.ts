/** Writes 75 seconds as `1 minute 15 seconds`, for those who hear it. Throws RangeError for a tag that Intl cannot read. */
export function createSpokenTime(tag: string): (seconds: number) => string {
  const form = (unit: string) => new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' })
  const units = [form('hour'), form('minute'), form('second')] as const
  return seconds => {
    const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0))
    const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
    const spoken = units.flatMap((unit, index) => (parts[index] ? [unit.format(parts[index])] : []))
    return spoken.length > 0 ? spoken.join(' ') : units[2].format(0)
  }
}
