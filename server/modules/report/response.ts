import type { Context } from 'hono'
import type { z } from 'zod'
import { success } from '../../http/envelope.js'
import { sendEnvelope } from '../../http/respond.js'
import type { PartnerContext } from '../partner/partner-action.js'
import { csvOf } from './csv.js'
import { readReport, type reportRequest } from './report.js'

const keysOf = {
  day: ['day', 'starts_at'],
  hour: ['hour', 'starts_at'],
  lpid: ['lpid', 'name'],
  drama: ['drama_id', 'title'],
  episode: ['drama_id', 'episode_no', 'title']
} as const

/** The report as JSON, or as a file for spreadsheets; where that goes on is in its header `X-Next-Cursor`. */
export async function answerReport(
  context: Context,
  desk: PartnerContext,
  wish: z.output<typeof reportRequest>
): Promise<Response> {
  const { rows, next, ...report } = await readReport(desk, wish)
  if (wish.format === 'json') {
    const list = rows.map(({ keys, numbers }) => ({ ...keys, ...numbers }))
    const answer = { ...report, list, next_cursor: next, has_more: next !== null, server_time: desk.now.getTime() }
    return sendEnvelope(context, success(answer), { secret: null })
  }
  return context.body(csvOf(rows, keysOf[wish.group_by]), 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="report-${report.from}-${report.to}.csv"`,
    'Cache-Control': 'private, no-store',
    ...(next === null ? {} : { 'X-Next-Cursor': next })
  })
}
