// A Merkle root per finished day and campaign reveals any later change of the ledger.
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { transaction } from '../../db/transaction.js'
import { formatUtcDay } from '../../lib/time-zone.js'
import { readTrustedTime } from '../clock/trusted-time.js'
import { buildMerkleTree, type MerkleLeaf, sortLeaves } from './merkle-tree.js'

const DAY_MS = 86_400_000
/** Waits for transactions that are still being committed. */
const CLOSE_AFTER_MS = 10 * 60_000
const WRITE_BATCH_SIZE = 500
const READ_BATCH_SIZE = 5000

const parseDay = (day: string) => Date.parse(`${day}T00:00:00Z`)

/**
 * Closes the oldest finished UTC day that has no roots, or returns null. A root covers every transaction that no earlier
 * root covers, whenever it was written, without those of later days.
 */
export async function closeDay(db: Kysely<Database>, now: Date): Promise<string | null> {
  const trustedTime = await readTrustedTime(db, now)
  const lastFinishedDay = formatUtcDay(trustedTime.getTime() - CLOSE_AFTER_MS - DAY_MS)
  const { rows } = await sql<{ day: string | null }>`select max(day) as day from ledger_root_days`.execute(db)
  const lastClosedDay = rows[0]?.day ?? null
  if (lastClosedDay !== null && lastClosedDay >= lastFinishedDay) {
    return (await addMissingRoots(db, lastFinishedDay, now)) ? lastFinishedDay : null
  }
  const day = lastClosedDay === null ? lastFinishedDay : formatUtcDay(parseDay(lastClosedDay) + DAY_MS)
  await transaction(db, async trx => {
    // A concurrent server waits here until the first one commits, then inserts nothing.
    const insertedDays = await trx
      .insertInto('ledger_root_days')
      .values({ day, created_at: now })
      .onConflict(conflict => conflict.doNothing())
      .returning('day')
      .execute()
    if (insertedDays.length > 0) await writeRoots(trx, day, now)
  })
  return day
}

/** For a day that a clock ahead of time has closed before it was over. False if it was not, or nothing is missing. */
function addMissingRoots(db: Kysely<Database>, day: string, now: Date): Promise<boolean> {
  return transaction(db, async trx => {
    const closedAhead = await trx
      .selectFrom('ledger_root_days')
      .select('day')
      .where('day', '=', day)
      .where('created_at', '>', now)
      .forUpdate()
      .executeTakeFirst()
    return closedAhead !== undefined && (await writeRoots(trx, day, now)) > 0
  })
}

async function writeRoots(trx: Transaction<Database>, day: string, now: Date): Promise<number> {
  const existing = await trx.selectFrom('ledger_roots').select('lpid').where('day', '=', day).execute()
  const existingLpids = new Set(existing.map(({ lpid }) => lpid))
  const leaves = await readNewLeavesByCampaign(trx, new Date(parseDay(day) + DAY_MS), now)
  const missing = [...leaves].filter(([lpid]) => !existingLpids.has(lpid))
  for (const [lpid, list] of missing) await writeRoot(trx, { day, lpid }, sortLeaves(list))
  await sql`delete from ledger_unpublished using ledger_root_leaves as leaf
    where leaf.user_id = ledger_unpublished.user_id and leaf.seq >= ledger_unpublished.seq`.execute(trx)
  return missing.length
}

/** A time after `now` was written by a clock that was ahead, so the transaction does not belong to a later day. */
async function readNewLeavesByCampaign(
  trx: Transaction<Database>,
  dayEnd: Date,
  now: Date
): Promise<Map<string, MerkleLeaf[]>> {
  const leaves = new Map<string, MerkleLeaf[]>()
  for (let afterUserId = '', isMore = true; isMore; ) {
    const { rows } = await sql<{
      user_id: string
      seq: string
      hash: string
      lpid: string
      is_published: boolean
    }>`with heads as (
        select user_id, max(seq) as seq from ledger_unpublished join ledger_txns using (user_id, seq)
        where (created_at < ${dayEnd} or created_at > ${now}) and user_id > ${afterUserId}
        group by user_id order by user_id limit ${READ_BATCH_SIZE}
      )
      select heads.user_id, heads.seq, ledger_txns.hash, coalesce(users.last_lpid, '') as lpid, exists (
          select 1 from ledger_root_leaves as published where published.user_id = heads.user_id and published.seq >= heads.seq
        ) as is_published
      from heads
      join ledger_txns on ledger_txns.user_id = heads.user_id and ledger_txns.seq = heads.seq
      join users on users.id = heads.user_id
      order by heads.user_id`.execute(trx)
    for (const { user_id: userId, seq, hash, lpid, is_published } of rows) {
      afterUserId = userId
      if (is_published) continue
      const list = leaves.get(lpid) ?? []
      leaves.set(lpid, list)
      list.push({ userId, seq: Number(seq), hash })
    }
    isMore = rows.length === READ_BATCH_SIZE
  }
  return leaves
}

async function writeRoot(trx: Transaction<Database>, rootKey: { day: string; lpid: string }, leaves: MerkleLeaf[]) {
  const { root, paths } = buildMerkleTree(leaves)
  await trx
    .insertInto('ledger_roots')
    .values({ ...rootKey, root, chains: leaves.length })
    .execute()
  const rows = leaves.map(({ userId, seq, hash }, index) => ({
    ...rootKey,
    user_id: userId,
    seq,
    hash,
    path: JSON.stringify(paths[index])
  }))
  for (let start = 0; start < rows.length; start += WRITE_BATCH_SIZE) {
    await trx
      .insertInto('ledger_root_leaves')
      .values(rows.slice(start, start + WRITE_BATCH_SIZE))
      .execute()
  }
}

export async function readRootProof(db: Kysely<Database>, userId: string) {
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
  const { seq, lpid, ...proof } = row
  return { ...proof, id: String(seq), lpid: lpid === '' ? null : lpid, path: [...row.path] }
}

export async function findFirstDifference(db: Kysely<Database>, userId: string): Promise<string | null> {
  const { rows } = await sql<{ seq: string }>`select leaf.seq from ledger_root_leaves as leaf
    left join ledger_txns as txn on txn.user_id = leaf.user_id and txn.seq = leaf.seq
    where leaf.user_id = ${userId} and txn.hash is distinct from leaf.hash order by leaf.seq limit 1`.execute(db)
  return rows[0] === undefined ? null : String(rows[0].seq)
}
