import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'

export type WalletRecordType = 'unlock' | 'bonus'

export function readWalletMovements(
  db: Kysely<Database>,
  userId: string,
  { type, before, limit }: { type: WalletRecordType; before: number | null; limit: number }
) {
  return db
    .selectFrom('ledger_txns')
    .select(['seq', 'kind', 'ref_type', 'ref_id', 'coins', 'bonus', 'created_at'])
    .where('user_id', '=', userId)
    .$if(type === 'unlock', query => query.where('kind', 'in', ['unlock', 'unlock_refund']))
    .$if(type === 'bonus', query => query.where('bonus', '<>', '0'))
    .$if(before !== null, query => query.where('seq', '<', String(before)))
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
}

export type MovementRow = Awaited<ReturnType<typeof readWalletMovements>>[number]

export async function readDramaTitles(db: Kysely<Database>, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const rows = await db
    .selectFrom('dramas')
    .select(['id', 'title'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(row => [row.id, row.title]))
}

const MAX_LOTS = 100

export function readLots(db: Kysely<Database>, userId: string, now: Date) {
  return db
    .selectFrom('bonus_lots')
    .select(['id', 'source', 'granted', 'remaining', 'expires_at'])
    .where('user_id', '=', userId)
    .where('remaining', '>', '0')
    .where('expires_at', '>', now)
    .orderBy('expires_at')
    .orderBy('id')
    .limit(MAX_LOTS)
    .execute()
}
