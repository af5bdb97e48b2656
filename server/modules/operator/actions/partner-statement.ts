import type { Kysely } from 'kysely'
import { z } from 'zod'
import { SUCCESS_CODE } from '../../../../contract/protocol/envelope.js'
import type { Database } from '../../../db/schema/schema.js'
import { cutToPage, formatCursor, parseCursor } from '../../../lib/cursor.js'
import { createUnknownPartnerError } from '../../partner/lock-partner.js'
import { readPrepaidBalance } from '../../partner/prepaid-wallet.js'
import { readNewestTransactions } from '../../user/viewer-details.js'

/** `reference` is the number of an invoice, or the viewer and the episode that the coins paid for. */
export const statementEntry = z.object({
  id: z.string(),
  kind: z.enum(['payment', 'sponsored_unlock', 'other']),
  coins: z.number().int(),
  coins_after: z.number().int(),
  reference: z.string(),
  operator: z.string().nullable(),
  reason: z.string().nullable(),
  created_at: z.date()
})

const entryKinds: Readonly<Record<string, z.output<typeof statementEntry>['kind']>> = {
  partner: 'payment',
  sponsored: 'sponsored_unlock'
}

/** Throws 4001 for an unknown partner. */
export async function readStatement(
  db: Kysely<Database>,
  partnerId: string,
  { cursor, size }: { cursor: string | undefined; size: number }
) {
  const partner = await db.selectFrom('partners').select('purse_id').where('id', '=', partnerId).executeTakeFirst()
  if (partner === undefined) throw createUnknownPartnerError()
  const cursorName = `partner ledger ${partnerId}`
  const [before = null] = parseCursor(cursorName, ['integer'], cursor) ?? []
  const rows =
    partner.purse_id === null ? [] : await readNewestTransactions(db, partner.purse_id, { before, limit: size + 1 })
  const page = cutToPage(rows, size, last => formatCursor(cursorName, [Number(last.seq)]))
  const payments = page.list.filter(({ ref_type }) => ref_type === 'partner')
  const notes = await readNotes(
    db,
    partnerId,
    payments.map(({ created_at }) => created_at)
  )
  return {
    ...page,
    coins: await readPrepaidBalance(db, partnerId),
    list: page.list.map(row => ({
      id: row.seq,
      kind: entryKinds[row.ref_type] ?? 'other',
      coins: Number(row.coins),
      coins_after: Number(row.coins_after),
      reference: row.ref_id,
      operator: notes.get(row.ref_id)?.operator ?? null,
      reason: notes.get(row.ref_id)?.reason ?? null,
      created_at: row.created_at
    }))
  }
}

interface StatementNote {
  operator: string
  reason: string | null
}

const auditDetail = z.object({ reference: z.string(), reason: z.string().optional() })

/** What the audit log says about the payments that were written at these times, by reference. */
async function readNotes(
  db: Kysely<Database>,
  partnerId: string,
  times: readonly Date[]
): Promise<Map<string, StatementNote>> {
  if (times.length === 0) return new Map()
  const entries = await db
    .selectFrom('operator_log')
    .innerJoin('operator_results', 'operator_results.entry_id', 'operator_log.id')
    .select(['operator_log.operator', 'operator_log.detail'])
    .where('operator_log.subject', '=', partnerId)
    .where('operator_log.action', '=', 'partner_coins')
    // The log entry and the movement have the time of the request.
    .where('operator_log.created_at', 'in', [...times])
    .where('operator_results.code', '=', SUCCESS_CODE)
    .execute()
  return new Map(
    entries.map(({ operator, detail }): [string, StatementNote] => {
      const { reference, reason = null } = auditDetail.parse(JSON.parse(detail))
      return [reference, { operator, reason }]
    })
  )
}
