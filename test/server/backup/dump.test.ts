import { type Kysely, Migrator, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { dumpDatabase } from '../../../server/db/dump/dump-database.js'
import { type FilledDatabase, fillDatabase } from '../../../server/db/dump/fill-database.js'
import { insertRows } from '../../../server/db/dump/insert-rows.js'
import { findFirstRelation, readRows, readTables, setTextFormats } from '../../../server/db/dump/read-tables.js'
import { hasAllMigrations, migrations } from '../../../server/db/migrate.js'
import type { Database } from '../../../server/db/schema/schema.js'
import { closeDay } from '../../../server/modules/ledger/daily-roots.js'
import { verifyLedger } from '../../../server/modules/ledger/verify-ledger.js'
import { openPopulatedServer, type PopulatedServer } from '../security/populated-server.js'
import { createApiClient, signIn } from '../support/api-client.js'
import { openBuyer } from '../support/buyer.js'
import { giveCoins, newKey } from '../support/money.js'
import { openTestServer } from '../support/open-test-server.js'
import { readEveryTable } from '../support/read-every-table.js'
import { openEmptyDatabase } from '../support/servers/test-database.js'

const DAY_MS = 86_400_000
/** Starting PGlite takes seconds. */
const TIMEOUT_MS = 120_000

let populated: PopulatedServer
let dump: string
beforeAll(async () => {
  populated = await openPopulatedServer()
  const { server } = populated
  const buyer = await openBuyer(server)
  await buyer.buy('p_brl_300')
  await buyer.post('/drama/unlock', { episode_id: 'e_rain_3', expect_price: 60 }, newKey())
  await buyer.post('/drama/unlock_undo', { episode_id: 'e_rain_3' }, newKey())
  await buyer.post('/drama/unlock', { episode_id: 'e_rain_3', expect_price: 60 }, newKey())
  await buyer.post('/index/visit', { lpid: 'surface' }, newKey())
  await sql`update users set created_at = '2026-01-02 03:04:05.123456+00', nickname = ${'ção “x”\n\t\\ \u2028 😀'}
    where id = ${buyer.userId}`.execute(server.db)
  await closeDay(server.db, new Date(server.clock.now() + 2 * DAY_MS))
  dump = await readText(dumpDatabase(server.db))
})
afterAll(() => populated.close())

async function readText(text: AsyncIterable<string>): Promise<string> {
  let all = ''
  for await (const chunk of text) all += chunk
  return all
}

/** Cuts the text where no line ends. */
async function* cut(text: string): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += 10_007) yield text.slice(start, start + 10_007)
}

async function openEmpty(engine: 'pglite' | 'postgres'): Promise<Kysely<Database>> {
  const { db, close } = await openEmptyDatabase(engine)
  onTestFinished(close)
  return db
}

const fill = (db: Kysely<Database>, text: string): Promise<FilledDatabase> =>
  fillDatabase(db, cut(text), async (_connection, filled) => filled)

describe('a copy of a database', () => {
  test(
    'goes from PGlite to Postgres and back with every value, chain and root',
    async () => {
      const before = await readEveryTable(populated.server.db)
      expect(Object.values(before).filter(rows => rows.length > 0).length).toBeGreaterThan(30)
      const ledger = await verifyLedger(populated.server.db)
      expect(ledger.broken).toEqual([])
      expect([ledger.chains, ledger.roots].every(count => count > 0)).toBe(true)

      const postgres = await openEmpty('postgres')
      await fill(postgres, dump)
      expect(await readEveryTable(postgres)).toEqual(before)
      expect(await verifyLedger(postgres)).toEqual(ledger)

      const pglite = await openEmpty('pglite')
      await fill(pglite, await readText(dumpDatabase(postgres)))
      expect(await readEveryTable(pglite)).toEqual(before)
      expect(await verifyLedger(pglite)).toEqual(ledger)
    },
    TIMEOUT_MS
  )

  test.each(['pglite', 'postgres'] as const)('is a database to go on with, rules included: %s', async engine => {
    const db = await openEmpty(engine)
    await fill(db, dump)
    const { server, owner } = populated
    const { clock, config, catalogueDir } = server
    const copy = await openTestServer({ engine, db, clock, config, catalogueDirs: [catalogueDir] })
    expect((await createApiClient(copy, owner.token).get('/user/info')).data.user.id).toBe(owner.userId)
    const viewer = await signIn(copy)
    await giveCoins(copy, viewer.userId, 100)
    // The report's facts have numbers of a sequence.
    await viewer.post('/index/visit', { lpid: 'surface' }, newKey())
    expect((await viewer.post('/drama/unlock', { episode_id: 'e_rain_3', expect_price: 60 }, newKey())).code).toBe(200)
    await expect(sql`update ledger_txns set coins = 0`.execute(db)).rejects.toThrow(/append-only/)
    const { rows } = await sql`select tgname from pg_trigger where tgenabled <> 'O'`.execute(db)
    expect(rows).toEqual([])
  })

  test(
    'leaves out tables of somebody else, and says so',
    async () => {
      const source = await openEmpty('pglite')
      await fill(source, dump)
      await sql`create table guests (name text)`.execute(source)
      await sql`insert into guests values ('Ana')`.execute(source)
      const target = await openEmpty('pglite')
      expect((await fill(target, await readText(dumpDatabase(source)))).foreignTables).toEqual(['guests'])
      expect(Object.keys(await readEveryTable(target))).not.toContain('guests')
    },
    TIMEOUT_MS
  )

  test(
    'of an older version is brought to this one',
    async () => {
      const old = await openEmpty('postgres')
      const names = Object.keys(migrations).slice(0, 8)
      const provider = { getMigrations: async () => Object.fromEntries(names.map(name => [name, migrations[name]])) }
      await new Migrator({ db: old, provider: provider as never }).migrateToLatest()
      await sql`insert into search_keywords values ('pt', 'chuva', 3, 0.1)`.execute(old)
      const target = await openEmpty('pglite')
      await fill(target, await readText(dumpDatabase(old)))
      expect(await hasAllMigrations(target)).toBe(true)
      expect((await readEveryTable(target)).search_keywords).toEqual(['(pt,chuva,3,0.1)'])
    },
    TIMEOUT_MS
  )
})

const withHeader = (change: (header: Record<string, unknown>) => void) => () => {
  const [first = '', ...lines] = dump.split('\n')
  const header = JSON.parse(first)
  change(header)
  return [JSON.stringify(header), ...lines].join('\n')
}

const damages: Record<string, { damage: () => string; message: RegExp }> = {
  'without its end': { damage: () => dump.slice(0, dump.lastIndexOf('{"end"')), message: /torn/ },
  'cut in a row': { damage: () => dump.slice(0, dump.length / 2), message: /torn|not understood/ },
  'with a changed value': {
    damage: () => dump.replace('ção “x”', 'cao “x”'),
    message: /“users” is not what the copy says/
  },
  'without a row': {
    damage: () => dump.replace(/\n\[[^\n]*ção “x”[^\n]*/, ''),
    message: /“users” is not what the copy says/
  },
  'of a newer version': {
    damage: withHeader(header => (header.migrations as string[]).push('9999-later')),
    message: /newer version: this one does not know “9999-later”/
  },
  'of another format': { damage: withHeader(header => Object.assign(header, { format: 2 })), message: /has format 2/ },
  'with a column that this version does not have': {
    damage: withHeader(header => {
      const tables = header.tables as { name: string; columns: { name: string; type: string }[] }[]
      tables.find(({ name }) => name === 'users')?.columns.push({ name: 'extra', type: 'text' })
    }),
    message: /“users” of the copy is not the one of this version/
  }
}

test.each(Object.entries(damages))('a copy %s is refused, and leaves nothing', async (_name, { damage, message }) => {
  const db = await openEmpty('postgres')
  expect(damage()).not.toBe(dump)
  await expect(fill(db, damage())).rejects.toThrow(message)
  expect(await findFirstRelation(db)).toBeNull()
})

test('a database that is not empty is refused and stays as it was', async () => {
  const db = await openEmpty('postgres')
  await sql`create table guests (name text)`.execute(db)
  await expect(fill(db, dump)).rejects.toThrow('the database is not empty: it has “guests”')
  expect(await readEveryTable(db)).toEqual({ guests: [] })
})

test('a ledger that was changed is found by its chain, and by the root of its day', async () => {
  const db = await openEmpty('postgres')
  await fill(db, dump)
  await sql`alter table ledger_txns disable trigger user`.execute(db)
  await sql`update ledger_txns set ref_id = 'other' where (user_id, seq) = (select user_id, seq from ledger_txns limit 1)`.execute(
    db
  )
  await sql`alter table ledger_roots disable trigger user`.execute(db)
  await sql`update ledger_roots set root = repeat('0', 64)`.execute(db)
  const { broken, roots } = await verifyLedger(db)
  expect(broken.filter(name => name.startsWith('chain of '))).toHaveLength(1)
  expect(broken.filter(name => name.startsWith('root of '))).toHaveLength(roots)
})

const everyType = sql`create table every_type (
  id bigint generated always as identity primary key,
  twice bigint generated always as (id * 2) stored,
  time timestamptz, local timestamp, day date, span interval,
  doc jsonb, exact json, bytes bytea, big bigint, money numeric, rate double precision, small real,
  texts text[], numbers bigint[], grid integer[], is_on boolean, "Quoted ""name" text
)`

const everyValue = sql`insert into every_type
  (time, local, day, span, doc, exact, bytes, big, money, rate, small, texts, numbers, grid, is_on, "Quoted ""name")
  values
  ('2026-11-21 12:00:00.123456-03', '2026-11-21 12:00:00.000001', 'infinity', '1 year 2 days 00:00:00.000003',
    '{"a": [1, null, "\\u00e9\\"\\n"], "n": 12345678901234567890.123}', '{"b": 1,  "b": 2}', '\\x00ff0a5c', 9223372036854775807,
    0.10000000000000000000000001, 0.1, 1e-10, array['a,b', null, '{"x"}', 'NULL', ''], array[1, null, -9223372036854775808],
    '{{1,2},{3,4}}', true, E'back\\\\slash\\ttab\\r\\nline'),
  (null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null),
  ('-infinity', 'infinity', '0044-03-15 BC', '-1 day', 'null', '[]', '', -1, 'NaN', 'Infinity', '-Infinity',
    '{}', '{}', '[0:1]={1,2}', false, '')`

test.each([
  ['pglite', 'postgres'],
  ['postgres', 'pglite']
] as const)('every type of column survives the way from %s to %s', async (from, to) => {
  const [source, target] = [await openEmpty(from), await openEmpty(to)]
  await everyType.execute(source)
  await everyType.execute(target)
  await everyValue.execute(source)
  await source.transaction().execute(async trx => {
    await setTextFormats(trx)
    const [table] = await readTables(trx)
    if (table === undefined) throw new Error('there is no table')
    expect(table.columns.map(({ name }) => name)).not.toContain('twice')
    await sql`set time zone 'Asia/Tokyo'`.execute(target)
    for await (const rows of readRows(trx, table)) await insertRows(target, table, rows)
  })
  const rows = await readEveryTable(source)
  expect(rows.every_type).toHaveLength(3)
  expect(await readEveryTable(target)).toEqual(rows)
})
