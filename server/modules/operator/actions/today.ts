import { z } from 'zod'
import { createFieldError } from '../../../http/business-error.js'
import { formatDate, isTimeZone, type LocalDate, toLocalDate } from '../../../lib/time-zone.js'
import { readAttention } from '../../today/attention.js'
import { readToday } from '../../today/today.js'
import { defineOperatorAction } from '../operator-action.js'

const todayRequest = z.strictObject({
  zone: z.string().max(64).optional(),
  day: z.string().max(10).optional()
})

const count = z.number().int()
const money = z.array(z.object({ currency: z.string(), revenue: count, refunded: count }))

const numbers = z.object({
  visits: count,
  new_visitors: count,
  views: count,
  starts: count,
  q25: count,
  q50: count,
  q75: count,
  completes: count,
  paywalls: count,
  unlocks: count,
  unlock_coins: count,
  checkouts: count,
  purchases: count,
  coins_sold: count,
  refunds: count,
  money,
  test: z.object({ purchases: count, money }),
  first_frame: z.object({ count, p50: count.nullable(), p75: count.nullable(), p95: count.nullable() }),
  rebuffering: z.object({ plays: count, stalled: count, share: z.number().nullable() }),
  early_exits: count,
  errors: z.array(z.object({ kind: z.string(), count }))
})

const dayResponse = z.object({
  day: z.string(),
  until: z.date(),
  totals: numbers,
  hours: z.array(numbers.extend({ hour: count, starts_at: z.date() }))
})

export const todayResponse = z.object({
  day: z.string(),
  timezone: z.string(),
  until: z.date(),
  is_over: z.boolean(),
  current: dayResponse,
  yesterday: dayResponse,
  last_week: dayResponse
})

export const showTodayAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/today',
  roles: ['editor', 'reviewer', 'support', 'analyst'],
  description:
    'Counts a day by hour, beside the day before and the day a week before, until the same time. Tests are apart.',
  request: todayRequest,
  response: todayResponse,
  subject: null,
  run: ({ db, metrics, config, now }, { zone = config.timezone, day }) => {
    if (!isTimeZone(zone)) throw createFieldError('zone', 'unknown_zone')
    return readToday(db, metrics.playback, { zone, day: parseDay(day, zone, now), now })
  }
})

function parseDay(text: string | undefined, zone: string, now: Date): LocalDate {
  const today = toLocalDate(now, zone)
  if (text === undefined) return today
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  const date = { year: Number(year), month: Number(month), day: Number(day) }
  if (year === undefined || formatDate(date) !== text || date.year < 2000) throw createFieldError('day', 'not_a_day')
  if (text > formatDate(today)) throw createFieldError('day', 'in_the_future')
  return date
}

const attentionRequest = z.object({})

export const attentionResponse = z.object({
  list: z.array(
    z.object({
      kind: z.enum([
        'submissions',
        'waiting_rewards',
        'budgets_used',
        'failed_postbacks',
        'disputes',
        'waiting_refunds',
        'failed_refunds',
        'feedback',
        'coin_requests',
        'failed_ingests',
        'clock'
      ]),
      target: z.enum([
        'review',
        'rewards',
        'campaigns',
        'postbacks',
        'orders',
        'feedback',
        'coin_requests',
        'ingests',
        'health'
      ]),
      count,
      overdue: count,
      oldest_at: z.date().nullable(),
      campaigns: z.array(z.object({ lpid: z.string(), name: z.string(), partner_id: z.string().nullable(), count }))
    })
  )
})

export const showAttentionAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/attention',
  roles: ['editor', 'reviewer', 'support', 'analyst'],
  description: 'Lists what needs a person, with how much and since when. Counts end at 10,000.',
  request: attentionRequest,
  response: attentionResponse,
  subject: null,
  run: async (context, _request) => ({ list: await readAttention(context) })
})
