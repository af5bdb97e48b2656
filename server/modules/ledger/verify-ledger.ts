import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { findFirstDifference } from './daily-roots.js'
import { buildMerkleTree, sortLeaves } from './merkle-tree.js'
import { verifyChain } from './verify.js'

/** `broken` names the user and the transaction of each chain, and the day and campaign of each root, that is wrong. */
export interface LedgerCheck {
  chains: number
  entries: number
  roots: number
  broken: string[]
}

const BATCH_SIZE = 500

/** Verifies every chain, and every daily root against its leaves and the chains. */
export async function verifyLedger(db: Kysely<Database>): Promise<LedgerCheck> {
  const check: LedgerCheck = { chains: 0, entries: 0, roots: 0, broken: [] }
  for (let userIds = await readUserIds(db, ''); userIds.length > 0; ) {
    for (const userId of userIds) {
      const { entries, brokenAt } = await verifyChain(db, userId)
      const wrongAt = brokenAt ?? (await findFirstDifference(db, userId))
      check.chains += 1
      check.entries += entries
      if (wrongAt !== null) check.broken.push(`chain of ${userId} at ${wrongAt}`)
    }
    userIds = await readUserIds(db, userIds.at(-1) ?? '')
  }
  const roots = await db.selectFrom('ledger_roots').select(['day', 'lpid', 'root']).execute()
  for (const { day, lpid, root } of roots) {
    check.roots += 1
    if ((await computeRoot(db, day, lpid)) !== root) check.broken.push(`root of ${day} ${lpid}`.trimEnd())
  }
  return check
}

async function readUserIds(db: Kysely<Database>, afterUserId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`select distinct user_id from ledger_txns
    where user_id > ${afterUserId} order by user_id limit ${BATCH_SIZE}`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

async function computeRoot(db: Kysely<Database>, day: string, lpid: string): Promise<string> {
  const leaves = await db
    .selectFrom('ledger_root_leaves')
    .select(['user_id', 'seq', 'hash'])
    .where('day', '=', day)
    .where('lpid', '=', lpid)
    .execute()
  const list = leaves.map(({ user_id, seq, hash }) => ({ userId: user_id, seq: Number(seq), hash }))
  return buildMerkleTree(sortLeaves(list)).root
}
