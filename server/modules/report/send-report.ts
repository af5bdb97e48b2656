import type { Context } from 'hono'
import type { z } from 'zod'
import { createSuccessEnvelope } from '../../http/envelope.js'
import { sendEnvelope } from '../../http/respond.js'
import type { PartnerContext } from '../partner/partner-action.js'
import { formatCsv } from './csv.js'
import { readReport, type reportRequest } from './report.js'

export async function sendReport(
  context: Context,
  partnerContext: PartnerContext,
  request: z.output<typeof reportRequest>
): Promise<Response> {
  const { rows, next, keyFields, ...report } = await readReport(partnerContext, request)
  if (request.format === 'json') {
    const list = rows.map(({ keys, numbers }) => ({ ...keys, ...numbers }))
    const response = {
      ...report,
      list,
      next_cursor: next,
      has_more: next !== null,
      server_time: partnerContext.now.getTime()
    }
    return sendEnvelope(context, createSuccessEnvelope(response), { secret: null })
  }
  return context.body(formatCsv({ rows, keyFields, totals: report.totals }, partnerContext.config.currency), 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="report-${report.from}-${report.to}.csv"`,
    'Cache-Control': 'private, no-store',
    ...(next === null ? {} : { 'X-Next-Cursor': next })
  })
}
