import type { ChannelState, RewardIndex } from '../../../contract/reward.js'

/** `own`: hours by the clock of the viewer, undefined if they are the same. */
export interface FormattedWindow {
  hours: string
  zone: string
  own: string | undefined
}

type SubmissionWindow = Pick<ChannelState, 'opens_at' | 'closes_at'>

export function formatWindow(
  rules: RewardIndex['rules'],
  state: SubmissionWindow,
  tag: string,
  viewerZone: string
): FormattedWindow {
  const hours = `${formatHour(rules.opens_hour)}–${formatHour(rules.closes_hour)}`
  const { opens_at, closes_at } = state
  const own =
    opens_at === null || closes_at === null
      ? hours
      : `${formatTimeOfDay(opens_at, viewerZone)}–${formatTimeOfDay(closes_at, viewerZone).replace('00:00', '24:00')}`
  return { hours, zone: zoneName(rules.timezone, tag, opens_at ?? 0), own: own === hours ? undefined : own }
}

const formatHour = (value: number) => `${String(value).padStart(2, '0')}:00`

function formatTimeOfDay(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone
  }).format(at)
}

function zoneName(timeZone: string, tag: string, at: number): string {
  const readName = (timeZoneName: 'longGeneric' | 'long') =>
    new Intl.DateTimeFormat(tag, { timeZone, timeZoneName })
      .formatToParts(at)
      .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  try {
    return readName('longGeneric')
  } catch {
    return readName('long')
  }
}

export function secondsUntil(at: number, now: number): number {
  return Math.max(0, Math.ceil((at - now) / 1000))
}
