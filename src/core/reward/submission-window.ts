// The hours in which shares are taken, as the campaign's zone and the viewer's clock say them.
import type { ChannelState, RewardIndex } from '../../../contract/reward.js'

/** `08:00–24:00`, in both zones; `own` undefined where the viewer's clock says the same. `zone` is a name to read. */
export interface FormattedWindow {
  hours: string
  zone: string
  own: string | undefined
}

type SubmissionWindow = Pick<ChannelState, 'opens_at' | 'closes_at'>

/** `tag` is the language that the zone is named in, `viewerZone` an IANA zone. */
export function formatWindow(
  rules: RewardIndex['rules'],
  state: SubmissionWindow,
  tag: string,
  viewerZone: string
): FormattedWindow {
  const hours = `${hour(rules.opens_hour)}–${hour(rules.closes_hour)}`
  const { opens_at, closes_at } = state
  const own =
    opens_at === null || closes_at === null
      ? hours
      : `${timeOfDay(opens_at, viewerZone)}–${timeOfDay(closes_at, viewerZone).replace('00:00', '24:00')}`
  return { hours, zone: zoneName(rules.timezone, tag, opens_at ?? 0), own: own === hours ? undefined : own }
}

const hour = (value: number) => `${String(value).padStart(2, '0')}:00`

function timeOfDay(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }).format(at)
}

/** `Horário de Brasília`; browsers without such names have one with the season in it. */
function zoneName(timeZone: string, tag: string, at: number): string {
  const name = (timeZoneName: 'longGeneric' | 'long') =>
    new Intl.DateTimeFormat(tag, { timeZone, timeZoneName })
      .formatToParts(at)
      .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  try {
    return name('longGeneric')
  } catch {
    return name('long')
  }
}

/** How long until `at`, in whole seconds, as `59:58` or `7:59:58`; a moment that has begun counts whole. */
export function secondsUntil(at: number, now: number): number {
  return Math.max(0, Math.ceil((at - now) / 1000))
}
