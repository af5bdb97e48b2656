import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import type { CoinAdjustmentRow } from '../../db/schema/support-tables.js'
import { isBeforeKey } from '../../lib/cursor.js'

export interface AdjustmentFilter {
  status: CoinAdjustmentRow['status'] | 'all'
  /** Null for all viewers. */
  userIds: readonly string[] | null
}

/** The newest first. */
export function readAdjustments(
  db: Kysely<Database>,
  { status, userIds }: AdjustmentFilter,
  { after, limit }: { after: readonly [Date, string] | null; limit: number }
): Promise<CoinAdjustmentRow[]> {
  return db
    .selectFrom('coin_adjustments')
    .selectAll()
    .$if(status !== 'all', query => query.where('status', '=', status as CoinAdjustmentRow['status']))
    .$if(userIds !== null, query => query.where('user_id', 'in', userIds ?? []))
    .$if(after !== null, query => query.where(isBeforeKey(['created_at', 'id'], after ?? [])))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export function findAdjustment(db: Kysely<Database>, id: string): Promise<CoinAdjustmentRow | undefined> {
  return db.selectFrom('coin_adjustments').selectAll().where('id', '=', id).executeTakeFirst()
}
