import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DatabaseUnavailable } from '../../../server/db/database-error.js'
import { migrate } from '../../../server/db/migrate.js'
import { PGliteDialect } from '../../../server/db/pglite/pglite-dialect.js'
import { PGliteSupervisor } from '../../../server/db/pglite/pglite-supervisor.js'
import type { Database } from '../../../server/db/schema/schema.js'

let folder: string
let supervisor: PGliteSupervisor
let db: Kysely<Database>
const restarts: string[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'drama-supervisor-'))
  supervisor = new PGliteSupervisor(join(folder, 'pg'), { silenceMs: 4000, onRestart: reason => restarts.push(reason) })
  db = new Kysely<Database>({ dialect: new PGliteDialect(supervisor, async () => {}) })
  await migrate(db)
})
afterAll(async () => {
  await db.destroy()
  rmSync(folder, { recursive: true, force: true })
})

const addSecret = (hash: string, connection: Kysely<Database> = db) =>
  connection
    .insertInto('device_secrets')
    .values({ secret_hash: hash, user_id: 'u_1', created_at: new Date() })
    .execute()
const secrets = async () => {
  const rows = await db.selectFrom('device_secrets').select('secret_hash').orderBy('secret_hash').execute()
  return rows.map(row => row.secret_hash)
}

test('both engines give the same types', async () => {
  const { rows } =
    await sql`select 9007199254740993::int8 as big, true as yes, ${JSON.stringify({ a: 1 })}::jsonb as json`.execute(db)
  expect(rows).toEqual([{ big: '9007199254740993', yes: true, json: { a: 1 } }])
})

test('an error of the database keeps its code', async () => {
  await addSecret('a')
  await expect(addSecret('a')).rejects.toMatchObject({ code: '23505' })
})

test('a worker that is killed is replaced, what was stored is there', async () => {
  const lost = db.selectFrom('users').selectAll().execute()
  await supervisor.currentWorker()?.terminate()
  await lost.catch(error => expect(error).toBeInstanceOf(DatabaseUnavailable))
  expect(await secrets()).toEqual(['a'])
  expect(restarts).toHaveLength(1)
})

test('a worker that hangs is killed and replaced, its open calls are rejected', async () => {
  const endless = sql`select count(*) from generate_series(1, 100000000000)`.execute(db)
  const waiting = addSecret('waiting')
  await expect(endless).rejects.toBeInstanceOf(DatabaseUnavailable)
  await waiting
  expect(restarts.at(-1)).toBe('silent for 4000 ms')
  expect(await secrets()).toEqual(['a', 'waiting'])
})

test('a transaction whose worker is lost does not go on in the next one', async () => {
  const broken = db.transaction().execute(async trx => {
    await addSecret('first half', trx)
    await supervisor.currentWorker()?.terminate()
    await addSecret('second half', trx)
  })
  await expect(broken).rejects.toBeInstanceOf(DatabaseUnavailable)
  expect(await secrets()).toEqual(['a', 'waiting'])
})

test('while the database works the thread of the server is free', async () => {
  let ticks = 0
  const timer = setInterval(() => ticks++, 10)
  await sql`select count(*) from generate_series(1, 500000)`.execute(db)
  clearInterval(timer)
  expect(ticks).toBeGreaterThan(2)
})
