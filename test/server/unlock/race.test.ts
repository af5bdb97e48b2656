import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alreadyUnlocked } from '../../../contract/unlock.js'
import { writeOffAllExpiredLots } from '../../../server/modules/ledger/bonus-expiry.js'
import { createApiClient, retryOnBusy, signIn } from '../support/api-client.js'
import { balanceOf, expectValidLedger, giveBonus, giveCoins, newKey } from '../support/money.js'
import { openServers, serverSetups } from '../support/open-servers.js'
import type { TestServer } from '../support/open-test-server.js'
import { writeDrama } from '../support/package-fixture.js'

const EPISODE_3 = { episode_id: 'e_rain_3', expect_price: 60 }
const TEN_INDEXES = Array.from({ length: 10 }, (_, index) => index)
const FIFTY_INDEXES = Array.from({ length: 50 }, (_, index) => index)

function count(answers: { code: number }[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { code } of answers) counts[code] = (counts[code] ?? 0) + 1
  return counts
}

describe.each(serverSetups)('many unlocks at once on %s', kind => {
  let servers: TestServer[]
  let server: TestServer
  beforeAll(async () => {
    servers = await openServers(kind)
    server = servers[0] as TestServer
    for (const turn of TEN_INDEXES) writeDrama(server.catalogueDir, { slug: `ten${turn}`, episodes: 4, free: 1 })
    await server.loader.scan()
  })
  afterAll(async () => {
    for (const one of servers) await one.close()
  })

  async function openViewer(coins: number, bonus = 0) {
    const { userId, token } = await signIn(server)
    await giveCoins(server, userId, coins)
    if (bonus > 0) await giveBonus(server, userId, bonus)
    const clients = servers.map(one => retryOnBusy(createApiClient(one, token)))
    const client = (turn: number) => clients[turn % clients.length] ?? retryOnBusy(createApiClient(server, token))
    return { userId, client, balance: () => balanceOf(server.db, userId) }
  }

  test('50 of one episode, each a decision of its own: one is charged, the others are told that it is there', async () => {
    const viewer = await openViewer(3000, 25)
    const answers = await Promise.all(
      FIFTY_INDEXES.map(turn => viewer.client(turn).post('/drama/unlock', EPISODE_3, newKey()))
    )
    expect(count(answers)).toEqual({ 200: 1, 4205: 49 })
    const states = answers.filter(({ code }) => code === 4205).map(({ data }) => alreadyUnlocked.parse(data))
    for (const { state, balance } of states) expect([state, balance]).toEqual(['unlocked', { coins: 2965, bonus: 0 }])
    expect(await viewer.balance()).toEqual({ coins: 2965, bonus: 0 })
    await expectValidLedger(server.db, viewer.userId)
  })

  test('50 times the same decision: one charge, and the same answer to all', async () => {
    const viewer = await openViewer(3000)
    const key = newKey()
    const answers = await Promise.all(
      FIFTY_INDEXES.map(turn => viewer.client(turn).post('/drama/unlock', EPISODE_3, key))
    )
    expect(count(answers)).toEqual({ 200: 50 })
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await viewer.balance()).toEqual({ coins: 2940, bonus: 0 })
    await expectValidLedger(server.db, viewer.userId)
  })

  test('single episodes and ranges that overlap: every episode is paid once, and the whole adds up', async () => {
    const viewer = await openViewer(3000, 100)
    const requests = [
      (turn: number) => viewer.client(turn).post('/drama/unlock', EPISODE_3, newKey()),
      (turn: number) =>
        viewer.client(turn).post('/drama/unlock', { episode_id: 'e_rain_4', expect_price: 60 }, newKey()),
      (turn: number) =>
        viewer.client(turn).post('/drama/unlock_to', { drama_id: 'd_rain', to_no: 5, expect_price: 180 }, newKey()),
      (turn: number) =>
        viewer.client(turn).post('/drama/unlock_to', { drama_id: 'd_rain', to_no: 6, expect_price: 153 }, newKey())
    ] as const
    const answers = await Promise.all(FIFTY_INDEXES.map(turn => requests[turn % 4]?.(turn) ?? Promise.reject()))
    const unlocked = answers.flatMap(({ code, data }) =>
      code !== 200 ? [] : 'unlocked' in data ? data.unlocked : [data.unlock]
    )
    const numbers = unlocked.map(({ episode_no }) => episode_no)
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(numbers).toContain(3)
    const paid = unlocked.reduce((sum, { coins_paid, bonus_paid }) => sum + coins_paid + bonus_paid, 0)
    const { coins, bonus } = await viewer.balance()
    expect(coins + bonus).toBe(3100 - paid)
    await expectValidLedger(server.db, viewer.userId)
  })

  test('coins for two of four episodes: two are unlocked, and nothing is owed', async () => {
    const viewer = await openViewer(119, 10)
    const answers = await Promise.all(
      FIFTY_INDEXES.map(turn => {
        const episode_id = `e_rain_${3 + (turn % 4)}`
        return viewer.client(turn).post('/drama/unlock', { episode_id, expect_price: 60 }, newKey())
      })
    )
    const { 200: unlocked = 0 } = count(answers)
    expect(unlocked).toBeGreaterThan(0)
    expect(unlocked).toBeLessThanOrEqual(2)
    const { coins, bonus } = await viewer.balance()
    expect(coins + bonus).toBe(129 - 60 * unlocked)
    await expectValidLedger(server.db, viewer.userId)
  })

  test('ten dramas at once with coins for three: three are unlocked, seven are told what they cost', async () => {
    const viewer = await openViewer(150, 30)
    const answers = await Promise.all(
      TEN_INDEXES.map(turn => {
        const episode_id = `e_ten${turn}_2`
        return viewer.client(turn).post('/drama/unlock', { episode_id, expect_price: 60 }, newKey())
      })
    )
    expect(count(answers)).toEqual({ 200: 3, 4201: 7 })
    expect(await viewer.balance()).toEqual({ coins: 0, bonus: 0 })
    await expectValidLedger(server.db, viewer.userId)
  })

  test('two devices race for the last coins: one gets its episode, the other its price, and nothing is owed', async () => {
    for (const round of TEN_INDEXES) {
      const viewer = await openViewer(60)
      const race = [0, 1].map(turn => {
        const body = { episode_id: `e_ten${turn}_2`, expect_price: 60 }
        return viewer.client(turn + round).post('/drama/unlock', body, newKey())
      })
      expect(count(await Promise.all(race))).toEqual({ 200: 1, 4201: 1 })
      expect(await viewer.balance()).toEqual({ coins: 0, bonus: 0 })
      await expectValidLedger(server.db, viewer.userId)
    }
  })

  test('all kinds of movement at once lose nothing and make nothing', async () => {
    const viewer = await openViewer(1000)
    await viewer.client(0).post('/drama/auto_unlock', { enabled: true, daily_cap: 1000 })
    await giveBonus(server, viewer.userId, 10)
    server.clock.advance(40 * 86_400_000)
    const now = new Date(server.clock.now())
    const moves = FIFTY_INDEXES.map(turn => {
      const client = viewer.client(turn)
      const episode_id = `e_rain_${3 + (turn % 3)}`
      const kinds = [
        () => giveCoins(server, viewer.userId, 7, 3),
        () => giveBonus(server, viewer.userId, 5),
        () => writeOffAllExpiredLots(server.db, now),
        () => client.post('/drama/unlock', { episode_id, expect_price: 60, source: 'auto' }, newKey()),
        () => client.post('/drama/unlock_undo', { episode_id }, newKey())
      ]
      return kinds[turn % kinds.length]?.()
    })
    await Promise.all(moves)
    const { rows } = await sql<{ paid: string }>`select coalesce(sum(coins_paid + bonus_paid), 0) as paid from unlocks
      where user_id = ${viewer.userId} and refunded_at is null`.execute(server.db)
    const { coins, bonus } = await viewer.balance()
    expect(coins + bonus + Number(rows[0]?.paid)).toBe(1000 + 10 * (7 + 3) + 10 * 5)
    await expectValidLedger(server.db, viewer.userId)
  })

  test('a spending limit holds against many at once', async () => {
    const viewer = await openViewer(3000)
    await viewer.client(0).post('/user/limits', { daily_coins: 60 })
    const answers = await Promise.all(
      FIFTY_INDEXES.map(turn => {
        const episode_id = `e_rain_${3 + (turn % 2)}`
        return viewer.client(turn).post('/drama/unlock', { episode_id, expect_price: 60 }, newKey())
      })
    )
    expect(count(answers)[200]).toBe(1)
    expect(await viewer.balance()).toEqual({ coins: 2940, bonus: 0 })
  })

  test('a decision is answered once: again, later, by any server, with no second charge', async () => {
    const viewer = await openViewer(3000)
    const key = newKey()
    const first = await viewer.client(0).post('/drama/unlock', EPISODE_3, key)
    server.clock.advance(86_400_000)
    const again = await viewer.client(1).post('/drama/unlock', { ...EPISODE_3, lang: 'en' }, key)
    expect([first.code, again.text]).toEqual([200, first.text])
    expect(await viewer.balance()).toEqual({ coins: 2940, bonus: 0 })
  })

  test('a refusal is an answer too: the same decision is not taken back by coins that come later', async () => {
    const viewer = await openViewer(59)
    const key = newKey()
    const first = await viewer.client(0).post('/drama/unlock', EPISODE_3, key)
    await giveCoins(server, viewer.userId, 1000)
    const again = await viewer.client(1).post('/drama/unlock', EPISODE_3, key)
    expect([first.code, again.text]).toEqual([4201, first.text])
    expect(await viewer.balance()).toEqual({ coins: 1059, bonus: 0 })
    expect((await viewer.client(0).post('/drama/unlock', EPISODE_3, newKey())).code).toBe(200)
  })

  test('a key that stands for another request is refused, and another viewer may have the same', async () => {
    const viewer = await openViewer(3000)
    const other = await openViewer(3000)
    const key = newKey()
    expect((await viewer.client(0).post('/drama/unlock', EPISODE_3, key)).code).toBe(200)
    const misuse = { code: 4001, data: { fields: ['Idempotency-Key'] } }
    const four = { episode_id: 'e_rain_4', expect_price: 60 }
    expect(await viewer.client(0).post('/drama/unlock', four, key)).toMatchObject(misuse)
    expect(await viewer.client(0).post('/drama/unlock', { ...EPISODE_3, source: 'auto' }, key)).toMatchObject(misuse)
    const range = { drama_id: 'd_rain', to_no: 4, expect_price: 60 }
    expect(await viewer.client(0).post('/drama/unlock_to', range, key)).toMatchObject(misuse)
    expect((await other.client(0).post('/drama/unlock', EPISODE_3, key)).code).toBe(200)
    expect([await viewer.balance(), await other.balance()]).toEqual(Array(2).fill({ coins: 2940, bonus: 0 }))
  })

  test.each([{}, ...['', 'short', 'x'.repeat(65), 'with a space in it', 'ç'.repeat(20)].map(key => ({ key }))])(
    'without a key nothing is charged: %j',
    async ({ key }: { key?: string }) => {
      const viewer = await openViewer(3000)
      const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key }
      expect(await viewer.client(0).post('/drama/unlock', EPISODE_3, headers)).toMatchObject({
        code: 4001,
        data: { fields: ['Idempotency-Key'] }
      })
      expect(await viewer.balance()).toEqual({ coins: 3000, bonus: 0 })
    }
  )
})
