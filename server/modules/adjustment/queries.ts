import { type Kysely, sql } from 'kysely'
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

/** Coins that each viewer owes now; of a merged visitor those of the account. */
export async function readDebts(
  db: Kysely<Database>,
  userIds: readonly string[]
): Promise<ReadonlyMap<string, number>> {
  if (userIds.length === 0) return new Map()
  const { rows } = await sql<{ viewer: string; debt: string }>`with recursive owners as (
      select id as viewer, id, merged_into, debt from users where id in (${sql.join(userIds)})
      union select owners.viewer, users.id, users.merged_into, users.debt
        from users join owners on users.id = owners.merged_into
    ) select viewer, debt from owners where merged_into is null`.execute(db)
  return new Map(rows.map(({ viewer, debt }) => [viewer, Number(debt)]))
}

export function findAdjustment(db: Kysely<Database>, id: string): Promise<CoinAdjustmentRow | undefined> {
  return db.selectFrom('coin_adjustments').selectAll().where('id', '=', id).executeTakeFirst()
}
