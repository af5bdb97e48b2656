import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decideClaims } from '../../../server/modules/guarantee/claims.js'
import { refundOfflineUnlocks } from '../../../server/modules/guarantee/offline-dramas.js'
import { openAccount, requestCode, signInByMail } from '../support/accounts.js'
import { createApiClient, signIn } from '../support/api-client.js'
import { serveFilm } from '../support/film.js'
import { balanceOf, expectValidLedger, giveBonus, giveCoins, newKey } from '../support/money.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { engines } from '../support/servers/test-database.js'

const HOUR = 3_600_000
const DAY = 24 * HOUR

describe.each(engines)('what does not play is given back on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine })
  })
  afterAll(() => server.close())

  const now = () => new Date(server.clock.now())
  const settle = () => decideClaims(server.db, now())

  async function openViewer(coins: number, bonus = 0) {
    const visitor = await signIn(server)
    await giveCoins(server, visitor.userId, coins)
    if (bonus > 0) await giveBonus(server, visitor.userId, bonus)
    const unlock = (no: number) =>
      visitor.post('/drama/unlock', { episode_id: `e_rain_${no}`, expect_price: 60 }, newKey())
    const fail = (no: number) =>
      visitor.post('/drama/play_failed', { drama_id: 'd_rain', episode_no: no, detail: 'network' })
    const play = (no: number) => visitor.post('/drama/play', { episode_id: `e_rain_${no}` })
    const returned = async () => (await visitor.get('/wallet/returned', { lang: 'en' })).data.list
    return { ...visitor, unlock, fail, play, returned, balance: () => balanceOf(server.db, visitor.userId) }
  }

  test('a day after the unlock, to where it came from, once, and the viewer is told until they know', async () => {
    const viewer = await openViewer(100, 25)
    await viewer.unlock(3)
    const unlockedAt = server.clock.now()
    const { data } = await viewer.fail(3)
    expect(data.return_at).toBe(unlockedAt + 25 * HOUR)
    expect((await viewer.fail(3)).data.return_at).toBe(data.return_at)
    server.clock.advance(25 * HOUR - 1)
    await settle()
    expect(await viewer.balance()).toEqual({ coins: 65, bonus: 0 })
    server.clock.advance(1)
    await Promise.all(Array.from({ length: 10 }, settle))
    expect(await viewer.balance()).toEqual({ coins: 100, bonus: 25 })
    expect((await viewer.play(3)).code).toBe(4201)
    expect(await viewer.returned()).toEqual([
      {
        episode_id: 'e_rain_3',
        episode_no: 3,
        drama_id: 'd_rain',
        title: 'rain en',
        reason: 'not_played',
        coins: 35,
        bonus: 25,
        returned_at: server.clock.now()
      }
    ])
    const other = await openViewer(1)
    expect((await other.post('/wallet/returned_seen', { until: server.clock.now() })).data).toEqual({ seen: 0 })
    expect((await viewer.post('/wallet/returned_seen', { until: server.clock.now() - 1 })).data).toEqual({ seen: 0 })
    expect((await viewer.post('/wallet/returned_seen', { until: server.clock.now() })).data).toEqual({ seen: 1 })
    expect(await viewer.returned()).toEqual([])
    expect((await viewer.unlock(3)).code).toBe(200)
    await expectValidLedger(server.db, viewer.userId)
  })

  test('not what was watched after all, what nobody complained of, what was free, and what failed a day later', async () => {
    const viewer = await openViewer(1000)
    await viewer.unlock(3)
    await viewer.unlock(4)
    await viewer.unlock(5)
    await viewer.fail(3)
    expect((await viewer.fail(1)).data.return_at).toBeNull()
    expect((await viewer.fail(6)).data.return_at).toBeNull()
    const { play_id } = (await viewer.play(3)).data
    await serveFilm(server, viewer.userId, 'e_rain_3')
    server.clock.advance(6000)
    const beats = [{ seq: 0, from_s: 0, to_s: 5, played_s: 5 }]
    await viewer.post('/drama/progress', { play_id, episode_id: 'e_rain_3', position_s: 5, beats })
    server.clock.advance(DAY)
    expect((await viewer.fail(5)).data.return_at).toBeNull()
    server.clock.advance(2 * HOUR)
    await settle()
    expect(await viewer.balance()).toEqual({ coins: 820, bonus: 0 })
    expect(await viewer.returned()).toEqual([])
    const bad = await viewer.post('/drama/play_failed', { drama_id: 'd_rain', episode_no: 3, detail: 'Bad words!' })
    expect(bad).toMatchObject({ code: 4001, data: { fields: ['detail'] } })
    await expectValidLedger(server.db, viewer.userId)
  })

  test('what a visitor had paid who signed in meanwhile comes to the account, bonus as bonus', async () => {
    const account = await openAccount(server)
    const visitor = await openViewer(50, 25)
    await visitor.unlock(3)
    await visitor.fail(3)
    const signed = await signInByMail(server, account.email, visitor)
    expect(signed.userId).toBe(account.userId)
    server.clock.advance(25 * HOUR)
    await settle()
    expect(await balanceOf(server.db, account.userId)).toEqual({ coins: 50, bonus: 25 })
    expect((await signed.post('/drama/play', { episode_id: 'e_rain_3' })).code).toBe(4201)
    expect((await signed.get('/wallet/returned')).data.list).toMatchObject([{ coins: 35, bonus: 25 }])
    expect((await signed.get('/wallet/verify')).data.ok).toBe(true)
    for (const userId of [account.userId, visitor.userId]) await expectValidLedger(server.db, userId)
  })

  test('what a visitor had watched who signed in afterwards is not given back, and not undone', async () => {
    const account = await openAccount(server)
    const visitor = await openViewer(120)
    await visitor.post('/drama/auto_unlock', { enabled: true })
    const code = await requestCode(server, account.email, visitor)
    for (const no of [3, 4]) {
      const unlockBody = { episode_id: `e_rain_${no}`, expect_price: 60, source: no === 4 ? 'auto' : 'coins' }
      expect((await visitor.post('/drama/unlock', unlockBody, newKey())).code).toBe(200)
      const { play_id } = (await visitor.play(no)).data
      await serveFilm(server, visitor.userId, `e_rain_${no}`)
      server.clock.advance(5000)
      const beats = [{ seq: 0, from_s: 0, to_s: 5, played_s: 5 }]
      await visitor.post('/drama/progress', { play_id, episode_id: `e_rain_${no}`, position_s: 5, beats })
    }
    const { data } = await visitor.post('/user/email_login', { email: account.email, code })
    const signed = createApiClient(server, data.token)
    expect(data.user.id).toBe(account.userId)
    expect((await signed.post('/drama/unlock_undo', { episode_id: 'e_rain_4' }, newKey())).code).toBe(4001)
    const failed = { drama_id: 'd_rain', episode_no: 3, detail: 'network' }
    expect((await signed.post('/drama/play_failed', failed)).data.return_at).not.toBeNull()
    server.clock.advance(25 * HOUR)
    await settle()
    expect(await balanceOf(server.db, account.userId)).toEqual({ coins: 0, bonus: 0 })
    expect((await signed.post('/drama/play', { episode_id: 'e_rain_3' })).code).toBe(200)
  })

  test('ten times a month by itself, not more', async () => {
    const viewer = await openViewer(1000)
    for (let time = 0; time < 12; time++) {
      await viewer.unlock(3)
      await viewer.fail(3)
      server.clock.advance(25 * HOUR)
      await settle()
      if (time === 10) expect(await viewer.balance()).toEqual({ coins: 940, bonus: 0 })
    }
    expect((await viewer.returned()).length).toBe(10)
    server.clock.advance(30 * DAY)
    await viewer.unlock(4)
    await viewer.fail(4)
    server.clock.advance(25 * HOUR)
    await settle()
    expect((await viewer.returned()).length).toBe(11)
    await expectValidLedger(server.db, viewer.userId)
  })

  test('what was unlocked of a drama that went offline stays for 30 days, and is then given back', async () => {
    const viewer = await openViewer(100)
    const other = await openViewer(100)
    await viewer.post('/drama/unlock', { episode_id: 'e_gate_2', expect_price: 60 }, newKey())
    const take = (status: 'online' | 'offline', offline_at: Date | null) =>
      server.db.updateTable('dramas').set({ status, offline_at }).where('id', '=', 'd_gate').execute()
    const watch = (caller: typeof viewer, no: number) => caller.post('/drama/play', { episode_id: `e_gate_${no}` })
    await take('offline', now())
    expect((await watch(viewer, 2)).code).toBe(200)
    expect((await watch(viewer, 1)).code).toBe(4204)
    expect((await watch(other, 2)).code).toBe(4204)
    const { data } = await viewer.get('/drama/episodes', { drama_id: 'd_gate' })
    expect(data.list.map(({ no }) => no)).toEqual([2])
    expect((await viewer.get('/drama/detail', { drama_id: 'd_gate' })).code).toBe(200)
    expect((await other.get('/drama/detail', { drama_id: 'd_gate' })).code).toBe(4204)
    expect((await viewer.post('/drama/unlock', { episode_id: 'e_gate_4', expect_price: 60 }, newKey())).code).toBe(4204)
    server.clock.advance(30 * DAY - 1)
    await refundOfflineUnlocks(server.db, now())
    expect((await watch(viewer, 2)).code).toBe(200)
    server.clock.advance(1)
    expect((await watch(viewer, 2)).code).toBe(4204)
    await Promise.all(Array.from({ length: 5 }, () => refundOfflineUnlocks(server.db, now())))
    expect(await viewer.balance()).toEqual({ coins: 100, bonus: 0 })
    expect(await viewer.returned()).toMatchObject([{ episode_id: 'e_gate_2', reason: 'offline', coins: 60, bonus: 0 }])
    await take('online', null)
    expect((await watch(viewer, 2)).code).toBe(4201)
    await expectValidLedger(server.db, viewer.userId)
  })

  test('offline unlocks are not refunded from the moment the drama is online again', async () => {
    const viewers = [await openViewer(60), await openViewer(60)]
    for (const viewer of viewers) {
      await viewer.post('/drama/unlock', { episode_id: 'e_gate_2', expect_price: 60 }, newKey())
    }
    const change = { status: 'offline', offline_at: now() } as const
    await server.db.updateTable('dramas').set(change).where('id', '=', 'd_gate').execute()
    server.clock.advance(30 * DAY)
    // The first of the two refunds puts the drama online.
    await sql`create function publish_gate() returns trigger language plpgsql as $$ begin
      update dramas set status = 'online', offline_at = null where id = 'd_gate'; return null; end $$`.execute(
      server.db
    )
    await sql`create trigger publish_gate after insert on playback_claims execute function publish_gate()`.execute(
      server.db
    )
    expect(await refundOfflineUnlocks(server.db, now())).toBe(2)
    await sql`drop function publish_gate cascade`.execute(server.db)
    const balances = await Promise.all(viewers.map(viewer => viewer.balance()))
    expect(balances.map(({ coins }) => coins).sort()).toEqual([0, 60])
  })
})
