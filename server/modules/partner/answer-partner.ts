import type { Context } from 'hono'
import { createSuccessEnvelope } from '../../http/envelope.js'
import { sendEnvelope } from '../../http/respond.js'
import type { ActionDocs } from '../../http/route-docs.js'
import type { PartnerAction, PartnerContext } from './partner-action.js'

/** Runs an action whose request is checked, and sends its response as JSON or as CSV. */
export async function answerPartner(
  context: Context,
  partnerContext: PartnerContext,
  action: PartnerAction,
  request: unknown
): Promise<Response> {
  const response = await action.run(partnerContext, request)
  if (action.toCsv === undefined || !isCsvWanted(request)) {
    return sendEnvelope(context, createSuccessEnvelope(response), { secret: null })
  }
  const { name, text } = action.toCsv(response, partnerContext)
  const next = readNextCursor(response)
  return context.body(text, 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}.csv"`,
    'Cache-Control': 'private, no-store',
    ...(next === null ? {} : { 'X-Next-Cursor': next })
  })
}

const isCsvWanted = (request: unknown) =>
  typeof request === 'object' && request !== null && 'format' in request && request.format === 'csv'

function readNextCursor(response: unknown): string | null {
  if (typeof response !== 'object' || response === null || !('next_cursor' in response)) return null
  return typeof response.next_cursor === 'string' ? response.next_cursor : null
}

export const toPartnerDocs = (action: PartnerAction): ActionDocs =>
  action.toCsv === undefined ? action : { ...action, files: [{ type: 'text/csv' }] }
