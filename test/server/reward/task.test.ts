import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TaskCode } from '../../../contract/task.js'
import { signIn } from '../support/api-client.js'
import { serveFilm } from '../support/film.js'
import { balanceOf, expectValidLedger, giveCoins, newKey } from '../support/money.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { engines } from '../support/servers/test-database.js'

const MINUTE = 60_000
const EPISODE = 'e_rain_1'

describe.each(engines)('daily tasks on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine })
  })
  afterAll(() => server.close())

  type Viewer = Awaited<ReturnType<typeof signIn>>
  const taskOf = async ({ get }: Viewer, code: TaskCode) =>
    (await get('/reward/index')).data.tasks.find(task => task.code === code)
  const start = async ({ post }: Viewer) => (await post('/task/start', { code: 'home_15s' })).data.nonce
  const report = ({ post }: Viewer, nonce: string) => post('/task/report', { code: 'home_15s', nonce })
  const claim = ({ post }: Viewer, code: TaskCode) => post('/task/claim', { code })
  async function play({ post, userId }: Viewer) {
    await serveFilm(server, userId, EPISODE)
    return (await post('/drama/play', { episode_id: EPISODE })).data.play_id
  }
  const beats = (from: number, count: number, played_s = 60) =>
    Array.from({ length: count }, (_, index) => ({
      seq: from + index,
      from_s: 0,
      to_s: played_s,
      played_s
    }))
  const sendBeats = ({ post }: Viewer, play_id: string, list: object[]) =>
    post('/drama/progress', { play_id, episode_id: EPISODE, position_s: 1, beats: list } as never)

  test('D-245 the task of Home is done after 15 seconds of the server, and pays 5 once however often it is claimed', async () => {
    const viewer = await signIn(server)
    expect((await claim(viewer, 'home_15s')).code).toBe(4408)
    const nonce = await start(viewer)
    server.clock.advance(14_999)
    expect((await report(viewer, nonce)).data).toEqual({ progress_s: 14, status: 'doing' })
    expect((await claim(viewer, 'home_15s')).code).toBe(4408)
    server.clock.advance(1)
    expect((await report(viewer, nonce)).data).toEqual({ progress_s: 15, status: 'done' })
    expect((await report(viewer, nonce)).code).toBe(4001)
    const answers = await Promise.all(Array.from({ length: 20 }, () => claim(viewer, 'home_15s')))
    const codes = answers.map(({ code }) => code).filter(code => code !== 5000)
    expect(codes.filter(code => code === 200)).toHaveLength(1)
    expect(new Set(codes)).toEqual(new Set([200, 4407]))
    expect(await balanceOf(server.db, viewer.userId)).toEqual({ coins: 0, bonus: 5 })
    expect(await taskOf(viewer, 'home_15s')).toMatchObject({ status: 'claimed', progress_s: 15, target_s: 15 })
    expect((await viewer.get('/reward/index')).data.earned_today).toBe(5)
    await expectValidLedger(server.db, viewer.userId)
  })

  test('with an Idempotency-Key a repeated claim gets the first response, and a refusal stays one for this key', async () => {
    const viewer = await signIn(server)
    const claimWith = (key: { 'Idempotency-Key': string }) => viewer.post('/task/claim', { code: 'home_15s' }, key)
    const [early, key] = [newKey(), newKey()]
    expect((await claimWith(early)).code).toBe(4408)
    const nonce = await start(viewer)
    server.clock.advance(15_000)
    await report(viewer, nonce)
    expect((await claimWith(early)).code).toBe(4408)
    const answers = await Promise.all(Array.from({ length: 5 }, () => claimWith(key)))
    const paid = answers.filter(({ code }) => code !== 5000)
    expect(new Set(paid.map(({ code }) => code))).toEqual(new Set([200]))
    expect(new Set(paid.map(({ data }) => JSON.stringify(data))).size).toBe(1)
    expect((await viewer.post('/task/claim', { code: 'watch_5' }, key)).code).toBe(4001)
    expect((await viewer.post('/task/claim', { code: 'home_15s' }, { 'Idempotency-Key': 'short' })).code).toBe(4001)
    expect((await claimWith(newKey())).code).toBe(4407)
    expect(await balanceOf(server.db, viewer.userId)).toEqual({ coins: 0, bonus: 5 })
    await expectValidLedger(server.db, viewer.userId)
  })

  test('a nonce that was replaced, is somebody else’s or made up counts for nothing', async () => {
    const [viewer, other] = [await signIn(server), await signIn(server)]
    const first = await start(viewer)
    server.clock.advance(10_000)
    const second = await start(viewer)
    server.clock.advance(10_000)
    const refused = [await report(viewer, first), await report(other, second), await report(viewer, 'made-up')]
    expect(refused.map(({ code }) => code)).toEqual([4001, 4001, 4001])
    expect((await report(viewer, second)).data).toEqual({ progress_s: 10, status: 'doing' })
    expect((await claim(other, 'home_15s')).code).toBe(4408)
  })

  test('D-246 D-247 D-248 five, ten and fifteen minutes are steps of one count of seconds that the server has seen pass', async () => {
    const viewer = await signIn(server)
    const id = await play(viewer)
    await sendBeats(viewer, id, beats(0, 60))
    expect((await taskOf(viewer, 'watch_5'))?.progress_s).toBe(0)
    server.clock.advance(5 * MINUTE - 1000)
    expect((await sendBeats(viewer, id, beats(100, 60))).data.tasks_changed).toEqual([])
    expect(await taskOf(viewer, 'watch_5')).toMatchObject({ progress_s: 299, status: 'doing' })
    expect((await claim(viewer, 'watch_5')).code).toBe(4408)
    server.clock.advance(1000)
    const tab = await play(viewer)
    expect((await sendBeats(viewer, id, beats(200, 1, 1))).data.tasks_changed).toEqual(['watch_5'])
    await sendBeats(viewer, tab, beats(0, 10))
    await sendBeats(viewer, id, beats(200, 1, 1))
    expect(await taskOf(viewer, 'watch_10')).toMatchObject({ progress_s: 300, target_s: 600, status: 'doing' })
    server.clock.advance(10 * MINUTE)
    expect((await sendBeats(viewer, id, beats(300, 10))).data.tasks_changed).toEqual(['watch_10', 'watch_15'])
    const paid = [await claim(viewer, 'watch_5'), await claim(viewer, 'watch_10'), await claim(viewer, 'watch_15')]
    expect(paid.map(({ data }) => data.reward_bonus)).toEqual([10, 20, 30])
    expect(await balanceOf(server.db, viewer.userId)).toEqual({ coins: 0, bonus: 60 })
    await expectValidLedger(server.db, viewer.userId)
  })

  test('D-017 a top-up of coins today is a task of today; all tasks begin anew at midnight of the zone', async () => {
    const viewer = await signIn(server)
    expect((await claim(viewer, 'topup_gift')).code).toBe(4408)
    await giveCoins(server, viewer.userId, 100)
    expect(await taskOf(viewer, 'topup_gift')).toMatchObject({ status: 'done', reward_bonus: 50, progress_s: null })
    expect((await claim(viewer, 'topup_gift')).data.balance).toEqual({ coins: 100, bonus: 50 })
    expect((await claim(viewer, 'topup_gift')).code).toBe(4407)
    const ends = (await taskOf(viewer, 'topup_gift'))?.ends_at ?? 0
    // Midnight in São Paulo is 03:00 UTC.
    expect(new Date(ends).toISOString()).toMatch(/T03:00:00.000Z$/)
    server.clock.advance(ends - server.clock.now() - 1)
    expect((await taskOf(viewer, 'topup_gift'))?.status).toBe('claimed')
    const id = await play(viewer)
    server.clock.advance(1)
    expect((await taskOf(viewer, 'topup_gift'))?.status).toBe('doing')
    // Seconds reported today for yesterday count at most as long as today has lasted.
    server.clock.advance(3000)
    await sendBeats(viewer, id, beats(0, 10))
    expect((await taskOf(viewer, 'watch_5'))?.progress_s).toBe(3)
  })

  test('another campaign in another zone does not give a second day', async () => {
    const viewer = await signIn(server)
    const campaign = { lpid: `east_${engine}`, name: 'east', status: 'active', theme: '{}' } as const
    await server.db
      .insertInto('campaigns')
      .values({
        ...campaign,
        start_drama_id: null,
        start_episode_no: null,
        free_episodes_override: null,
        created_at: new Date(server.clock.now()),
        timezone: 'Pacific/Kiritimati'
      })
      .execute()
    await giveCoins(server, viewer.userId, 10)
    expect((await claim(viewer, 'topup_gift')).code).toBe(200)
    await viewer.post('/index/visitor_login', { lpid: campaign.lpid })
    expect((await claim(viewer, 'topup_gift')).code).toBe(4407)
    expect((await viewer.get('/reward/status', { channel: 'whatsapp' })).data.timezone).toBe('America/Sao_Paulo')
    const { ends_at } = (await taskOf(viewer, 'topup_gift')) ?? { ends_at: 0 }
    server.clock.advance(ends_at - server.clock.now())
    expect((await viewer.get('/reward/status', { channel: 'whatsapp' })).data.timezone).toBe('Pacific/Kiritimati')
    // That day began hours before the order.
    expect((await taskOf(viewer, 'topup_gift'))?.status).toBe('doing')
    expect((await claim(viewer, 'topup_gift')).code).toBe(4408)
    server.clock.advance(1000)
    await giveCoins(server, viewer.userId, 10)
    expect((await claim(viewer, 'topup_gift')).code).toBe(200)
  })

  test('the database pays no task that nobody has done, and none that is not paid is claimed', async () => {
    const { userId } = await signIn(server)
    const state = { user_id: userId, day: '2026-11-21', code: 'watch_5', done_at: new Date(0) } as const
    const claimed = { claimed_at: new Date(0), paid_to: userId, reward_bonus: 10 }
    const insert = server.db.insertInto('task_states').values({ ...state, ...claimed })
    await expect(insert.execute()).rejects.toThrow('a claimed task was not paid')
    const { grantBonus } = await import('../../../server/modules/ledger/grants.js')
    const grant = { userId, kind: 'task', ref: { type: 'task', id: '2026-11-21:watch_5' }, key: 'task:x' } as const
    const more = { bonus: 10, now: new Date(server.clock.now()), zone: 'UTC' }
    const paid = server.db.transaction().execute(trx => grantBonus(trx, { ...grant, ...more }))
    await expect(paid).rejects.toThrow('nobody has done this task')
    const { rows } = await sql<{ count: string }>`select count(*) as count from ledger_txns where kind = 'task'
      and user_id = ${userId}`.execute(server.db)
    expect(Number(rows[0]?.count)).toBe(0)
  })
})
