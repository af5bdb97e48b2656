import { addDays, startOfDate, toLocalDate } from '../../lib/time-zone.js'
import { type Draw, drawBetween, drawWeighted } from './seeded-draw.js'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Two whole weeks and today, so that a report of a week has a week to compare with. */
export const SAMPLE_DAYS = 14
/** What a day has less than the day after it, as a share of today's visits. */
const GROWTH_PER_DAY = 0.02

/** What viewers of a campaign do. Shares are of visits. */
interface Habits {
  /** Mean of the episodes that a visit starts. */
  episodes: number
  paywalls: number
  checkouts: number
  purchases: number
}

export interface Audience {
  /** Null without a campaign. */
  lpid: string | null
  visitsPerDay: number
  weekendFactor: number
  sources: readonly (readonly [string, number])[]
  countries: readonly (readonly [string, number])[]
  locale: string
  habits: Habits
  /** Since the campaign was changed. */
  habitsAfterChange?: Habits
}

/** Its free episodes were reduced yesterday, and its postback address stopped to answer. */
export const CHANGED_CAMPAIGN = 'serie-da-semana'
export const FREE_EPISODES_BEFORE_CHANGE = 9
export const FREE_EPISODES_AFTER_CHANGE = 2

export const audiences: readonly Audience[] = [
  {
    lpid: 'noiva-outono',
    visitsPerDay: 130,
    weekendFactor: 1.2,
    sources: [
      ['facebook', 6],
      ['instagram', 3],
      ['tiktok', 1]
    ],
    countries: [
      ['BR', 9],
      ['PT', 1]
    ],
    locale: 'pt',
    habits: { episodes: 2.6, paywalls: 0.24, checkouts: 0.12, purchases: 0.08 }
  },
  {
    lpid: 'revista-fim-de-semana',
    visitsPerDay: 70,
    weekendFactor: 1.7,
    sources: [
      ['newsletter', 5],
      ['google', 4]
    ],
    countries: [['BR', 1]],
    locale: 'pt',
    habits: { episodes: 2.1, paywalls: 0.17, checkouts: 0.085, purchases: 0.055 }
  },
  {
    lpid: CHANGED_CAMPAIGN,
    visitsPerDay: 75,
    weekendFactor: 0.9,
    sources: [
      ['radio', 6],
      ['qr', 3],
      ['whatsapp', 2]
    ],
    countries: [['BR', 1]],
    locale: 'pt',
    habits: { episodes: 2.8, paywalls: 0.2, checkouts: 0.12, purchases: 0.085 },
    habitsAfterChange: { episodes: 1.4, paywalls: 0.55, checkouts: 0.045, purchases: 0.026 }
  },
  {
    lpid: 'nube-linea',
    visitsPerDay: 50,
    weekendFactor: 1,
    sources: [
      ['google', 5],
      ['facebook', 4]
    ],
    countries: [
      ['MX', 4],
      ['AR', 3],
      ['ES', 2]
    ],
    locale: 'es',
    habits: { episodes: 1.9, paywalls: 0.16, checkouts: 0.07, purchases: 0.045 }
  },
  {
    lpid: 'shurfa-thaqafa',
    visitsPerDay: 30,
    weekendFactor: 1,
    sources: [
      ['instagram', 5],
      ['newsletter', 2]
    ],
    countries: [
      ['AE', 3],
      ['SA', 2]
    ],
    locale: 'en',
    habits: { episodes: 1.8, paywalls: 0.15, checkouts: 0.06, purchases: 0.04 }
  },
  {
    lpid: null,
    visitsPerDay: 50,
    weekendFactor: 1.1,
    sources: [['', 1]],
    countries: [['', 1]],
    locale: 'pt',
    habits: { episodes: 2.2, paywalls: 0.18, checkouts: 0.08, purchases: 0.05 }
  }
]

/** Of the clock on the wall: few at night, most in the evening. */
const HOUR_WEIGHTS = [9, 5, 3, 2, 1, 1, 2, 4, 6, 7, 8, 10, 13, 12, 10, 10, 11, 13, 17, 22, 26, 28, 24, 16]

/** Ends now. */
export interface SamplePeriod {
  now: Date
  zone: string
  changedAt: Date
  /** Share of the usual visits; 1 by default. */
  scale: number
}

export function toSamplePeriod(now: Date, zone: string, scale = 1): SamplePeriod {
  const yesterday = startOfDate(addDays(toLocalDate(now, zone), -1), zone)
  return { now, zone, changedAt: new Date(yesterday.getTime() + 11 * HOUR_MS), scale }
}

export const findHabits = ({ habits, habitsAfterChange }: Audience, at: Date, { changedAt }: SamplePeriod): Habits =>
  at >= changedAt ? (habitsAfterChange ?? habits) : habits

/** Free episodes of a campaign at a time; `current` are those that it has now. */
export const findFreeEpisodes = (
  lpid: string | null,
  at: Date,
  { period, current }: { period: SamplePeriod; current: ReadonlyMap<string, number> }
): number =>
  lpid === CHANGED_CAMPAIGN && at >= period.changedAt ? FREE_EPISODES_AFTER_CHANGE : (current.get(lpid ?? '') ?? 0)

/** The times of the visits, in their order. */
export function listVisitTimes(audience: Audience, { now, zone, scale }: SamplePeriod, draw: Draw): Date[] {
  const today = toLocalDate(now, zone)
  const times = Array.from({ length: SAMPLE_DAYS + 1 }, (_, index) => SAMPLE_DAYS - index).flatMap(daysAgo => {
    const date = addDays(today, -daysAgo)
    const start = startOfDate(date, zone).getTime()
    const weekday = new Date(Date.UTC(date.year, date.month - 1, date.day)).getUTCDay()
    const factor = (weekday === 0 || weekday === 6 ? audience.weekendFactor : 1) * (1 - daysAgo * GROWTH_PER_DAY)
    const count = Math.round(audience.visitsPerDay * scale * factor * (0.9 + draw() * 0.2))
    return Array.from({ length: count }, () => start + drawTimeOfDay(draw))
  })
  return times
    .filter(time => time < now.getTime() - MAX_VISIT_MS || draw() < 0.5)
    .filter(time => time < now.getTime() - MIN_VISIT_MS)
    .toSorted((one, other) => one - other)
    .map(time => new Date(time))
}

/** What a visit does lies within this time after it, and not after now. */
export const MAX_VISIT_MS = 20 * 60_000
const MIN_VISIT_MS = 30_000

const drawTimeOfDay = (draw: Draw): number => {
  const hour = drawWeighted(
    draw,
    HOUR_WEIGHTS.map((weight, index) => [index, weight] as const)
  )
  return Math.min(DAY_MS - 1, hour * HOUR_MS + drawBetween(draw, 0, HOUR_MS - 1))
}
