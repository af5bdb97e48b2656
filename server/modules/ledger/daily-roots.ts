// A root for every finished day and campaign: by it nobody can write the past anew without being found out.
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { transaction } from '../../db/transaction.js'
import { buildMerkleTree, type Leaf, sortLeaves } from './merkle-tree.js'

const DAY_MS = 86_400_000
/** So long a day waits for transactions that are still on their way. */
const CLOSE_AFTER_MS = 10 * 60_000
/** What was committed later still, or written while a clock stood wrong by so much, is in the root of another day. */
const LOOK_BACK_MS = 2 * DAY_MS
const WRITTEN_AT_ONCE = 500
const READ_AT_ONCE = 5000

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
const beginOf = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** Closes the oldest day, by UTC, that is over and has no roots; the day, or null where there is none. */
export async function closeDay(db: Kysely<Database>, now: Date): Promise<string | null> {
  const last = dayOf(now.getTime() - CLOSE_AFTER_MS - DAY_MS)
  const { rows } = await sql<{ day: string | null }>`select max(day) as day from ledger_root_days`.execute(db)
  const before = rows[0]?.day ?? null
  // The first root of all has everything from before in it.
  const day = before === null ? last : dayOf(beginOf(before) + DAY_MS)
  if (day > last) return null
  const since = before === null ? 0 : beginOf(day) - LOOK_BACK_MS
  await transaction(db, async trx => {
    // Another server that closes the same day is waited for, and has closed it then.
    const mine = await trx
      .insertInto('ledger_root_days')
      .values({ day, created_at: now })
      .onConflict(conflict => conflict.doNothing())
      .returning('day')
      .execute()
    if (mine.length === 0) return
    const leaves = await leavesOf(trx, new Date(since), new Date(beginOf(day) + DAY_MS))
    for (const [lpid, list] of leaves) await writeRoot(trx, { day, lpid }, sortLeaves(list))
  })
  return day
}

/** By the campaign that a user came with last: how far those chains have come that no root has so far. */
async function leavesOf(trx: Transaction<Database>, from: Date, to: Date): Promise<Map<string, Leaf[]>> {
  const leaves = new Map<string, Leaf[]>()
  // So many at once that no statement takes long.
  for (let after = '', isMore = true; isMore; ) {
    const { rows } = await sql<{
      user_id: string
      seq: string
      hash: string
      lpid: string
      is_told: boolean
    }>`with heads as (
        select user_id, max(seq) as seq from ledger_txns
        where created_at >= ${from} and created_at < ${to} and user_id > ${after}
        group by user_id order by user_id limit ${READ_AT_ONCE}
      )
      select heads.user_id, heads.seq, ledger_txns.hash, coalesce(users.last_lpid, '') as lpid, exists (
          select 1 from ledger_root_leaves as told where told.user_id = heads.user_id and told.seq >= heads.seq
        ) as is_told
      from heads
      join ledger_txns on ledger_txns.user_id = heads.user_id and ledger_txns.seq = heads.seq
      join users on users.id = heads.user_id
      order by heads.user_id`.execute(trx)
    for (const { user_id: userId, seq, hash, lpid, is_told } of rows) {
      after = userId
      if (is_told) continue
      const list = leaves.get(lpid) ?? []
      leaves.set(lpid, list)
      list.push({ userId, seq: Number(seq), hash })
    }
    isMore = rows.length === READ_AT_ONCE
  }
  return leaves
}

async function writeRoot(trx: Transaction<Database>, name: { day: string; lpid: string }, leaves: Leaf[]) {
  const { root, paths } = buildMerkleTree(leaves)
  await trx
    .insertInto('ledger_roots')
    .values({ ...name, root, chains: leaves.length })
    .execute()
  const rows = leaves.map(({ userId, seq, hash }, index) => ({
    ...name,
    user_id: userId,
    seq,
    hash,
    path: JSON.stringify(paths[index])
  }))
  for (let at = 0; at < rows.length; at += WRITTEN_AT_ONCE) {
    await trx
      .insertInto('ledger_root_leaves')
      .values(rows.slice(at, at + WRITTEN_AT_ONCE))
      .execute()
  }
}

/** A user's newest place in a root. */
export async function proofOf(db: Kysely<Database>, userId: string) {
  const row = await db
    .selectFrom('ledger_root_leaves as leaf')
    .innerJoin('ledger_roots as root', join =>
      join.onRef('root.day', '=', 'leaf.day').onRef('root.lpid', '=', 'leaf.lpid')
    )
    .select(['leaf.seq', 'leaf.hash', 'leaf.path', 'leaf.day', 'leaf.lpid', 'root.root'])
    .where('leaf.user_id', '=', userId)
    .orderBy('leaf.seq', 'desc')
    .executeTakeFirst()
  if (row === undefined) return null
  const { seq, lpid, ...told } = row
  return { ...told, id: String(seq), lpid: lpid === '' ? null : lpid, path: [...row.path] }
}

/** The first transaction of a user that is another than the one in a root; null where all are the same. */
export async function firstDifference(db: Kysely<Database>, userId: string): Promise<string | null> {
  const { rows } = await sql<{ seq: string }>`select leaf.seq from ledger_root_leaves as leaf
    left join ledger_txns as txn on txn.user_id = leaf.user_id and txn.seq = leaf.seq
    where leaf.user_id = ${userId} and txn.hash is distinct from leaf.hash order by leaf.seq limit 1`.execute(db)
  return rows[0] === undefined ? null : String(rows[0].seq)
}

/** Whether a root is still that of its leaves, and they are what the ledger has. */
export async function verifyRoot(db: Kysely<Database>, { day, lpid }: { day: string; lpid: string }): Promise<boolean> {
  const { rows } = await sql<{
    user_id: string
    seq: string
    hash: string | null
  }>`select leaf.user_id, leaf.seq, txn.hash
    from ledger_root_leaves as leaf left join ledger_txns as txn on txn.user_id = leaf.user_id and txn.seq = leaf.seq
    where leaf.day = ${day} and leaf.lpid = ${lpid}`.execute(db)
  const told = await db
    .selectFrom('ledger_roots')
    .select('root')
    .where('day', '=', day)
    .where('lpid', '=', lpid)
    .executeTakeFirst()
  const leaves = rows.map(({ user_id, seq, hash }) => ({ userId: user_id, seq: Number(seq), hash: hash ?? '' }))
  return told !== undefined && buildMerkleTree(sortLeaves(leaves)).root === told.root
}
