import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer } from '../support/open-test-server.js'
import { writeCatalogue } from '../support/package-fixture.js'
import { type BuiltServer, buildServer, startServer } from '../support/servers/server-process.js'
import { freshDatabase } from '../support/servers/test-database.js'

let server: BuiltServer
let folder: string
beforeAll(async () => {
  server = await buildServer()
  folder = mkdtempSync(join(tmpdir(), 'drama-drain-'))
  writeCatalogue(join(folder, 'catalogue'))
})
afterAll(() => {
  server.remove()
  rmSync(folder, { recursive: true, force: true })
})

const read = (url: string, agent: Agent) =>
  new Promise<{ status: number | undefined; connection: string | undefined }>((resolve, reject) => {
    const request = get(url, { agent }, (response: IncomingMessage) => {
      response.resume()
      response.on('end', () => resolve({ status: response.statusCode, connection: response.headers.connection }))
      response.on('error', reject)
    })
    request.on('error', reject)
  })

async function waitForBlocked(database: string, count: number) {
  const client = new pg.Client(database)
  await client.connect()
  const text =
    "select count(*)::int as blocked from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  const blocked = async () => (await client.query(text)).rows[0]?.blocked
  await expect.poll(blocked, { timeout: 2000, interval: 5 }).toBeGreaterThanOrEqual(count)
  await client.end()
}

test('SIGTERM with 200 requests in flight: all are answered, connections close, exit code 0', async () => {
  const database = await freshDatabase()
  const started = startServer(server.file, {
    DATA_DIR: folder,
    CATALOGUE_DIRS: join(folder, 'catalogue'),
    DATABASE_URL: database,
    LOG_LEVEL: 'warn'
  })
  const origin = await started.origin()
  const agent = new Agent({ keepAlive: true, maxSockets: 200 })
  await Promise.all(Array.from({ length: 200 }, () => read(`${origin}/healthz`, agent)))

  const blocker = new pg.Client(database)
  await blocker.connect()
  await blocker.query('begin; lock table dramas in access exclusive mode')
  const requests = Promise.all(Array.from({ length: 200 }, () => read(`${origin}/index/home`, agent)))
  // Concurrent visitors share one query for the shelves, so one blocked statement stands for all.
  await waitForBlocked(database, 1)
  started.child.kill('SIGTERM')
  await blocker.query('rollback')
  const answers = await requests
  await blocker.end()

  expect(answers.map(answer => answer.status)).toEqual(Array(200).fill(200))
  const { code } = await started.ended
  expect(code).toBe(0)
  await expect(read(`${origin}/healthz`, new Agent())).rejects.toThrow('ECONNREFUSED')
}, 30_000)

test('while the server goes down healthz says so and every answer ends its connection', async () => {
  const lifecycle = { isDraining: false }
  const open = await openTestServer({ engine: 'postgres', lifecycle })
  expect((await open.fetch('/healthz')).status).toBe(200)
  lifecycle.isDraining = true
  const health = await open.fetch('/healthz')
  expect([health.status, health.headers.get('Connection')]).toEqual([503, 'close'])
  const home = await open.fetch('/index/home')
  expect([home.status, home.headers.get('Connection')]).toEqual([200, 'close'])
  await open.close()
})
