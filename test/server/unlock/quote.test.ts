import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type CoinPacks,
  computeCheapestPurchase,
  computeCoinValue,
  findCheapestPack
} from '../../../server/modules/store/prices.js'
import { coinPacks, passOffers } from '../../../server/modules/store/starter-products.js'
import { createQuote } from '../../../server/modules/unlock/quote-rules.js'
import { signIn } from '../support/api-client.js'
import { giveCoins } from '../support/money.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { episodeIdOf, fixtures, writeCatalogue, writeDrama } from '../support/package-fixture.js'
import { engines } from '../support/servers/test-database.js'

const packs = coinPacks as unknown as CoinPacks

test('money is worth the pack with the lowest price per coin', () => {
  const { coins, amount } = findCheapestPack(packs)
  for (const pack of coinPacks) expect(amount / coins).toBeLessThanOrEqual(pack.amount / (pack.coins + pack.bonus))
  expect([computeCoinValue(0, packs), computeCoinValue(coins, packs), computeCoinValue(1, packs)]).toEqual([
    0,
    amount,
    Math.ceil(amount / coins)
  ])
})

test('a purchase holds the coins, and nothing cheaper does', () => {
  const totals = coinPacks.map(pack => [pack.coins + pack.bonus, pack.amount] as const)
  /** Tries every count of the first pack, then of the next. */
  const tried = (coins: number, [first, ...rest]: typeof totals): number => {
    if (coins <= 0) return 0
    if (first === undefined) return Number.POSITIVE_INFINITY
    const most = Math.ceil(coins / first[0])
    const costs = Array.from(
      { length: most + 1 },
      (_, count) => count * first[1] + tried(coins - count * first[0], rest)
    )
    return Math.min(...costs)
  }
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4000 }), coins => {
      expect(computeCheapestPurchase(coins, packs)).toBe(tried(coins, totals.toReversed()))
    }),
    { numRuns: 50 }
  )
  expect(computeCheapestPurchase(1, packs)).toBe(Math.min(...coinPacks.map(pack => pack.amount)))
  expect(computeCheapestPurchase(1_000_000_000, packs)).toBeGreaterThan(0)
})

test('a quote adds up, whatever was bought and watched', () => {
  const episode = fc.record({
    price: fc.integer({ min: 0, max: 200 }),
    isUnlocked: fc.boolean(),
    duration_s: fc.integer({ min: 1, max: 900 }),
    watched_s: fc.integer({ min: 0, max: 1000 })
  })
  fc.assert(
    fc.property(
      fc.array(episode, { maxLength: 80 }),
      fc.option(fc.integer({ min: 1, max: 120 }), { nil: undefined }),
      fc.nat(5000),
      fc.nat(5000),
      (episodes, toNo, coins, bonus) => {
        const accessList = episodes.map(({ price, isUnlocked }, index) => {
          const state = price === 0 ? 'free' : isUnlocked ? 'unlocked' : 'locked'
          return { id: `e_${index}`, no: index + 1, price, state } as const
        })
        const timed = episodes.map(({ duration_s, watched_s }, index) => ({ id: `e_${index}`, duration_s, watched_s }))
        const quote = createQuote({
          dramaId: 'd',
          accessList,
          episodes: timed,
          toNo,
          balance: { coins, bonus },
          currency: 'BRL',
          packs,
          passes: passOffers
        })
        expect(quote.paid_total).toBe(quote.unlocked + quote.remaining)
        expect(quote.episode_total).toBe(Math.min(toNo ?? Infinity, episodes.length))
        expect(quote.coins_needed).toBeLessThanOrEqual(quote.coins_full)
        expect(quote.coins_needed).toBeGreaterThanOrEqual(Math.floor(quote.coins_full * 0.85))
        expect(quote.bonus_usable).toBe(Math.min(bonus, quote.coins_needed))
        expect(quote.minutes_left).toBeLessThanOrEqual(quote.total_minutes)
        const { kind, amount } = quote.best_option
        expect(kind === 'none').toBe(quote.remaining === 0)
        expect(kind === 'balance').toBe(quote.remaining > 0 && coins + bonus >= quote.coins_needed)
        expect(amount === 0).toBe(kind === 'none' || kind === 'balance')
      }
    )
  )
})

describe.each(engines)('quote on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine })
    writeDrama(server.catalogueDir, { slug: 'long', episodes: 72, free: 11, sort: 9 })
    writeCatalogue(server.catalogueDir, fixtures)
    await server.loader.scan()
  })
  afterAll(() => server.close())

  test('D-009 the whole drama is priced in coins, money and minutes before anything is paid', async () => {
    const visitor = await signIn(server)
    const { data } = await visitor.get('/drama/quote', { drama_id: 'd_long' })
    expect(data).toEqual({
      drama_id: 'd_long',
      to_no: 72,
      episode_total: 72,
      paid_total: 61,
      unlocked: 0,
      remaining: 61,
      coins_full: 3660,
      discount_percent: 15,
      coins_needed: 3111,
      bonus_usable: 0,
      balance: { coins: 0, bonus: 0 },
      money: { amount: Math.ceil((3111 * 19_990) / 7200), currency: 'BRL', basis: { coins: 7200, amount: 19_990 } },
      total_minutes: 72,
      minutes_left: 72,
      best_option: { kind: 'weekly', amount: 2990, currency: 'BRL' },
      cheapest_pass: { kind: 'weekly', amount: 2990, currency: 'BRL' }
    })
  })

  test('what was bought and watched is taken off; bonus comes before coins', async () => {
    const visitor = await signIn(server)
    await giveCoins(server, visitor.userId, 100, 80)
    const unlock = { user_id: visitor.userId, episode_id: episodeIdOf('rain', 3), drama_id: 'd_rain', episode_no: 3 }
    const paid = {
      price: 60,
      coins_paid: 60,
      bonus_paid: 0,
      source: 'coins' as const,
      lpid: null,
      created_at: new Date()
    }
    await server.db
      .insertInto('unlocks')
      .values({ ...unlock, ...paid })
      .execute()
    await visitor.post('/drama/progress', { play_id: 'p', episode_id: 'e_rain_1', position_s: 59 })
    await visitor.post('/drama/progress', { play_id: 'p', episode_id: 'e_rain_2', position_s: 20 })
    const { data } = await visitor.get('/drama/quote', { drama_id: 'd_rain' })
    expect(data).toMatchObject({
      paid_total: 4,
      unlocked: 1,
      remaining: 3,
      coins_full: 180,
      coins_needed: 153,
      bonus_usable: 80,
      balance: { coins: 100, bonus: 80 },
      total_minutes: 6,
      minutes_left: 5,
      best_option: { kind: 'balance' },
      cheapest_pass: { kind: 'weekly', amount: 2990, currency: 'BRL' }
    })
    const upTo = (await visitor.get('/drama/quote', { drama_id: 'd_rain', to_no: '4' })).data
    expect(upTo).toMatchObject({ to_no: 4, paid_total: 2, remaining: 1, coins_needed: 60, discount_percent: 0 })
    expect((await visitor.get('/drama/quote', { drama_id: 'd_rain', to_no: '99' })).data).toEqual(data)
  })

  test('D-250 with a pass nothing has to be paid', async () => {
    const visitor = await signIn(server)
    const now = server.clock.now()
    const times = { starts_at: new Date(now - 1000), ends_at: new Date(now + 1000) }
    await server.db
      .insertInto('passes')
      .values({ user_id: visitor.userId, id: 'p_1', kind: 'weekly', ...times })
      .execute()
    expect((await visitor.get('/drama/quote', { drama_id: 'd_rain' })).data).toMatchObject({
      paid_total: 4,
      unlocked: 0,
      remaining: 0,
      coins_needed: 0,
      best_option: { kind: 'none', amount: 0 }
    })
  })

  test('a free drama costs nothing', async () => {
    const visitor = await signIn(server)
    expect((await visitor.get('/drama/quote', { drama_id: 'd_moon' })).data).toMatchObject({
      paid_total: 0,
      remaining: 0,
      coins_needed: 0,
      money: { amount: 0 },
      best_option: { kind: 'none' }
    })
  })

  test('what cannot be quoted says so', async () => {
    const visitor = await signIn(server)
    expect((await visitor.get('/drama/quote', { drama_id: 'd_none' })).code).toBe(4204)
    expect((await visitor.get('/drama/quote')).code).toBe(4001)
    for (const to_no of ['0', '-1', '1.5', 'x', '1e9', '']) {
      expect((await visitor.get('/drama/quote', { drama_id: 'd_rain', to_no })).code).toBe(4001)
    }
  })
})
