import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '../../../server/lib/log.js'
import { deleteExpiredImages } from '../../../server/modules/upload/cleanup-job.js'
import { openImageStore } from '../../../server/modules/upload/image-store.js'
import { signIn } from '../support/api-client.js'
import { newKey } from '../support/money.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { drawChat, keepNewImage, openInvites, sendImage, submit } from '../support/rewards.js'
import { engines } from '../support/servers/test-database.js'

const KEY = 'the key of this test'
const DAY = 86_400_000

/** The chat with messages of another one below, so that it is no duplicate any more. */
const change = async (picture: Buffer, height: number) =>
  sharp(picture)
    .composite([
      {
        input: await sharp(await drawChat(898))
          .extract({ left: 0, top: 1240 - height, width: 720, height })
          .toBuffer(),
        left: 0,
        top: 1240 - height
      }
    ])
    .png()
    .toBuffer()

describe.each(engines)('what a reviewer sees of a submission on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine, config: { operatorKey: KEY }, checkAnswers: true })
  })
  afterAll(() => server.close())

  const call = async (path: string, body?: object, operator = 'ana') => {
    const headers = { Authorization: KEY, 'X-Operator': operator }
    const init = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) }
    return (await server.fetch(`/operator/${path}`, init)).json()
  }
  const show = async (id: string) => (await call(`reward_show?id=${id}`)).data
  const near = async (id: string) => (await call(`reward_near?id=${id}`)).data

  async function handIn(picture: Buffer | null, lpid?: string) {
    const viewer = await signIn(server, { lpid })
    return { viewer, id: await handInAgain(viewer, picture) }
  }
  async function handInAgain(viewer: Awaited<ReturnType<typeof signIn>>, picture: Buffer | null) {
    const image_id =
      picture === null
        ? await keepNewImage(server, viewer.userId)
        : (await sendImage(server, viewer.token, picture)).data.image_id
    const { code, data } = await submit(viewer, 'whatsapp', { image_id })
    expect(code).toBe(200)
    return data.submission.id
  }

  test('the viewer, former submissions, clicks, campaign and picture', async () => {
    const created_at = new Date(server.clock.now())
    await server.db
      .insertInto('campaigns')
      .values({ lpid: 'verao', name: 'Verão <b>26</b>', status: 'active', created_at })
      .execute()
    const { viewer, id: first } = await handIn(null, 'verao')
    await call('reward_review', { id: first, ok: true })
    expect((await viewer.post('/reward/claim', { id: first }, newKey())).code).toBe(200)
    await openInvites(server, viewer.userId, 2)
    server.clock.advance(3_600_000)
    const id = await handInAgain(viewer, null)
    const { earner } = await server.db
      .selectFrom('reward_submissions')
      .select('earner')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const now = new Date(server.clock.now())
    await server.db
      .insertInto('share_clicks')
      .values({ user_id: viewer.userId, visitor_id: 'self', network: earner?.network ?? '', created_at: now })
      .execute()
    await call('reward_next', { count: 1 })
    const data = await show(id)
    expect(data).toMatchObject({
      submission: { id, status: 0, has_image: true, lpid: 'verao', clicks: '1', reward_bonus: 60 },
      lease: { operator: 'ana', is_own: true },
      campaign_name: 'Verão <b>26</b>',
      viewer: {
        user_id: viewer.userId,
        kind: 'visitor',
        waiting: 1,
        approved: 0,
        claimed: 1,
        rejected: 0,
        earned_bonus: 60
      },
      former: [{ id: first, status: 2, has_image: true, reviewer: 'ana' }],
      clicks: { total: 3, since_submission: 1, networks: 3, same_network: 1 },
      picture: { width: 720, height: 1440, is_kept: true, same_file_viewers: 0 }
    })
    expect(data.clicks.newest).toHaveLength(3)
    expect(Object.keys(data.submission)).not.toContain('earner')
    expect((await call(`reward_show?id=${id}`, undefined, 'bob')).data.lease).toMatchObject({
      operator: 'ana',
      is_own: false
    })
    expect(await call('reward_show?id=s_none')).toMatchObject({
      code: 4001,
      data: { fields: ['id'], reason: 'unknown_submission' }
    })
  })

  test('pictures that look alike come with their distance, the nearest first, also rejected ones of others', async () => {
    const picture = await drawChat(800)
    const { id: original } = await handIn(picture)
    await call('reward_review', { id: original, ok: false, reason: 'few_friends' })
    const { id: alike } = await handIn(await change(picture, 400))
    const { id, viewer } = await handIn(await change(picture, 1000))
    await handIn(await drawChat(801))
    const { list, of_bits } = await near(id)
    expect(of_bits).toBe(1600)
    const distances = list.map((one: { distance_bits: number }) => one.distance_bits)
    expect(distances).toEqual(distances.toSorted((one: number, other: number) => one - other))
    expect(list[0]).toMatchObject({ id: alike, status: 0, is_same_viewer: false })
    expect(distances[0]).toBeGreaterThan(42)
    expect(list).toContainEqual(
      expect.objectContaining({ id: original, status: 3, reason: 'few_friends', has_image: true })
    )
    expect(list.map((one: { id: string }) => one.id)).not.toContain(id)

    server.clock.advance(3_600_000)
    const own = await handInAgain(viewer, await change(await drawChat(802), 500))
    expect((await near(id)).list).toContainEqual(expect.objectContaining({ id: own, is_same_viewer: true }))

    server.clock.advance(31 * DAY)
    const { config, db } = server
    const images = openImageStore(config, createLog('silent'))
    await deleteExpiredImages({ images, db, now: new Date(server.clock.now()) })
    expect((await near(id)).list.find((one: { id: string }) => one.id === original)).toMatchObject({ has_image: false })
    server.clock.advance(31 * DAY)
    expect((await near(id)).list).toEqual([])
  })

  test('of a plain picture and a Telegram id none look alike, and refused uploads of the same file are counted', async () => {
    const { id: plain } = await handIn(null)
    expect((await near(plain)).list).toEqual([])
    const viewer = await signIn(server)
    const telegram = (await submit(viewer, 'telegram', { telegram_id: '@no_picture' })).data.submission.id
    expect((await near(telegram)).list).toEqual([])
    expect(await show(telegram)).toMatchObject({ picture: null, submission: { has_image: false } })
    const picture = await drawChat(810)
    const { id } = await handIn(picture)
    for (let copy = 0; copy < 2; copy++) {
      const other = await signIn(server)
      const { data } = await sendImage(server, other.token, picture)
      expect((await submit(other, 'whatsapp', { image_id: data.image_id })).code).toBe(4406)
    }
    expect((await show(id)).picture).toMatchObject({ same_file_viewers: 2 })
  })

  test('decided submissions are listed newest decision first, by status and reviewer, page by page', async () => {
    const ids: string[] = []
    for (const [place, operator] of ['eva', 'eva', 'leo'].entries()) {
      const { id } = await handIn(null)
      server.clock.advance(1000)
      await call('reward_review', place === 0 ? { id, ok: false, reason: 'other' } : { id, ok: true }, operator)
      ids.push(id)
    }
    const [rejected, approved, newest] = ids
    const list = async (query: string) => (await call(`reward_list?${query}`)).data
    const idsOf = async (query: string) => (await list(query)).list.map((one: { id: string }) => one.id)
    expect((await idsOf('status=decided')).slice(0, 3)).toEqual([newest, approved, rejected])
    expect(await idsOf('status=decided&reviewer=eva')).toEqual([approved, rejected])
    expect(await idsOf('status=3&reviewer=eva')).toEqual([rejected])
    const page = await list('status=decided&page_size=2')
    expect(page).toMatchObject({ has_more: true, list: [{ id: newest }, { id: approved }] })
    expect((await idsOf(`status=decided&page_size=2&cursor=${page.next_cursor}`))[0]).toBe(rejected)
    expect(await call('reward_list?status=4')).toMatchObject({ code: 4001, data: { fields: ['status'] } })
  })

  test('the log has the state before and after a decision, and after it was taken back', async () => {
    const { id } = await handIn(null)
    await call('reward_review', { id, ok: false, reason: 'unreadable', note: 'black \ud800' })
    server.clock.advance(1000)
    await call('reward_undo', { id })
    const [undone, decided] = (await call(`log?subject=${id}`)).data.list
    expect(JSON.parse(decided.state_before)).toMatchObject({ status: 0, reason: null })
    expect(JSON.parse(decided.state_after)).toMatchObject({ status: 3, reason: 'unreadable', note: 'black \ufffd' })
    expect([undone.action, JSON.parse(undone.state_before).status, JSON.parse(undone.state_after).status]).toEqual([
      'reward_undo',
      3,
      0
    ])
  })

  test.each([
    ['reward_next', { count: 0 }, 'count'],
    ['reward_next', { count: 11 }, 'count'],
    ['reward_next', { channel: 'x' }, 'channel'],
    ['reward_next', { except: 's_1' }, 'except'],
    ['reward_next', { except: Array.from({ length: 201 }, () => 's') }, 'except'],
    ['reward_leave', { ids: [''] }, 'ids.0'],
    ['reward_leave', { ids: ['x'.repeat(65)] }, 'ids.0'],
    ['reward_undo', {}, 'id'],
    ['reward_review', { id: 's_1', ok: false }, 'reason']
  ])('%s refuses a wrong field by its name', async (path, body, field) => {
    expect(await call(path, body)).toMatchObject({ code: 4001, data: { fields: [field] } })
  })

  test('ids with characters that the database cannot store, and SQL, find nothing', async () => {
    for (const id of ['\0', "') or 1=1 --", '"}{', '\ud800']) {
      expect((await call('reward_leave', { ids: [id] })).code).not.toBe(5000)
      expect((await call('reward_next', { count: 1, except: [id] })).code).not.toBe(5000)
      expect((await call(`reward_show?id=${encodeURIComponent(id.replace('\ud800', 'x'))}`)).code).toBe(4001)
    }
  })
})
