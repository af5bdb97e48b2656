import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expireBonus } from '../../server/modules/ledger/expiry.js'
import { bonusEnd } from '../../server/modules/ledger/grants.js'
import { type ApiClient, signIn } from './api-client.js'
import { expectSound, giveBonus, giveCoins, newKey } from './money.js'
import { openTestServer, type TestServer } from './open-test-server.js'
import { writeDrama } from './package-fixture.js'

const DAY = 86_400_000
const EPISODES = 40
const PRICE = 60

type Step =
  | { do: 'top up'; coins: number; bonus: number }
  | { do: 'give'; bonus: number }
  | { do: 'unlock one'; wrongBy: number }
  | { do: 'unlock some'; count: number; wrongBy: number }
  | { do: 'unlock and undo' }
  | { do: 'repeat' }
  | { do: 'wait'; days: number }
  | { do: 'expire' }

const amount = (max: number) => fc.integer({ min: 1, max })
const wrongBy = fc.constantFrom(0, 0, 0, 0, 1, -1)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('top up' as const), coins: amount(400), bonus: fc.nat(80) }),
  fc.record({ do: fc.constant('give' as const), bonus: amount(100) }),
  fc.record({ do: fc.constant('unlock one' as const), wrongBy }),
  fc.record({ do: fc.constant('unlock some' as const), count: fc.integer({ min: 2, max: 12 }), wrongBy }),
  fc.constant({ do: 'unlock and undo' as const }),
  fc.constant({ do: 'repeat' as const }),
  fc.record({ do: fc.constant('wait' as const), days: fc.nat(16) }),
  fc.constant({ do: 'expire' as const })
)

/** What a viewer should have, kept by the simplest means. */
class Model {
  coins = 0
  lots: { left: number; end: number }[] = []
  next = 2

  bonusAt = (now: number) => this.lots.reduce((sum, { left, end }) => sum + (end > now ? left : 0), 0)

  give(bonus: number, now: number, zone: string) {
    if (bonus > 0) this.lots.push({ left: bonus, end: bonusEnd(new Date(now), zone).getTime() })
  }

  /** Gives the code that the server must answer with. */
  buy(count: number, price: number, isAsQuoted: boolean, now: number): number {
    if (count === 0) return 4205
    if (!isAsQuoted) return 4202
    if (price > this.coins + this.bonusAt(now)) return 4201
    let missing = price
    for (const lot of this.lots.filter(({ end }) => end > now).sort((one, other) => one.end - other.end)) {
      const taken = Math.min(missing, lot.left)
      lot.left -= taken
      missing -= taken
    }
    this.coins -= missing
    this.next += count
    return 200
  }
}

describe.each(['pglite', 'postgres'] as const)('any order of events on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine })
    writeDrama(server.catalogueDir, { slug: 'long', episodes: EPISODES, free: 1, price: PRICE })
    await server.loader.scan()
  })
  afterAll(() => server.close())

  /** The last request that was answered, to be sent again. */
  interface Sent {
    again: () => ReturnType<ApiClient['post']>
    text: string
  }

  async function buy(viewer: ApiClient, model: Model, wish: Extract<Step, { wrongBy: number }>): Promise<Sent> {
    const isOne = wish.do === 'unlock one'
    const last = isOne ? Math.min(model.next, EPISODES) : Math.min(model.next + wish.count - 1, EPISODES)
    const count = Math.max(0, last - model.next + 1)
    const { data: quote } = await viewer.get('/drama/quote', { drama_id: 'd_long', to_no: String(last) })
    expect(quote.remaining).toBe(count)
    const expect_price = quote.coins_needed + wish.wrongBy * (count > 0 ? 1 : 0)
    const key = newKey()
    const again = () =>
      isOne
        ? viewer.post('/drama/unlock', { episode_id: `e_long_${last}`, expect_price }, key)
        : viewer.post('/drama/unlock_to', { drama_id: 'd_long', to_no: last, expect_price }, key)
    const { code, text } = await again()
    expect(code).toBe(model.buy(count, quote.coins_needed, wish.wrongBy === 0, server.clock.now()))
    return { again, text }
  }

  /** The balance is as before, by way of one that is not. */
  async function buyAndUndo(viewer: ApiClient, model: Model) {
    server.clock.advance(10_000)
    const episode_id = `e_long_${Math.min(model.next, EPISODES)}`
    const isAffordable = model.next <= EPISODES && PRICE <= model.coins + model.bonusAt(server.clock.now())
    const bought = await viewer.post('/drama/unlock', { episode_id, expect_price: PRICE, source: 'auto' }, newKey())
    expect(bought.code).toBe(isAffordable ? 200 : model.next > EPISODES ? 4205 : 4201)
    const undone = await viewer.post('/drama/unlock_undo', { episode_id }, newKey())
    expect(undone.code).toBe(isAffordable ? 200 : 4001)
  }

  async function run(steps: Step[]) {
    const viewer = await signIn(server)
    await viewer.post('/drama/auto_unlock', { enabled: true, daily_cap: 1_000_000 })
    const model = new Model()
    let sent: Sent | null = null
    for (const one of steps) {
      server.clock.advance(1000)
      const now = server.clock.now()
      if (one.do === 'top up') {
        await giveCoins(server, viewer.userId, one.coins, one.bonus)
        model.coins += one.coins
        model.give(one.bonus, now, server.config.timezone)
      } else if (one.do === 'give') {
        await giveBonus(server, viewer.userId, one.bonus)
        model.give(one.bonus, now, server.config.timezone)
      } else if (one.do === 'unlock and undo') await buyAndUndo(viewer, model)
      else if (one.do === 'repeat') {
        if (sent !== null) expect((await sent.again()).text).toBe(sent.text)
      } else if (one.do === 'wait') server.clock.advance(one.days * DAY)
      else if (one.do === 'expire') await expireBonus(server.db, new Date(now))
      else sent = await buy(viewer, model, one)
      const { data } = await viewer.get('/wallet/index')
      expect([data.coins, data.bonus]).toEqual([model.coins, model.bonusAt(server.clock.now())])
      expect(data.lots.reduce((sum, { remaining }) => sum + remaining, 0)).toBe(data.bonus)
      await expectSound(server.db, viewer.userId)
    }
  }

  test('coins and bonus are what a simple count says, and every rule of the ledger holds after every step', async () => {
    const steps = fc.array(step, { minLength: 5, maxLength: 30, size: 'max' })
    await fc.assert(fc.asyncProperty(steps, run), { numRuns: 40, endOnFailure: true })
  }, 180_000)
})
