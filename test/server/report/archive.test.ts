import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Config } from '../../../server/config/config.js'
import { createFairQueue } from '../../../server/lib/fair-queue.js'
import { systemRandom } from '../../../server/lib/random.js'
import { archiveFacts, removeUnlistedFiles } from '../../../server/modules/report/archive/archive-job.js'
import {
  releaseWriteLease,
  renewArchive,
  takeWriteLease
} from '../../../server/modules/report/archive/archive-state.js'
import { type FactArchive, openFactArchive } from '../../../server/modules/report/archive/fact-archive.js'
import { findArchivedFacts, readArchive } from '../../../server/modules/report/archive/read-archive.js'
import { mergeFactFiles, writeQueuedFacts } from '../../../server/modules/report/archive/write-facts.js'
import type { ReportLineReader } from '../../../server/modules/report/report-line-reader.js'
import { rollUpFacts } from '../../../server/modules/report/rollup.js'
import { type FakeBucket, openFakeBucket } from '../support/fakes/fake-bucket.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { asPartner, OPERATOR_KEY, openCampaign, openPartner } from '../support/partners.js'
import { engines } from '../support/servers/test-database.js'

const DAY = 86_400_000

describe.each(engines)('the archive of facts on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine, config: { operatorKey: OPERATOR_KEY } })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    await sql`truncate report_archive, report_fact_queue, report_fact_files, report_facts, report_rollups`.execute(
      server.db
    )
  })

  function makeFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'drama-archive-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    return folder
  }

  const openArchive = (dataDir: string, bucket: FakeBucket | null = null) =>
    openFactArchive({ dataDir, mediaBucket: bucket?.settings ?? null })

  const write = (archive: FactArchive, limit: number) =>
    writeQueuedFacts({ db: server.db, archive, random: systemRandom }, limit)
  const merge = (archive: FactArchive) => mergeFactFiles({ db: server.db, archive, random: systemRandom })

  /** One `visit` in each of the last `count` minutes, rolled up. */
  async function addVisits(lpid: string, count: number) {
    const at = new Date(server.clock.now())
    await sql`insert into report_facts (lpid, at, kind) select ${lpid}::text,
      ${at}::timestamptz - make_interval(mins => n), 'visit' from generate_series(1, ${count}::integer) n`.execute(
      server.db
    )
    while ((await rollUpFacts(server.db)) > 0);
  }

  async function openReader(partner: { key: string }, config: Partial<Config>) {
    const { db, clock } = server
    const reader = await openTestServer({ engine, db, clock, config: { reportArchive: 'read', ...config } })
    onTestFinished(() => reader.close())
    return { reader, partner: asPartner(reader, partner.key) }
  }

  async function countVisits(partner: ReturnType<typeof asPartner>): Promise<number> {
    server.clock.advance(1000)
    const { data } = await partner.get('report', { from: '2026-11-20', to: '2026-11-22' })
    return data.totals.visits
  }

  const listFiles = () => server.db.selectFrom('report_fact_files').selectAll().orderBy('created_at').execute()
  const countQueued = async () => {
    const { rows } = await sql<{ count: string }>`select count(*) as count from report_fact_queue`.execute(server.db)
    return Number(rows[0]?.count)
  }
  const emptyRollups = () => sql`truncate report_rollups`.execute(server.db)

  test('servers that write at once, and one that dies before its file is listed, leave each fact in one file', async () => {
    await renewArchive(server.db, new Date(0))
    const lpid = await openCampaign(server)
    const dataDir = makeFolder()
    await addVisits(lpid, 250)
    const dying = openArchive(dataDir)
    dying.store.write = () => Promise.reject(new Error('no space left on device'))
    await expect(write(dying, 100)).rejects.toThrow('no space left')
    let waiting = 0
    let goOn: () => void = () => undefined
    const areAllThere = new Promise<void>(resolve => {
      goOn = resolve
    })
    const openWaiting = () => {
      const archive = openArchive(dataDir)
      const { write: store } = archive.store
      archive.store.write = async (name, path) => {
        waiting += 1
        if (waiting === 3) goOn()
        await areAllThere
        return store(name, path)
      }
      return archive
    }
    const written = await Promise.all([1, 2, 3].map(() => write(openWaiting(), 100)))
    expect(written.toSorted()).toEqual([0, 0, 100])
    expect([await write(openArchive(dataDir), 100), await write(openArchive(dataDir), 100)]).toEqual([100, 0])
    expect((await listFiles()).map(({ facts }) => facts)).toEqual([100, 100])
    expect(await countQueued()).toBe(50)
    await sql`update report_fact_queue set queued_at = now() - interval '61 minutes'`.execute(server.db)
    expect(await write(openArchive(dataDir), 100)).toBe(50)
    const partner = await openPartner(server, [lpid])
    await emptyRollups()
    const { partner: reader } = await openReader(partner, { dataDir })
    expect(await countVisits(reader)).toBe(250)
    expect(await countVisits(partner)).toBe(0)
  })

  test('a fact that is committed between others is in a file once', async () => {
    await renewArchive(server.db, new Date(0))
    const lpid = await openCampaign(server)
    const dataDir = makeFolder()
    await addVisits(lpid, 20)
    await sql`delete from report_fact_queue where no = (select min(no) + 1 from report_fact_queue)`.execute(server.db)
    const archive = openArchive(dataDir)
    const { write: store } = archive.store
    archive.store.write = async (name, path) => {
      await sql`insert into report_fact_queue (no, queued_at, lpid, at, kind, drama_id, episode_no, currency, is_test,
          coins, amount, utm_source, country)
        overriding system value select min(no) + 1, now(), ${lpid}, ${new Date(server.clock.now() - DAY)}, 'visit', '', 0,
          '', false, 0, 0, '', '' from report_fact_queue`.execute(server.db)
      archive.store.write = store
      return store(name, path)
    }
    expect(await write(archive, 19)).toBe(0)
    expect(await countQueued()).toBe(20)
    expect(await write(archive, 20)).toBe(20)
    const partner = await openPartner(server, [lpid])
    const { partner: reader } = await openReader(partner, { dataDir })
    expect(await countVisits(reader)).toBe(20)
  })

  test('files are in the bucket: a server that has none reads them, and without the bucket the rollups answer', async () => {
    await renewArchive(server.db, new Date(0))
    const bucket = await openFakeBucket('dramas')
    onTestFinished(() => bucket.close())
    const lpid = await openCampaign(server)
    const partner = await openPartner(server, [lpid])
    await addVisits(lpid, 60)
    expect(await write(openArchive(makeFolder(), bucket), 60)).toBe(60)
    const [file] = await listFiles()
    const keys = [...bucket.files.keys()]
    expect(keys).toEqual([`dramas/report-facts/${file?.name}`])

    const openBucketReader = async (dataDir: string) => {
      const { reader, partner: caller } = await openReader(partner, { dataDir, mediaBucket: bucket.settings })
      const warnings = () => reader.logLines.filter(line => line.includes('the archive cannot be read')).length
      return { caller, warnings }
    }
    bucket.addFault({ kind: 'status', status: 403 })
    const refused = await openBucketReader(makeFolder())
    expect([await countVisits(refused.caller), refused.warnings()]).toEqual([60, 1])
    expect([await countVisits(refused.caller), refused.warnings()], 'not asked again at once').toEqual([60, 1])

    bucket.clearFaults()
    const [key = ''] = keys
    const whole = bucket.files.get(key) ?? Buffer.from('')
    const torn = Buffer.from(whole)
    torn[40] = (torn[40] ?? 0) ^ 1
    bucket.files.set(key, torn)
    const misled = await openBucketReader(makeFolder())
    expect([await countVisits(misled.caller), misled.warnings()]).toEqual([60, 1])

    bucket.files.set(key, whole)
    await emptyRollups()
    const dataDir = makeFolder()
    const served = await openBucketReader(dataDir)
    expect([await countVisits(served.caller), served.warnings()]).toEqual([60, 0])
    bucket.addFault({ kind: 'status', status: 403 })
    expect([await countVisits(served.caller), served.warnings()], 'from the copy').toEqual([60, 0])
    expect(readdirSync(join(dataDir, 'report-facts', 'unfinished.part'))).toEqual([])
  })

  test('small files of a day that is over become one; what they were is removed a day later', async () => {
    await renewArchive(server.db, new Date(0))
    const lpid = await openCampaign(server)
    const dataDir = makeFolder()
    const archive = openArchive(dataDir)
    for (let file = 0; file < 5; file++) {
      await addVisits(lpid, 30)
      expect(await write(archive, 30)).toBe(30)
    }
    expect(await merge(archive), 'today is not over').toBe(0)
    await sql`update report_fact_files set created_at = now() - case when facts_before < 60 then interval '3 days' else interval '2 days' end
      from (select name as earlier, sum(facts) over (order by created_at) - facts as facts_before from report_fact_files) found
      where earlier = name`.execute(server.db)
    expect(await merge(archive)).toBe(3)
    expect((await listFiles()).map(({ facts }) => facts)).toEqual([60, 90])
    expect(await merge(archive)).toBe(0)
    const partner = await openPartner(server, [lpid])
    await emptyRollups()
    const { partner: reader } = await openReader(partner, { dataDir })
    expect(await countVisits(reader)).toBe(150)

    const stored = () => readdirSync(join(dataDir, 'report-facts')).filter(name => name.endsWith('.parquet'))
    expect(stored()).toHaveLength(7)
    expect(await removeUnlistedFiles(server.db, archive, Date.now())).toBe(0)
    const twoDaysAgo = new Date(Date.now() - 2 * DAY)
    for (const name of stored()) utimesSync(join(dataDir, 'report-facts', name), twoDaysAgo, twoDaysAgo)
    expect(await removeUnlistedFiles(server.db, archive, Date.now())).toBe(5)
    expect(stored().sort()).toEqual((await listFiles()).map(({ name }) => name).sort())
    expect(await countVisits(reader)).toBe(150)
  })

  test('it begins when it is turned on: earlier days come from the rollups, and a week without a server ends it', async () => {
    const lpid = await openCampaign(server)
    const partner = await openPartner(server, [lpid])
    const dataDir = makeFolder()
    const { partner: reader } = await openReader(partner, { dataDir })
    await addVisits(lpid, 10)
    expect(await countQueued()).toBe(0)
    await renewArchive(server.db, new Date(server.clock.now() + 60_000))
    const readSince = async () => (await server.db.selectFrom('report_archive').select('since').execute())[0]?.since
    expect(await readSince()).toEqual(new Date('2026-11-21T12:30:00Z'))
    await addVisits(lpid, 15)
    expect(await countQueued()).toBe(15)
    expect(await countVisits(reader)).toBe(25)
    await renewArchive(server.db, new Date(server.clock.now() + DAY))
    expect(await readSince(), 'it was on').toEqual(new Date('2026-11-21T12:30:00Z'))

    await sql`update report_archive set renewed_at = now() - interval '8 days'`.execute(server.db)
    await addVisits(lpid, 5)
    expect(await countQueued()).toBe(15)
    await renewArchive(server.db, new Date(server.clock.now() + DAY))
    expect((await readSince())?.getTime()).toBeGreaterThan(server.clock.now() + DAY)
    expect(await countVisits(reader)).toBe(30)
    expect(existsSync(join(dataDir, 'report-facts', 'duckdb.part')), 'nothing was read from files').toBe(false)
  })

  test('while files cannot be written, what waits is not read from the queue without end', async () => {
    await renewArchive(server.db, new Date(0))
    const lpid = await openCampaign(server)
    await addVisits(lpid, 20)
    const span = { lpids: [lpid], start: 2, end: 10_000_000 }
    const find = (maxWaiting: number) =>
      server.db.transaction().execute(trx => findArchivedFacts(trx, span, maxWaiting))
    expect(JSON.parse((await find(20))?.lists[0] ?? '[]')).toHaveLength(20)
    expect(await find(19)).toBe(null)
  })

  test('reading ends in time, so that the rollups can answer', async () => {
    await renewArchive(server.db, new Date(0))
    await addVisits(await openCampaign(server), 20)
    const archive = openArchive(makeFolder())
    expect(await write(archive, 20)).toBe(20)
    const files = await listFiles()
    const facts = { caller: 'pa_1', facts: { files, lists: [] } }
    const read = (over: Partial<FactArchive>, work: (reader: ReportLineReader) => Promise<unknown>) =>
      readArchive({ ...archive, readTimeoutMs: 50, ...over }, facts, work)
    const silentStore = { ...archive.store, open: () => new Promise<never>(() => undefined) }
    await expect(read({ store: silentStore, reports: createFairQueue() }, async () => null)).rejects.toThrow(
      'within 50'
    )
    await expect(read({}, () => new Promise(() => undefined))).rejects.toThrow('within 50')
    // The last one never ends, so nobody's turn comes.
    await expect(read({}, async () => null)).rejects.toThrow(/within 50|timeout/)
  })

  test('the job turns it on, writes what is due, and leaves the lease to the next also if it fails', async () => {
    const dataDir = makeFolder()
    const run = (archive = openArchive(dataDir), isStopped = () => false) =>
      archiveFacts({ db: server.db, archive, random: systemRandom }, new Date(server.clock.now()), isStopped)
    expect(await run()).toEqual({ facts: 0, merged: 0 })
    await addVisits(await openCampaign(server), 12)
    expect(await run(), 'nothing is due').toEqual({ facts: 0, merged: 0 })
    await sql`update report_fact_queue set queued_at = now() - interval '2 hours'`.execute(server.db)
    const failing = openArchive(dataDir)
    failing.store.write = () => Promise.reject(new Error('the bucket answered 403'))
    await expect(run(failing)).rejects.toThrow('403')
    expect(await run(openArchive(dataDir), () => true), 'the server ends').toEqual({ facts: 0, merged: 0 })
    expect(await run()).toEqual({ facts: 12, merged: 0 })
    expect(await countQueued()).toBe(0)
  })

  test('one server at a time has the lease, and gets it back from one that died', async () => {
    expect(await takeWriteLease(server.db), 'there is no archive').toBe(false)
    await renewArchive(server.db, new Date())
    expect(await Promise.all([takeWriteLease(server.db), takeWriteLease(server.db)])).toContain(true)
    expect(await takeWriteLease(server.db)).toBe(false)
    await sql`update report_archive set leased_until = now() - interval '1 second'`.execute(server.db)
    expect(await takeWriteLease(server.db)).toBe(true)
    await releaseWriteLease(server.db)
    expect(await takeWriteLease(server.db)).toBe(true)
  })
})
