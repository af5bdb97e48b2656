import { type Kysely, sql } from 'kysely'
import type { LedgerKind } from '../../../contract/wallet.js'
import type { Database } from '../../db/schema/schema.js'
import { selectBalanceAndDebt, toBalanceAndDebt } from '../ledger/wallet.js'
import { computeVip, selectPassTimes } from '../pass/vip.js'

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

export interface OpenLot {
  id: string
  source: LedgerKind
  granted: number
  remaining: number
  /** In epoch ms. */
  expires_at: number
}

/** Balance, open lots and passes in one statement. */
export async function readWallet(db: Kysely<Database>, userId: string, now: Date) {
  const lots = db
    .selectFrom('bonus_lots')
    .select(['id', 'source', 'granted', 'remaining', 'expires_at'])
    .where('user_id', '=', userId)
    .where('remaining', '>', '0')
    .where('expires_at', '>', now)
    .orderBy('expires_at')
    .orderBy('id')
    .limit(MAX_LOTS)
  const row = await selectBalanceAndDebt(db, userId, now)
    .select([
      sql<OpenLot[]>`(select coalesce(jsonb_agg(jsonb_build_object(
          'id', id::text, 'source', source, 'granted', granted, 'remaining', remaining,
          'expires_at', floor(extract(epoch from expires_at) * 1000)::bigint) order by lots.expires_at, lots.id), '[]')
        from ${lots} as lots)`.as('lots'),
      selectPassTimes(db, userId)
    ])
    .executeTakeFirstOrThrow()
  return { ...toBalanceAndDebt(row), lots: row.lots, vip: computeVip(row.pass_times, now) }
}
