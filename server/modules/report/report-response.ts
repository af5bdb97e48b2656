import { z } from 'zod'
import { listOf } from '../../../contract/protocol/list.js'
import type { ActionDocs } from '../../http/route-docs.js'
import { reportRequest } from './report.js'
import { REPORT_COUNTS } from './rows.js'

const whole = z.number().int()
const counts = z.object(Object.fromEntries(REPORT_COUNTS.map(name => [name, whole])))
const money = z.object({ currency: z.string(), revenue: whole, refunded: whole })

/** `d1` and `d7` are the shares of new visitors who came back, null if they cannot be known. */
const numbers = counts.extend({
  payers: whole,
  d1: z.number().nullable(),
  d7: z.number().nullable(),
  money: z.array(money.extend({ payers: whole, arppu: whole.nullable() })),
  test: counts.extend({ money: z.array(money) })
})

/** A row is named by the fields that `group_by` asks for. */
const row = numbers.extend({
  day: z.string().optional(),
  hour: z.string().optional(),
  starts_at: whole.optional(),
  lpid: z.string().optional(),
  name: z.string().optional(),
  drama_id: z.string().optional(),
  episode_no: whole.optional(),
  title: z.string().optional(),
  utm_source: z.string().optional(),
  country: z.string().optional()
})

const comparison = { report: whole, difference: whole }
const comparedMoney = z.array(z.object({ currency: z.string(), orders: whole, ...comparison }))

const reportResponse = listOf(row).extend({
  from: z.string(),
  to: z.string(),
  timezone: z.string(),
  group_by: z.string(),
  from_at: whole,
  to_at: whole,
  totals: numbers,
  reconciliation: z.object({
    revenue: comparedMoney,
    refunded: comparedMoney,
    coins: z.object({ ledger: whole, ...comparison })
  }),
  server_time: whole
})

export const reportDocs = {
  description: 'Returns the numbers of the partner’s campaigns. [Partners](../guide/partners.md) explains them.',
  request: reportRequest,
  response: reportResponse,
  files: [{ type: 'text/csv' }]
} satisfies ActionDocs
