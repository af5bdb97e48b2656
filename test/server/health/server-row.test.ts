import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '../../../server/lib/log.js'
import { PACKAGE_VERSION } from '../../../server/lib/package-version.js'
import { systemRandom } from '../../../server/lib/random.js'
import { deleteServerRow, writeServerRow } from '../../../server/modules/health/server-row.js'
import { startServerRowJob } from '../../../server/modules/health/server-row-job.js'
import { createJobMonitor } from '../../../server/modules/metrics/job-monitor.js'
import { signInMember } from '../support/console-client.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { engines } from '../support/servers/test-database.js'

interface ListedServer {
  id: string
  version: string
  is_other_version: boolean
  is_missing: boolean
}

describe.each(engines)('rows of servers on %s', engine => {
  let server: TestServer
  let client: Awaited<ReturnType<typeof signInMember>>['client']
  beforeAll(async () => {
    server = await openTestServer({ engine, checkAnswers: true })
    client = (await signInMember(server, { role: 'owner' })).client
  })
  afterAll(() => server.close())

  const list = async (): Promise<ListedServer[]> => (await client.get('operator/health')).data.servers
  const now = () => new Date(server.clock.now())
  const write = (id: string, more = {}) =>
    writeServerRow(server.db, { id, startedAt: now(), databaseWaiting: 0, failedJobs: 0, ...more }, now())

  test('a server that is not seen for 90 s is missing, one of another version is marked, old rows go away', async () => {
    await write('sv_old')
    await server.db.updateTable('servers').set({ version: '0.0.1' }).where('id', '=', 'sv_old').execute()
    await write('sv_own', { databaseWaiting: 3, failedJobs: 2 })
    expect(await list()).toMatchObject([
      { id: 'sv_old', version: '0.0.1', is_other_version: true, is_missing: false },
      { id: 'sv_own', version: PACKAGE_VERSION, is_other_version: false, database_waiting: 3, failed_jobs: 2 }
    ])
    server.clock.advance(91_000)
    await write('sv_own')
    expect(await list()).toMatchObject([
      { id: 'sv_old', is_missing: true },
      { id: 'sv_own', is_missing: false, failed_jobs: 0 }
    ])
    server.clock.advance(15 * 60_000)
    expect(await list()).toEqual([])
    server.clock.advance(24 * 3_600_000)
    await write('sv_own')
    const left = await server.db.selectFrom('servers').select('id').execute()
    expect(left).toEqual([{ id: 'sv_own' }])
    await deleteServerRow(server.db, 'sv_own')
  })

  test('the job writes its row at once, counts jobs whose last run failed, and deletes the row when it stops', async () => {
    const { db, clock, metrics } = server
    const log = createLog('silent')
    const monitor = createJobMonitor(metrics, null, clock)
    await monitor.run('broken', () => Promise.reject(new Error('no'))).catch(() => undefined)
    await monitor.run('mended', () => Promise.reject(new Error('no'))).catch(() => undefined)
    server.clock.advance(1000)
    await monitor.run('mended', async () => undefined)
    const readPool = () => ({ total: 5, idle: 0, waiting: 4, max: 5 })
    const stop = startServerRowJob({ db, clock, log, monitor, metrics, random: systemRandom, readPool })
    const read = () => db.selectFrom('servers').selectAll().execute()
    await expect.poll(read).toMatchObject([{ database_waiting: 4, failed_jobs: 1, pid: process.pid }])
    await stop()
    expect(await read()).toEqual([])
  })
})
