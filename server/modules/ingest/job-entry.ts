import { hostname } from 'node:os'
import type { Kysely } from 'kysely'
import type { IngestJobRow } from '../../db/schema/ingest-tables.js'
import type { Database } from '../../db/schema/schema.js'
import type { Clock } from '../../lib/clock.js'
import type { Random } from '../../lib/random.js'
import { recordChange } from '../audit/record-change.js'

/** What the job of a member came to, in the audit log. */
export async function recordJobEnd(
  db: Kysely<Database>,
  { clock, random }: { clock: Clock; random: Random },
  { id, drama_id, created_by, state, episodes_done, episodes_total, failure_kind, failure }: IngestJobRow
): Promise<void> {
  await recordChange(
    db,
    { clock, random },
    {
      operator: 'job:ingest',
      action: 'ingest_end',
      subject: drama_id,
      detail: { id, drama_id, created_by },
      address: hostname(),
      before: { state: 'running' },
      after: { state, episodes_done, episodes_total, failure_kind, failure },
      now: new Date(clock.now())
    }
  )
}
