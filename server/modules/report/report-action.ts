import { z } from 'zod'
import { listOf } from '../../../contract/protocol/list.js'
import { definePartnerAction } from '../partner/partner-action.js'
import { formatCsv } from './csv.js'
import { listKeyFields, parseGrouping } from './dimensions.js'
import { readReconciliation, readReport, reportRequest } from './report.js'
import { REPORT_COUNTS } from './rows.js'

const whole = z.number().int()
type Counts = Record<(typeof REPORT_COUNTS)[number], typeof whole>
const counts = z.object(Object.fromEntries(REPORT_COUNTS.map(name => [name, whole])) as Counts)
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

const reconciliation = {
  revenue: comparedMoney,
  refunded: comparedMoney,
  coins: z.object({ ledger: whole, ...comparison })
}

const reportResponse = listOf(row).extend({
  from: z.string(),
  to: z.string(),
  timezone: z.string(),
  group_by: z.string(),
  from_at: whole,
  to_at: whole,
  totals: numbers,
  currencies: z.array(z.string()),
  reconciliation: z.object(reconciliation).nullable(),
  server_time: whole
})

export const reportAction = definePartnerAction({
  method: 'GET',
  path: '/partner/report',
  description: 'Returns the numbers of the partner’s campaigns. [Partners](../guide/partners.md) explains them.',
  request: reportRequest,
  response: reportResponse,
  run: async (context, request) => {
    const reconcile = request.format === 'csv' ? 'no' : request.reconcile
    const { rows, next, keyFields: _, ...report } = await readReport(context, { ...request, reconcile })
    const list = rows.map(({ keys, numbers }) => ({ ...keys, ...numbers }))
    return { ...report, list, next_cursor: next, has_more: next !== null, server_time: context.now.getTime() }
  },
  toCsv: ({ list, totals, from, to, group_by, timezone }, { config }) => ({
    name: `report-${from}-${to}`,
    text: formatCsv(
      { rows: list, keyFields: listKeyFields(parseGrouping(group_by)), totals, timezone },
      config.currency
    )
  })
})

export const reconciliationAction = definePartnerAction({
  method: 'GET',
  path: '/partner/reconciliation',
  description:
    'Compares the revenue, refunds and coins of the report with orders and the ledger: `difference` is 0. `reconcile` `no` leaves this out of the report, which then answers sooner.',
  request: reportRequest.pick({ lpid: true, from: true, to: true }),
  response: z.object({
    from: z.string(),
    to: z.string(),
    timezone: z.string(),
    ...reconciliation,
    server_time: whole
  }),
  run: async (context, request) => ({
    ...(await readReconciliation(context, request)),
    server_time: context.now.getTime()
  })
})
