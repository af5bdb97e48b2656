import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unlockRefusal } from '../../../contract/unlock.js'
import { signIn } from '../support/api-client.js'
import { balanceOf, expectValidLedger, giveBonus, giveCoins, newKey } from '../support/money.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { writeDrama } from '../support/package-fixture.js'
import { engines } from '../support/servers/test-database.js'

const HOUR = 3_600_000
const SAO_PAULO_MIDNIGHT = 3

describe.each(engines)('limits of unlocking on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine })
    writeDrama(server.catalogueDir, { slug: 'long', episodes: 40, free: 1 })
    writeDrama(server.catalogueDir, { slug: 'other', episodes: 40, free: 1 })
    await server.loader.scan()
  })
  afterAll(() => server.close())

  function goTo(hours: number, minutes = 0) {
    const today = Math.floor(server.clock.now() / (24 * HOUR)) * 24 * HOUR + hours * HOUR + minutes * 60_000
    server.clock.advance((today - server.clock.now() + 24 * HOUR) % (24 * HOUR) || 24 * HOUR)
  }

  async function openViewer(lpid?: string) {
    const visitor = await signIn(server, { lpid })
    await giveCoins(server, visitor.userId, 5000, 90)
    let next = 2
    const one = async (more: object = {}, slug = 'long') => {
      const body = { episode_id: `e_${slug}_${next}`, expect_price: 60, ...more }
      const answer = await visitor.post('/drama/unlock', body, newKey())
      if (answer.code === 200) next += 1
      return answer
    }
    return { ...visitor, one, auto: () => one({ source: 'auto' }) }
  }

  const limitOf = (data: unknown) => unlockRefusal.parse(data).limit

  test('a day’s limit is reached by coins and bonus, and holds until midnight in the zone', async () => {
    goTo(12)
    const viewer = await openViewer()
    await viewer.post('/user/limits', { daily_coins: 150 })
    expect((await viewer.one()).code).toBe(200)
    goTo(SAO_PAULO_MIDNIGHT - 1, 59)
    expect((await viewer.one()).code).toBe(200)
    const { code, msg, data } = await viewer.one()
    expect([code, msg]).toEqual([4209, 'Spending limit reached'])
    expect(limitOf(data)).toEqual({ name: 'daily', coins: 150, spent: 120, resets_at: server.clock.now() + 60_000 })
    const range = { drama_id: 'd_long', to_no: 4, expect_price: 60 }
    expect((await viewer.post('/drama/unlock_to', range, newKey())).code).toBe(4209)
    server.clock.advance(60_000)
    expect([(await viewer.one()).code, (await viewer.one()).code]).toEqual([200, 200])
    expect(limitOf((await viewer.one()).data)).toMatchObject({ name: 'daily', spent: 120 })
  })

  test('a clock that jumps gives no second day and no bonus again, repeats no decision, and leaves the chain whole', async () => {
    goTo(12)
    const viewer = await openViewer()
    await viewer.post('/user/limits', { daily_coins: 120 })
    const key = newKey()
    const body = { episode_id: 'e_long_2', expect_price: 60 }
    const first = await viewer.post('/drama/unlock', body, key)
    expect(first).toMatchObject({ code: 200, data: { balance: { coins: 5000, bonus: 30 } } })
    server.clock.advance(-26 * HOUR)
    expect((await viewer.post('/drama/unlock', { ...body, episode_id: 'e_long_3' }, newKey())).code).toBe(200)
    const third = { ...body, episode_id: 'e_long_4' }
    expect(limitOf((await viewer.post('/drama/unlock', third, newKey())).data)).toMatchObject({ spent: 120 })
    expect((await viewer.post('/drama/unlock', body, key)).text).toBe(first.text)
    await giveBonus(server, viewer.userId, 500)
    server.clock.advance(40 * 24 * HOUR)
    expect((await viewer.post('/drama/unlock', third, newKey())).data).toMatchObject({ balance: { bonus: 0 } })
    server.clock.advance(-40 * 24 * HOUR)
    expect(await balanceOf(server.db, viewer.userId)).toEqual({ coins: 4910, bonus: 0 })
    expect(
      limitOf((await viewer.post('/drama/unlock', { ...body, episode_id: 'e_long_5' }, newKey())).data)
    ).toMatchObject({
      spent: 180
    })
    expect((await viewer.get('/wallet/verify')).data).toMatchObject({ ok: true })
    await expectValidLedger(server.db, viewer.userId)
    server.clock.advance(26 * HOUR)
  })

  test('a week’s limit is counted from Monday, also when the day’s is not reached', async () => {
    goTo(12)
    while (new Date(server.clock.now()).getUTCDay() !== 6) server.clock.advance(24 * HOUR)
    const viewer = await openViewer()
    await viewer.post('/user/limits', { daily_coins: 100, weekly_coins: 130 })
    expect((await viewer.one()).code).toBe(200)
    server.clock.advance(24 * HOUR)
    expect((await viewer.one()).code).toBe(200)
    goTo(SAO_PAULO_MIDNIGHT - 1, 59)
    const { code, data } = await viewer.one()
    expect([code, limitOf(data)?.name]).toEqual([4209, 'daily'])
    await viewer.post('/user/limits', { daily_coins: 100, weekly_coins: 119 })
    server.clock.advance(60_000)
    expect((await viewer.one()).code).toBe(200)
  })

  test('the week’s limit is named where only it is reached, and a limit of nothing lets nothing through', async () => {
    goTo(12)
    const viewer = await openViewer()
    await viewer.post('/user/limits', { weekly_coins: 60 })
    expect((await viewer.one()).code).toBe(200)
    expect(limitOf((await viewer.one()).data)).toMatchObject({ name: 'weekly', coins: 60, spent: 60 })
    await viewer.post('/user/limits', { weekly_coins: 0 })
    const other = await openViewer()
    await other.post('/user/limits', { daily_coins: 0 })
    expect(limitOf((await other.one()).data)).toMatchObject({ name: 'daily', coins: 0, spent: 0 })
  })

  test('D-116 with automatic unlocking off nothing is spent automatically', async () => {
    const viewer = await openViewer()
    const { code, data } = await viewer.auto()
    expect([code, limitOf(data)?.name]).toEqual([4209, 'auto_off'])
    await viewer.post('/drama/auto_unlock', { enabled: true })
    await viewer.post('/drama/auto_unlock', { enabled: false, drama_id: 'd_long' })
    expect(limitOf((await viewer.auto()).data)?.name).toBe('auto_off')
    expect(await balanceOf(server.db, viewer.userId)).toEqual({ coins: 5000, bonus: 90 })
    expect((await viewer.one({ source: 'auto' }, 'other')).data.unlock.source).toBe('auto')
  })

  test('with it on, one episode is unlocked automatically every 10 s, and those by hand at once', async () => {
    const viewer = await openViewer()
    await viewer.post('/drama/auto_unlock', { enabled: true, daily_cap: 1000 })
    expect((await viewer.auto()).data.unlock).toMatchObject({ source: 'auto', episode_no: 2 })
    expect(limitOf((await viewer.auto()).data)).toMatchObject({ name: 'auto_pace' })
    server.clock.advance(9_999)
    expect(limitOf((await viewer.auto()).data)).toEqual({
      name: 'auto_pace',
      coins: null,
      spent: null,
      resets_at: server.clock.now() + 1
    })
    expect((await viewer.one()).code).toBe(200)
    server.clock.advance(1)
    expect((await viewer.auto()).code).toBe(200)
    // A clock that was an hour ahead delays no automatic unlock.
    server.clock.advance(-HOUR)
    expect((await viewer.auto()).code).toBe(200)
  })

  test('the cap of a day counts what was unlocked automatically, in all dramas and in one', async () => {
    goTo(12)
    const viewer = await openViewer()
    await viewer.post('/drama/auto_unlock', { enabled: true, daily_cap: 240 })
    const elsewhere = { episode_id: 'e_other_2', expect_price: 60, source: 'auto' }
    await viewer.post('/drama/auto_unlock', { enabled: true, daily_cap: 100, drama_id: 'd_long' })
    const later = () => server.clock.advance(10_000)
    expect((await viewer.one()).code).toBe(200)
    expect((await viewer.auto()).code).toBe(200)
    later()
    expect((await viewer.post('/drama/unlock', elsewhere, newKey())).code).toBe(200)
    later()
    expect(limitOf((await viewer.auto()).data)).toMatchObject({ name: 'auto_drama_daily', coins: 100, spent: 60 })
    await viewer.post('/drama/auto_unlock', { enabled: null, drama_id: 'd_long' })
    expect((await viewer.auto()).code).toBe(200)
    later()
    expect((await viewer.auto()).code).toBe(200)
    later()
    expect(limitOf((await viewer.auto()).data)).toMatchObject({ name: 'auto_daily', coins: 240, spent: 240 })
    expect((await viewer.one()).code).toBe(200)
    goTo(SAO_PAULO_MIDNIGHT)
    expect((await viewer.auto()).code).toBe(200)
  })

  test('a campaign’s limit of a day lets through what just reaches it, and holds until midnight in the zone', async () => {
    const lpid = `calm_${engine}_${server.clock.now()}`
    const created_at = new Date(server.clock.now())
    await server.db
      .insertInto('campaigns')
      .values({ lpid, name: 'calm', status: 'active', daily_limit: 130, created_at })
      .execute()
    goTo(SAO_PAULO_MIDNIGHT - 1, 59)
    const viewer = await openViewer(lpid)
    expect([(await viewer.one()).code, (await viewer.one()).code]).toEqual([200, 200])
    const resets_at = server.clock.now() + 60_000
    expect(limitOf((await viewer.one()).data)).toEqual({ name: 'campaign_daily', coins: 130, spent: 120, resets_at })
    await server.db.updateTable('campaigns').set({ daily_limit: 180 }).where('lpid', '=', lpid).execute()
    expect((await viewer.one()).code).toBe(200)
    server.clock.advance(59_999)
    expect(limitOf((await viewer.one()).data)).toMatchObject({ coins: 180, spent: 180 })
    server.clock.advance(1)
    expect((await viewer.one()).code).toBe(200)
  })

  test('automatic unlocks stand under the spending limits too', async () => {
    goTo(12)
    const viewer = await openViewer()
    await viewer.post('/drama/auto_unlock', { enabled: true })
    await viewer.post('/user/limits', { daily_coins: 59 })
    expect(limitOf((await viewer.auto()).data)?.name).toBe('daily')
    await viewer.post('/drama/auto_unlock', { enabled: true, daily_cap: 59 })
    await viewer.post('/user/limits', { daily_coins: 58 })
    expect(limitOf((await viewer.auto()).data)?.name).toBe('auto_daily')
    const roomy = await openViewer()
    await roomy.post('/drama/auto_unlock', { enabled: true, daily_cap: 59 })
    await roomy.post('/user/limits', { daily_coins: 1000 })
    expect((await roomy.auto()).code).toBe(4209)
  })
})
