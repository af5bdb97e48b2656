import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { up as migrateClockGuard } from '../../../server/db/migrations/0036-clock-guard.js'
import type { Database } from '../../../server/db/schema/schema.js'
import { sha256Hex } from '../../../server/lib/sha256.js'
import { closeDay, readRootProof } from '../../../server/modules/ledger/daily-roots.js'
import { hashTransaction } from '../../../server/modules/ledger/hash-chain.js'
import { buildMerkleTree, type MerkleLeaf, sortLeaves } from '../../../server/modules/ledger/merkle-tree.js'
import { readTransactions } from '../../../server/modules/ledger/transactions.js'
import { verifyChain } from '../../../server/modules/ledger/verify.js'
import { chainEndAfter, chainStart, isIncludedInRoot, isNextInChain } from '../../../src/core/wallet/ledger-chain.js'
import { signIn } from '../support/api-client.js'
import { giveCoins } from '../support/money.js'
import { openServers, serverSetups } from '../support/open-servers.js'
import { createTestClock, openTestServer, type TestServer } from '../support/open-test-server.js'
import { OPERATOR_KEY, openCampaign, openPartner } from '../support/partners.js'
import { engines } from '../support/servers/test-database.js'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const TABLES = ['ledger_txns', 'ledger_root_days', 'ledger_roots', 'ledger_root_leaves']

const leaf = (no: number): MerkleLeaf => ({
  userId: `u_${String(no).padStart(3, '0')}`,
  seq: no + 1,
  hash: sha256Hex(`${no}`)
})

test('every leaf of a tree of any size is proved in its root, in whatever order they came, and no other is', async () => {
  for (let size = 1; size <= 33; size++) {
    const leaves = Array.from({ length: size }, (_, no) => leaf(no))
    const { root, paths } = buildMerkleTree(leaves)
    expect(buildMerkleTree(sortLeaves([...leaves].reverse())).root).toBe(root)
    for (const [index, { userId, seq, hash }] of leaves.entries()) {
      const proof = { id: `${seq}`, hash, path: [...(paths[index] ?? [])], root, day: '2026-11-20', lpid: null }
      expect(await isIncludedInRoot(crypto.subtle, userId, proof)).toBe(true)
      expect(await isIncludedInRoot(crypto.subtle, userId, { ...proof, hash: sha256Hex(hash) })).toBe(false)
    }
  }
})

describe.each(engines)('roots of days on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    const clock = createTestClock(Date.parse('2026-11-21T12:00:00Z'))
    server = await openTestServer({ engine, clock, config: { operatorKey: OPERATOR_KEY } })
  })
  afterAll(() => server.close())
  beforeEach(() => closeAll())

  const now = () => new Date(server.clock.now())
  const dayNow = () => now().toISOString().slice(0, 10)
  async function closeAll() {
    const days: string[] = []
    for (let day = await closeDay(server.db, now()); day !== null; day = await closeDay(server.db, now()))
      days.push(day)
    return days
  }
  const rootsOf = (day: string) =>
    server.db.selectFrom('ledger_roots').selectAll().where('day', '=', day).orderBy('lpid').execute()
  const verify = async (viewer: Awaited<ReturnType<typeof signIn>>) => (await viewer.get('/wallet/verify')).data

  /** Moves to noon UTC of the next day, after the grace period. */
  const nextDay = () => server.clock.advance(DAY - (server.clock.now() % DAY) + 12 * HOUR)

  test('a day has one root a campaign, ten minutes after it is over, and a day without money has none', async () => {
    const lpid = await openCampaign(server)
    const [first, second, other] = [
      await signIn(server, { lpid }),
      await signIn(server, { lpid }),
      await signIn(server)
    ]
    for (const { userId } of [first, second, other]) await giveCoins(server, userId, 100)
    const day = dayNow()
    expect(await closeAll()).toEqual([])
    server.clock.advance(DAY - (server.clock.now() % DAY) + 9 * 60_000)
    expect(await closeAll()).toEqual([])
    server.clock.advance(60_000)
    expect(await closeAll()).toEqual([day])
    expect((await rootsOf(day)).map(({ lpid, chains }) => [lpid, chains])).toEqual([
      ['', expect.any(Number)],
      [lpid, 2]
    ])
    server.clock.advance(3 * DAY)
    expect(await closeAll()).toHaveLength(3)
    expect(await rootsOf(dayNow())).toEqual([])
    expect((await verify(second)).proof).toMatchObject({ day, lpid })
    expect((await verify(other)).proof).toMatchObject({ day, lpid: null })
  })

  test('the client proves that a statement is in the root that its partner has', async () => {
    const lpid = await openCampaign(server)
    const partner = await openPartner(server, [lpid])
    const elsewhere = await openPartner(server, [])
    const viewers = []
    for (let no = 0; no < 5; no++) viewers.push(await signIn(server, { lpid }))
    for (const { userId } of viewers) await giveCoins(server, userId, 100)
    const day = dayNow()
    nextDay()
    await closeAll()
    const { data } = await partner.get('roots', { from: day, to: day })
    expect(data.list).toEqual([{ day, lpid, chains: 5, root: expect.stringMatching(/^[0-9a-f]{64}$/) }])
    expect((await elsewhere.get('roots')).data.list).toEqual([])
    expect((await elsewhere.get('roots', { lpid })).code).toBe(4001)
    expect((await partner.get('roots', { from: '2026-02-31' })).code).toBe(4001)
    for (const viewer of viewers) {
      const { proof, ok } = await verify(viewer)
      if (proof === null) throw new Error('no proof')
      expect([ok, proof.root]).toEqual([true, data.list[0].root])
      const { list } = (await viewer.get('/wallet/statement')).data
      let end = chainStart
      for (const txn of list) {
        expect(await isNextInChain(crypto.subtle, viewer.userId, end, txn)).toBe(true)
        end = chainEndAfter(txn)
      }
      expect([end.id, end.hash]).toEqual([Number(proof.id), proof.hash])
      expect(await isIncludedInRoot(crypto.subtle, viewer.userId, proof)).toBe(true)
      expect(await isIncludedInRoot(crypto.subtle, 'u_other', proof)).toBe(false)
      expect(await isIncludedInRoot(crypto.subtle, viewer.userId, { ...proof, hash: '0'.repeat(64) })).toBe(false)
    }
  })

  test('partners page through their roots', async () => {
    const lpid = await openCampaign(server)
    const partner = await openPartner(server, [lpid])
    const viewer = await signIn(server, { lpid })
    const days: string[] = []
    for (let no = 0; no < 3; no++) {
      await giveCoins(server, viewer.userId, 10)
      days.unshift(dayNow())
      nextDay()
      await closeAll()
    }
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const { data } = await partner.get('roots', { page_size: '2', ...(cursor === null ? {} : { cursor }) })
      seen.push(...data.list.map(({ day }: { day: string }) => day))
      cursor = data.next_cursor
    } while (cursor !== null)
    expect(seen).toEqual(days)
  })

  test('what is committed after its day was closed is in the next root, and the one before stays', async () => {
    const viewer = await signIn(server)
    await giveCoins(server, viewer.userId, 10)
    const day = dayNow()
    const late = { ...server, clock: createTestClock(server.clock.now()) }
    nextDay()
    await closeAll()
    const before = await rootsOf(day)
    await giveCoins(late, viewer.userId, 5)
    const next = dayNow()
    nextDay()
    expect(await closeAll()).toEqual([next])
    expect(await rootsOf(day)).toEqual(before)
    expect((await verify(viewer)).proof).toMatchObject({ day: next, id: '2' })
  })

  test('a clock that is set back closes nothing again', async () => {
    const viewer = await signIn(server)
    await giveCoins(server, viewer.userId, 10)
    nextDay()
    await closeAll()
    expect(await closeDay(server.db, new Date(server.clock.now() - 3 * DAY))).toBeNull()
    expect((await verify(viewer)).ok).toBe(true)
  })

  test('a movement with a time in a day that was closed long ago is in the next root', async () => {
    const viewer = await signIn(server)
    const late = { ...server, clock: createTestClock(server.clock.now()) }
    for (let no = 0; no < 6; no++) {
      nextDay()
      await closeAll()
    }
    await giveCoins(late, viewer.userId, 5)
    const day = dayNow()
    nextDay()
    expect(await closeAll()).toEqual([day])
    expect((await verify(viewer)).proof).toMatchObject({ day, id: '1' })
  })

  test('what moved while the clock was ahead is in the root of the day on which it did', async () => {
    for (const aheadMs of [60_000, HOUR, 25 * HOUR, 49 * HOUR, 31 * DAY]) {
      const viewer = await signIn(server)
      const ahead = { ...server, clock: createTestClock(server.clock.now() + aheadMs) }
      await giveCoins(ahead, viewer.userId, 5)
      const day = dayNow()
      nextDay()
      expect(await closeAll()).toEqual([day])
      expect((await verify(viewer)).proof, `${aheadMs} ms`).toMatchObject({ day, id: '1' })
    }
  })

  test('what moved while the clock was behind is in the next root', async () => {
    for (const behindMs of [60_000, HOUR, 25 * HOUR, 49 * HOUR, 31 * DAY]) {
      const viewer = await signIn(server)
      const behind = { ...server, clock: createTestClock(server.clock.now() - behindMs) }
      await giveCoins(behind, viewer.userId, 5)
      const day = dayNow()
      nextDay()
      expect(await closeAll()).toEqual([day])
      expect((await verify(viewer)).proof, `${behindMs} ms`).toMatchObject({ day, id: '1' })
    }
  })

  test('the roots that a database of an older version never made are made after the migration', async () => {
    const viewer = await signIn(server)
    await giveCoins(server, viewer.userId, 10)
    await sql`delete from ledger_unpublished where user_id = ${viewer.userId}`.execute(server.db)
    await sql`drop trigger ledger_txns_unpublished on ledger_txns`.execute(server.db)
    await sql`drop function note_unpublished_txn`.execute(server.db)
    await sql`drop table ledger_unpublished, clock_guard`.execute(server.db)
    await migrateClockGuard(server.db as Kysely<unknown>)
    const { rows } = await sql<{ user_id: string }>`select user_id from ledger_unpublished`.execute(server.db)
    expect(rows).toEqual([{ user_id: viewer.userId }])
  })

  test('nothing changes, takes away or empties what was told', async () => {
    const viewer = await signIn(server)
    await giveCoins(server, viewer.userId, 10)
    nextDay()
    await closeAll()
    for (const table of TABLES.slice(1)) {
      for (const statement of [`update ${table} set day = day`, `delete from ${table}`, `truncate ${table} cascade`]) {
        await expect(sql.raw(statement).execute(server.db), statement).rejects.toThrow(/append-only/)
      }
    }
  })

  test('a ledger that was written anew behind the database’s back is found by its root', async () => {
    const lpid = await openCampaign(server)
    const [viewer, other] = [await signIn(server, { lpid }), await signIn(server, { lpid })]
    for (const { userId } of [viewer, other]) await giveCoins(server, userId, 100)
    const day = dayNow()
    nextDay()
    await closeAll()
    expect(await verifyRoot(server.db, { day, lpid })).toBe(true)
    const proof = await readRootProof(server.db, viewer.userId)
    for (const table of TABLES) await sql.raw(`alter table ${table} disable trigger all`).execute(server.db)
    // Recomputes the hash so that the chain stays intact.
    const [txn] = await readTransactions(server.db, viewer.userId, { afterSeq: 0, limit: 1 })
    if (txn === undefined) throw new Error('no transaction')
    const anew = hashTransaction({ ...txn, refId: 'o_another' })
    const change = { ref_id: 'o_another', hash: anew }
    await server.db.updateTable('ledger_txns').set(change).where('user_id', '=', viewer.userId).execute()
    expect((await verifyChain(server.db, viewer.userId)).brokenAt).toBeNull()
    expect(await verifyRoot(server.db, { day, lpid })).toBe(false)
    expect(await verify(viewer)).toMatchObject({ ok: false, broken_at: '1' })
    expect(await verify(other)).toMatchObject({ ok: true })
    // A leaf that is rewritten too no longer leads to the partner's root.
    await sql`update ledger_root_leaves set hash = ${anew} where user_id = ${viewer.userId}`.execute(server.db)
    for (const table of TABLES) await sql.raw(`alter table ${table} enable trigger all`).execute(server.db)
    const forged = await readRootProof(server.db, viewer.userId)
    if (forged === null || proof === null) throw new Error('no proof')
    expect(forged.root).toBe(proof.root)
    expect(await isIncludedInRoot(crypto.subtle, viewer.userId, proof)).toBe(true)
    expect(await isIncludedInRoot(crypto.subtle, viewer.userId, forged)).toBe(false)
  })
})

describe.each(engines)('days that a clock ahead of time has closed on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine })
  })
  afterAll(() => server.close())

  async function closeAll(now: number) {
    const days: string[] = []
    for (
      let day = await closeDay(server.db, new Date(now));
      day !== null;
      day = await closeDay(server.db, new Date(now))
    )
      days.push(day)
    return days
  }

  test('what moves in them is in a root, day by day', async () => {
    const before = await signIn(server)
    await giveCoins(server, before.userId, 10)
    await closeAll(server.clock.now())
    expect(await closeAll(server.clock.now() + 30 * DAY + HOUR)).toHaveLength(30)
    for (let no = 0; no < 33; no++) {
      const viewer = await signIn(server)
      await giveCoins(server, viewer.userId, 10)
      const day = new Date(server.clock.now()).toISOString().slice(0, 10)
      server.clock.advance(DAY)
      // The first day closed with a root, so its rest is in the next one.
      const expected = no === 0 ? [] : [day]
      expect(await closeAll(server.clock.now()), `${no}`).toEqual(expected)
      expect(await closeAll(server.clock.now())).toEqual([])
      const proof = await readRootProof(server.db, viewer.userId)
      if (no > 0) expect(proof).toMatchObject({ day, id: '1' })
    }
    expect(await sql`select user_id from ledger_unpublished`.execute(server.db)).toMatchObject({ rows: [] })
  })

  test('no day is closed later than the trusted time', async () => {
    const now = server.clock.now()
    const trustedUntil = new Date(now + 60_000)
    await server.db.insertInto('clock_guard').values({ trusted_until: trustedUntil }).execute()
    expect(await closeAll(now + 30 * DAY)).toEqual([])
    await server.db
      .updateTable('clock_guard')
      .set({ trusted_until: new Date(now + DAY) })
      .execute()
    expect(await closeAll(now + 30 * DAY)).toHaveLength(1)
  })
})

describe.each(serverSetups)('roots that are made at once on %s', kind => {
  let servers: [TestServer, ...TestServer[]]
  beforeAll(async () => {
    servers = await openServers(kind)
  })
  afterAll(async () => {
    for (const server of [...servers].reverse()) await server.close()
  })

  test('a day is closed once, by whoever comes first', async () => {
    const [server] = servers
    for (let no = 0; no < 4; no++) await giveCoins(server, (await signIn(server)).userId, 100)
    server.clock.advance(2 * DAY)
    const now = new Date(server.clock.now())
    await Promise.all(Array.from({ length: 8 }, (_, no) => closeDay((servers[no % servers.length] ?? server).db, now)))
    const roots = await server.db.selectFrom('ledger_roots').select(['day', 'chains']).execute()
    expect(roots).toEqual([{ day: new Date(now.getTime() - DAY).toISOString().slice(0, 10), chains: 4 }])
    expect(await server.db.selectFrom('ledger_root_leaves').select('seq').execute()).toHaveLength(4)
  })
})

async function verifyRoot(db: Kysely<Database>, { day, lpid }: { day: string; lpid: string }): Promise<boolean> {
  const { rows } = await sql<{
    user_id: string
    seq: string
    hash: string | null
  }>`select leaf.user_id, leaf.seq, txn.hash
    from ledger_root_leaves as leaf left join ledger_txns as txn on txn.user_id = leaf.user_id and txn.seq = leaf.seq
    where leaf.day = ${day} and leaf.lpid = ${lpid}`.execute(db)
  const stored = await db
    .selectFrom('ledger_roots')
    .select('root')
    .where('day', '=', day)
    .where('lpid', '=', lpid)
    .executeTakeFirst()
  const leaves = rows.map(({ user_id, seq, hash }) => ({ userId: user_id, seq: Number(seq), hash: hash ?? '' }))
  return stored !== undefined && buildMerkleTree(sortLeaves(leaves)).root === stored.root
}
