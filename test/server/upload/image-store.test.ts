import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '../../../server/lib/log.js'
import { deleteExpiredImages } from '../../../server/modules/upload/cleanup-job.js'
import { openImageStore } from '../../../server/modules/upload/image-store.js'
import { type ApiClient, signIn } from '../support/api-client.js'
import { type FakeBucket, openFakeBucket } from '../support/fakes/fake-bucket.js'
import { createTestClock, openTestServer, type TestServer } from '../support/open-test-server.js'
import { drawChat, keepNewImage, sendImage } from '../support/rewards.js'
import { freshDatabase } from '../support/servers/test-database.js'

const HOUR = 3_600_000

describe('screenshots of two servers with a bucket', () => {
  let bucket: FakeBucket
  let servers: [TestServer, TestServer]
  let viewer: ApiClient & { userId: string }
  beforeAll(async () => {
    const clock = createTestClock(Date.now())
    bucket = await openFakeBucket('drama')
    const postgresUrl = await freshDatabase(process.env.TEST_POSTGRES_TEMPLATE)
    const config = { mediaBucket: bucket.settings }
    const open = () => openTestServer({ engine: 'postgres', postgresUrl, clock, config })
    servers = [await open(), await open()]
    viewer = await signIn(servers[0])
  })
  afterAll(async () => {
    for (const server of servers) await server.close()
    await bucket.close()
  })

  const see = (server: TestServer, url: string) =>
    server.fetch(new URL(url).pathname, { headers: { Authorization: viewer.token ?? '' } })
  const imageKeys = () => [...bucket.files.keys()].filter(key => key.includes('reward-images'))
  const sweep = (server: TestServer) =>
    deleteExpiredImages({
      images: openImageStore(server.config, createLog('silent')),
      db: server.db,
      now: new Date(server.clock.now())
    })

  test('what one has taken the other shows, and nothing is in the folder of either', async () => {
    const { code, data } = await sendImage(servers[0], viewer.token, await drawChat(31))
    expect(code).toBe(200)
    expect(imageKeys()).toEqual([`drama/reward-images/${data.image_id}.jpg`])
    const [one, other] = await Promise.all(servers.map(server => see(server, data.url)))
    expect([one?.status, other?.status]).toEqual([200, 200])
    const stored = bucket.files.get(imageKeys()[0] ?? '')
    for (const answer of [one, other])
      expect(stored?.equals(new Uint8Array(await (answer as Response).arrayBuffer()))).toBe(true)
    for (const { config } of servers) expect(readdirSync(config.dataDir)).not.toContain('reward-images')
  })

  test('pictures from before the bucket stay to be seen', async () => {
    const id = await keepNewImage(servers[0], viewer.userId)
    const folder = join(servers[0].config.dataDir, 'reward-images')
    mkdirSync(folder)
    writeFileSync(join(folder, `${id}.jpg`), 'an old picture')
    const answer = await see(servers[0], `https://drama.test/upload/image/${id}`)
    expect(await answer.text()).toBe('an old picture')
    expect((await see(servers[1], `https://drama.test/upload/image/${id}`)).status).toBe(404)
  })

  test.each([{ kind: 'status', status: 503 }, { kind: 'reset' }] as const)(
    'while the bucket fails with %o nothing is taken and nothing is lost',
    async fault => {
      const before = imageKeys()
      const { data } = await sendImage(servers[0], viewer.token, await drawChat(fault.kind === 'reset' ? 33 : 34))
      bucket.addFault(fault)
      const { status, code } = await sendImage(servers[0], viewer.token, await drawChat(35))
      expect([status, code]).toEqual([503, 5000])
      expect((await see(servers[1], data.url)).status).toBe(503)
      bucket.clearFaults()
      expect((await see(servers[1], data.url)).status).toBe(200)
      expect(imageKeys()).toHaveLength(before.length + 1)
    }
  )

  test('with a key that may not upload they stay in the folder of the server', async () => {
    const before = imageKeys()
    bucket.addFault({ kind: 'status', status: 403, code: 'AccessDenied' }, 1, 'PUT')
    const { code, data } = await sendImage(servers[0], viewer.token, await drawChat(36))
    expect(code).toBe(200)
    expect(imageKeys()).toEqual(before)
    expect((await see(servers[0], data.url)).status).toBe(200)
    bucket.addFault({ kind: 'status', status: 403, code: 'AccessDenied' }, 2, 'GET')
    expect((await see(servers[0], data.url)).status).toBe(200)
    expect((await see(servers[1], data.url)).status).toBe(404)
    expect(servers[0].logLines.join('')).toContain('the bucket answered 403 AccessDenied')
  })

  test('what was not submitted within a day goes, from the bucket and from the folder', async () => {
    bucket.files.set('drama/reward-images/notes.txt', Buffer.from('not a picture'))
    bucket.files.set('drama/d_rain/objects/film.m4s', Buffer.from('a film'))
    const kept = imageKeys()
    await sweep(servers[1])
    expect(imageKeys()).toEqual(kept)
    servers[0].clock.advance(25 * HOUR)
    await sweep(servers[1])
    await sweep(servers[0])
    expect(imageKeys()).toEqual(['drama/reward-images/notes.txt'])
    expect(bucket.files.has('drama/d_rain/objects/film.m4s')).toBe(true)
    const rows = await servers[0].db.selectFrom('reward_images').select('id').where('removed_at', 'is', null).execute()
    expect(rows).toEqual([])
  })
})
