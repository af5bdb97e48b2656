import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import type { OrderRow } from '../../../db/schema/store-tables.js'

/** A bonus lot that an order or a task gave; amounts in coins. `expired` of it was unspent at its end, and a merge has `moved` some. */
export interface OrderLot {
  userId: string
  id: number
  granted: number
  remaining: number
  expired: number
  moved: number
}

/** Bonus of an order that merges have moved into lots which it shares; amounts in coins. */
export interface MergedBonus {
  lotIds: number[]
  /** The part of these lots that stands for the order's bonus. */
  limit: number
  expired: number
}

/** What gave the lots: an order, or a task of one of the users. */
export type LotOrigin = { type: 'order'; id: string } | { type: 'task'; id: string; userIds: readonly string[] }

export const toLotOrigin = ({ order_no }: Pick<OrderRow, 'order_no'>): LotOrigin => ({ type: 'order', id: order_no })

const isFrom = (origin: LotOrigin, txn: RawBuilder<unknown>) => sql`${txn}.ref_type = ${origin.type}
  and ${txn}.ref_id = ${origin.id}
  and ${origin.type === 'order' ? sql`true` : sql`${txn}.user_id = any(${origin.userIds}::text[])`}`

/** Reads what the origin has given, and given again after a refund that was undone. */
export async function readOriginLots(trx: Transaction<Database>, origin: LotOrigin): Promise<OrderLot[]> {
  const { rows } = await sql<Record<Exclude<keyof OrderLot, 'userId'>, string> & { user_id: string }>`
    select lot.user_id, lot.id, granted, remaining, ${sumTaken(sql`txn.kind = 'expire'`)} as expired,
      ${sumTaken(sql`txn.kind = 'merge' and starts_with(txn.idempotency_key, 'merge:')`)} as moved
    from ledger_txns given join bonus_lots lot on lot.user_id = given.user_id and lot.id = given.seq
    where ${isFrom(origin, sql`given`)}
      and given.kind in ('topup_bonus', 'gift', 'task', 'order_refund')`.execute(trx)
  return rows.map(({ user_id: userId, ...row }) => ({
    userId,
    id: Number(row.id),
    granted: Number(row.granted),
    remaining: Number(row.remaining),
    expired: Number(row.expired),
    moved: Number(row.moved)
  }))
}

/** Sums what transactions that fulfil the condition on `txn` have taken out of `lot`. */
const sumTaken = (condition: ReturnType<typeof sql>) => sql`(select coalesce(-sum(entry.amount), 0)
  from ledger_entries entry join ledger_txns txn on txn.user_id = entry.user_id and txn.seq = entry.seq
  where entry.user_id = lot.user_id and entry.account = 'user:' || lot.user_id || ':bonus:' || lot.id and ${condition})`

/**
 * Finds the lots into which merges have moved the bonus of `lots`. Bonus that a moved unlock has returned counts too,
 * because its own lots are unknown.
 */
export async function readMergedBonus(
  trx: Transaction<Database>,
  origin: LotOrigin,
  owner: string,
  lots: readonly OrderLot[]
): Promise<MergedBonus> {
  const before = lots.filter(({ userId }) => userId !== owner)
  if (before.length === 0) return { lotIds: [], limit: 0, expired: 0 }
  const merged = await readMergeLots(trx, [...new Set(before.map(({ userId }) => userId))])
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
  const returned = sum(merged.map(({ granted, isReturned }) => (isReturned ? granted : 0)))
  const arrived = Math.min(
    sum(before.map(({ granted, expired }) => granted - expired)),
    sum(before.map(({ moved }) => moved)) + returned
  )
  const left = Math.max(0, arrived - (await sumTakenElsewhere(trx, origin, lots)))
  const expired = Math.min(left, sum(merged.map(lot => lot.expired)))
  const lotIds = merged.filter(({ userId }) => userId === owner).map(({ id }) => id)
  return { lotIds, limit: left - expired, expired }
}

async function readMergeLots(trx: Transaction<Database>, userIds: readonly string[]) {
  const { rows } = await sql<{
    user_id: string
    id: string
    granted: string
    is_returned: boolean
    expired: string
  }>`with recursive owners as (
      select unnest(${userIds}::text[]) as id
      union select users.merged_into from users join owners using (id) where users.merged_into is not null
    )
    select lot.user_id, lot.id, granted, arrival.ref_type = 'unlock' as is_returned,
      ${sumTaken(sql`txn.kind = 'expire'`)} as expired
    from bonus_lots lot join ledger_txns arrival on arrival.user_id = lot.user_id and arrival.seq = lot.id
    where lot.user_id in (select id from owners) and arrival.kind = 'merge'
      and (arrival.ref_type = 'unlock' or arrival.ref_id in (select id from owners))`.execute(trx)
  return rows.map(row => ({
    userId: row.user_id,
    id: Number(row.id),
    granted: Number(row.granted),
    isReturned: row.is_returned,
    expired: Number(row.expired)
  }))
}

/** Sums what refunds have taken from lots of another origin instead. */
async function sumTakenElsewhere(
  trx: Transaction<Database>,
  origin: LotOrigin,
  lots: readonly OrderLot[]
): Promise<number> {
  const { rows } = await sql<{ taken: string }>`select coalesce(-sum(amount), 0) as taken
    from ledger_txns txn join ledger_entries using (user_id, seq)
    where ${isFrom(origin, sql`txn`)} and kind = 'order_refund' and account like 'user:%:bonus:%'
      and account <> all(${lots.map(({ userId, id }) => `user:${userId}:bonus:${id}`)}::text[])`.execute(trx)
  return Number(rows[0]?.taken)
}
