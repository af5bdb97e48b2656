import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Migration, Migrator, sql } from 'kysely'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createIndexes } from '../../../server/db/large-index.js'
import { migrate, migrations } from '../../../server/db/migrate.js'
import { up as visitorTables } from '../../../server/db/migrations/0001-people.js'
import { up as catalogue } from '../../../server/db/migrations/0002-catalogue.js'
import { up as watching } from '../../../server/db/migrations/0003-watching.js'
import { openUnlimitedPostgres } from '../../../server/db/open.js'
import { AssetRegistry } from '../../../server/modules/catalogue/package/asset-registry.js'
import { PackageLoader } from '../../../server/modules/catalogue/package/package-loader.js'
import { DOCUMENT_VERSION } from '../../../server/modules/search/search-document.js'
import { createApiClient } from '../support/api-client.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { freshDatabase, openEmptyDatabase } from '../support/servers/test-database.js'

const first: Record<string, Migration> = {
  '0001-people': { up: visitorTables },
  '0002-catalogue': { up: catalogue },
  '0003-watching': { up: watching }
}

describe.each(['pglite', 'postgres'] as const)('upgrade on %s', engine => {
  async function openOld() {
    const old = await openEmptyDatabase(engine)
    await new Migrator({ db: old.db, provider: { getMigrations: async () => first } }).migrateToLatest()
    return old
  }

  const label = (id: string) => ({ id, title: { pt: `${id} pt`, en: id, es: id, 'zh-cn': id, 'zh-tw': id } })

  function insertOld({ db }: Awaited<ReturnType<typeof openOld>>, id: string, plays: number, tags: string[]) {
    const text = (about: string) =>
      JSON.stringify({ pt: `${about} pt`, en: about, es: about, 'zh-cn': about, 'zh-tw': about })
    return db
      .insertInto('dramas')
      .values({
        id,
        slug: id,
        package_hash: 'h',
        status: 'online',
        title: text(`história ${id}`),
        synopsis: text('x'),
        category: JSON.stringify(label('all')),
        tags: JSON.stringify(tags.map(label)),
        cast_names: '["Ana"]',
        lang_audio: 'pt',
        subtitles: '[]',
        age_rating: '14',
        colour: '#000000',
        free_count: 1,
        default_price: 60,
        is_finished: true,
        score: 8,
        play_count: plays,
        favorite_count: 3,
        sort: 1,
        episode_count: 1,
        cover: 'c.webp',
        total_duration_s: 60,
        banner: 'b.webp',
        online_at: new Date(plays),
        updated_at: new Date(plays)
      })
      .execute()
      .then(() =>
        db
          .insertInto('drama_labels')
          .values(['all', ...tags].map(label_id => ({ label_id, drama_id: id }) as never))
          .execute()
      )
  }

  test('a database of the first version has its labels, lists and search after the first scan', async () => {
    const old = await openOld()
    onTestFinished(() => old.close())
    await insertOld(old, 'd_one', 10, ['ceo'])
    await insertOld(old, 'd_two', 20, ['ceo', 'rare'])
    expect(await migrate(old.db)).toBeGreaterThan(0)
    expect(await migrate(old.db)).toBe(0)
    const labels = await old.db.selectFrom('labels').selectAll().orderBy('id').execute()
    expect(labels.map(({ id, title, drama_count }) => [id, title.pt, drama_count])).toEqual([
      ['all', 'all pt', 2],
      ['ceo', 'ceo pt', 2],
      ['rare', 'rare pt', 1]
    ])
    const clock = { now: () => Date.parse('2026-11-21T12:00:00Z') }
    const loader = new PackageLoader({ db: old.db, clock, assets: new AssetRegistry(), roots: [] })
    expect(await loader.scan()).toEqual({ dramas: 0, episodes: 0, broken: [] })
    const anonymous = createApiClient(await serverOn(old.db))
    expect((await anonymous.get('/index/discover', { tag_id: 'ceo' })).data.list.map(card => card.id)).toEqual([
      'd_two',
      'd_one'
    ])
    expect((await anonymous.get('/search/index', { keyword: 'historia ana' })).data.list.map(card => card.id)).toEqual([
      'd_two',
      'd_one'
    ])
    expect((await anonymous.get('/index/tags')).data.list).toHaveLength(3)
  })

  async function serverOn(db: Awaited<ReturnType<typeof openOld>>['db']): Promise<TestServer> {
    const folder = mkdtempSync(join(tmpdir(), 'drama-upgrade-'))
    const server = await openTestServer({ engine, catalogueDirs: [folder], db })
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    return server
  }

  test('dramas indexed by an older version are indexed again once, by the next process', async () => {
    const server = await openTestServer({ engine })
    onTestFinished(() => server.close())
    const version = async () => {
      const rows = await server.db
        .selectFrom('search_documents')
        .select('version')
        .where('drama_id', '=', 'd_rain')
        .execute()
      return rows.map(row => row.version)
    }
    await server.db.updateTable('search_documents').set({ version: 0 }).where('drama_id', '=', 'd_rain').execute()
    await server.db.deleteFrom('search_postings').where('drama_id', '=', 'd_rain').execute()
    await server.loader.scan()
    expect(await version()).toEqual([0])
    const parts = { db: server.db, clock: server.clock, assets: new AssetRegistry(), roots: [server.catalogueDir] }
    await new PackageLoader(parts).scan()
    expect(await version()).toEqual([DOCUMENT_VERSION])
    const found = await createApiClient(server).get('/search/index', { keyword: 'rain' })
    expect(found.data.list[0]?.id).toBe('d_rain')
  })
})

test('of servers that start at once one migrates, and the database of a newer version is refused', async () => {
  const url = await freshDatabase()
  const open = () => openUnlimitedPostgres(url, error => expect.fail(error.message))
  const one = open()
  const servers = [one, open(), open()]
  onTestFinished(async () => void (await Promise.all(servers.map(db => db.destroy()))))
  const counts = await Promise.all(servers.map(migrate))
  expect(counts.sort((a, b) => a - b)).toEqual([0, 0, Object.keys(migrations).length])
  expect(await Promise.all(servers.map(migrate))).toEqual([0, 0, 0])
  await sql`insert into kysely_migration (name, timestamp) values ('9999-newer', '')`.execute(one)
  await expect(Promise.all(servers.map(migrate))).rejects.toThrow('9999-newer')
})

test('a migration that has to wait for a table stops nobody else from using it, and runs once the table is free', async () => {
  const url = await freshDatabase()
  const db = openUnlimitedPostgres(url, error => expect.fail(error.message))
  const [holder, other] = [new pg.Client(url), new pg.Client(url)]
  onTestFinished(async () => {
    await Promise.all([db.destroy(), holder.end(), other.end()])
  })
  const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0043'))
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => before } }).migrateToLatest()
  expect(error).toBeUndefined()
  await Promise.all([holder.connect(), other.connect()])
  await holder.query('begin')
  await holder.query('select from watch_clocks')
  const migrated = migrate(db)
  const countWaiting = async () =>
    (await other.query("select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"))
      .rowCount
  await expect.poll(countWaiting, { interval: 20, timeout: 20_000 }).toBe(1)
  expect((await other.query('select from watch_clocks')).rowCount).toBe(0)
  await holder.query('commit')
  expect(await migrated).toBe(Object.keys(migrations).length - Object.keys(before).length)
})

test('indexes of a large table are built while others write, once for servers that start together, and again after a stop', async () => {
  const url = await freshDatabase()
  const servers = [1, 2].map(() => openUnlimitedPostgres(url, error => expect.fail(error.message)))
  const [holder, other] = [new pg.Client(url), new pg.Client(url)]
  onTestFinished(async () => {
    await Promise.all([...servers.map(db => db.destroy()), holder.end(), other.end()])
  })
  const [db] = servers
  if (db === undefined) throw new Error('no server')
  const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0057'))
  await new Migrator({ db, provider: { getMigrations: async () => before } }).migrateToLatest()
  await Promise.all([holder.connect(), other.connect()])
  // Without triggers and foreign keys, whose tables are empty.
  await other.query('set session_replication_role = replica')
  await other.query(`insert into orders (order_no, event_id, user_id, product_id, kind, coins, bonus, amount, currency,
      status, provider, is_test, lang, created_at, expires_at)
    select 'o_' || n, 'p_o_' || n, 'u_1', 'p_brl_300', 'coins', 300, 0, 990, 'BRL', 'closed', 'stripe', false, 'pt', now(),
      now() + interval '1 hour'
    from generate_series(1, 250000) n`)
  // What a build leaves behind that was stopped.
  await other.query('create index orders_by_status on orders (status)')
  await other.query("update pg_index set indisvalid = false where indexrelid = 'orders_by_status'::regclass")
  await holder.query('begin')
  await holder.query("update orders set utm_source = 'held' where order_no = 'o_1'")
  const migrated = Promise.all(servers.map(server => migrate(server)))
  const countBuilds = async () =>
    (await other.query("select from pg_stat_progress_create_index where relid = 'orders'::regclass")).rowCount
  await expect.poll(countBuilds, { interval: 20, timeout: 20_000 }).toBe(1)
  await other.query("set lock_timeout = '5s'")
  expect((await other.query("update orders set utm_source = 'written' where order_no = 'o_2'")).rowCount).toBe(1)
  expect(await countBuilds()).toBe(1)
  await holder.query('commit')
  const counts = await migrated
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(
    Object.keys(migrations).length - Object.keys(before).length
  )
  const { rows } =
    await other.query(`select indexrelid::regclass::text as name, indisvalid, pg_get_indexdef(indexrelid) as made
    from pg_index where indrelid = 'orders'::regclass and indexrelid::regclass::text ~ '^orders_(by_|of_end)'`)
  expect(rows.filter(row => !row.indisvalid)).toEqual([])
  expect(rows.map(row => row.name)).toEqual(
    expect.arrayContaining(['orders_by_time', 'orders_by_status', 'orders_of_end'])
  )
  expect(rows.find(row => row.name === 'orders_by_status').made).toContain('(status, created_at, order_no)')
}, 120_000)

test('a migration whose indexes were built before it lets others write while it runs', async () => {
  const url = await freshDatabase()
  const db = openUnlimitedPostgres(url, error => expect.fail(error.message))
  const other = new pg.Client(url)
  onTestFinished(async () => void (await Promise.all([db.destroy(), other.end()])))
  await migrate(db)
  await other.connect()
  await other.query("set lock_timeout = '1s'")
  const large = Object.values(migrations).flatMap(({ indexes = [] }) => indexes)
  expect(large.map(({ name }) => name)).toContain('orders_disputed')
  await db.transaction().execute(async transaction => {
    await createIndexes(transaction, large)
    for (const table of new Set(large.map(index => index.table)))
      await expect(other.query(`delete from ${table} where false`), table).resolves.toBeDefined()
  })
})
