import { expect, test } from 'vitest'
import { createFreeBytesReader, createFreeSpaceGuard } from '../../../server/db/pglite/free-space-guard.js'
import { signIn } from '../support/api-client.js'
import { openTestServer } from '../support/open-test-server.js'

const MEBIBYTE = 1024 * 1024

test('below 200 MiB writes answer 503 with code 5000, reads and play go on', async () => {
  let free = 201 * MEBIBYTE
  const server = await openTestServer({ engine: 'pglite', freeBytes: async () => free })
  const visitor = await signIn(server)
  const save = () => visitor.post('/drama/progress', { play_id: 'p_1', episode_id: 'e_rain_1', position_s: 3 })
  expect((await save()).code).toBe(200)
  free = 199 * MEBIBYTE
  await expect.poll(async () => (await save()).status, { timeout: 5000, interval: 100 }).toBe(503)
  const refused = await save()
  expect(refused).toMatchObject({ code: 5000, msg: 'Server busy', data: null })
  expect(refused.headers.get('Retry-After')).toBe('2')
  expect((await visitor.get('/index/home')).code).toBe(200)
  expect((await visitor.get('/user/info')).code).toBe(200)
  expect((await visitor.post('/drama/play', { episode_id: 'e_rain_1' })).code).toBe(200)
  free = 201 * MEBIBYTE
  await expect.poll(async () => (await save()).code, { timeout: 5000, interval: 100 }).toBe(200)
  await server.close()
})

test.each(['insert into a', ' UPDATE a', 'delete from a', 'with x as (select 1) insert into a', 'create table a ()'])(
  'the guard stops %j',
  async statement => {
    await expect(createFreeSpaceGuard(async () => 0)(statement)).rejects.toThrow('less than 200 MiB free')
  }
)

test.each(['select 1', 'begin', 'commit', 'rollback'])('the guard lets %j pass', async statement => {
  await expect(createFreeSpaceGuard(async () => 0)(statement)).resolves.toBeUndefined()
})

test('free bytes of a folder are measured', async () => {
  expect(await createFreeBytesReader(process.cwd())()).toBeGreaterThan(0)
})
