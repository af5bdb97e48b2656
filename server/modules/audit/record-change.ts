// Entries of the audit log for what is written in the transaction of the change itself.
import type { Kysely } from 'kysely'
import { SUCCESS_CODE } from '../../../contract/protocol/envelope.js'
import type { Database } from '../../db/schema/schema.js'
import type { Clock } from '../../lib/clock.js'
import { createIdentifier } from '../../lib/identifier.js'
import type { Random } from '../../lib/random.js'

/** No member can have these names, because their addresses have no colon. */
export type AutomaticActor = `job:${string}` | `key:${string}`

export interface RecordedChange {
  /** E-mail address of a member, or what acts without one. */
  operator: string
  action: string
  subject: string
  detail: object
  /** Network address of the caller, or the name of the server that runs a job. */
  address: string
  before: unknown
  after: unknown
  now: Date
}

export async function recordChange(
  db: Kysely<Database>,
  { clock, random }: { clock: Clock; random: Random },
  { operator, action, subject, detail, address, before, after, now }: RecordedChange
): Promise<void> {
  const id = createIdentifier('l', { clock, random })
  const entry = {
    id,
    operator,
    action,
    subject,
    detail: JSON.stringify(detail),
    created_at: now,
    address,
    state_before: JSON.stringify(before)
  }
  await db.insertInto('operator_log').values(entry).execute()
  const result = {
    entry_id: id,
    code: SUCCESS_CODE,
    reason: null,
    created_at: now,
    state_after: JSON.stringify(after)
  }
  await db.insertInto('operator_results').values(result).execute()
}
