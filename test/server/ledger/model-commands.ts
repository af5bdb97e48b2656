// Commands that change a viewer's money. Add an entry to `commands` for each new kind of movement.
import fc from 'fast-check'
import { expect } from 'vitest'
import { transaction } from '../../../server/db/transaction.js'
import { lockFreshWallet, writeOffAllExpiredLots } from '../../../server/modules/ledger/bonus-expiry.js'
import { findPaidUnlock, refundUnlock } from '../../../server/modules/unlock/refund-unlock.js'
import { type ApiClient, createApiClient } from '../support/api-client.js'
import { giveBonus, giveCoins, newKey } from '../support/money.js'
import type { TestServer } from '../support/open-test-server.js'
import type { Decision, MoneyModel } from './money-model.js'

/** A viewer of the drama `long`. Commands may replace `server`; all servers share one clock. */
export interface Real {
  server: TestServer
  userId: string
  token: string | null
  restart(): Promise<TestServer>
}

type Run<Given> = (given: Given, model: MoneyModel, real: Real, now: number) => Promise<void>

type Check = (model: MoneyModel, real: Real) => Promise<void>

function command<Given extends object>(name: string, given: fc.Arbitrary<Given>, run: Run<Given>) {
  return (check: Check) =>
    given.map(values => ({
      check: () => true,
      run: async (model: MoneyModel, real: Real) => {
        real.server.clock.advance(1000)
        await run(values, model, real, real.server.clock.now())
        await check(model, real)
      },
      toString: () => `${name} ${JSON.stringify(values)}`
    }))
}

const amount = (max: number) => fc.integer({ min: 1, max })
const offered = fc.constantFrom(0, 0, 0, 0, 0, 1, -1)
const DAY = 86_400_000
const client = ({ server, token }: Real): ApiClient => createApiClient(server, token)

async function decide(model: MoneyModel, real: Real, { path, body }: Pick<Decision, 'path' | 'body'>) {
  const key = newKey()
  const answer = await client(real).post(path, body, key)
  model.decisions.push({ path, body, key: key['Idempotency-Key'], text: answer.text })
  return answer
}

async function unlock(
  model: MoneyModel,
  real: Real,
  no: number,
  kind: 'one' | 'auto' | 'range',
  off: number,
  now: number
) {
  const { code, episodes, price } = model.expectUnlock(no, kind, off, now)
  const one = {
    episode_id: `e_long_${no}`,
    expect_price: Math.max(0, price + off),
    source: kind === 'auto' ? 'auto' : 'coins'
  }
  const range = { drama_id: 'd_long', to_no: no, expect_price: Math.max(0, price + off) }
  const answer = await decide(
    model,
    real,
    kind === 'range' ? { path: '/drama/unlock_to', body: range } : { path: '/drama/unlock', body: one }
  )
  expect(answer.code).toBe(code)
  if (code !== 200) return
  const { data } = JSON.parse(answer.text)
  const unlocked: { episode_no: number; price: number; coins_paid: number; bonus_paid: number }[] = data.unlocked ?? [
    data.unlock
  ]
  expect(unlocked.map(({ episode_no }) => episode_no)).toEqual(episodes)
  const shares = new Map(unlocked.map(each => [each.episode_no, { coins: each.coins_paid, bonus: each.bonus_paid }]))
  const paid = model.pay(price, shares, kind === 'auto', now)
  const total = (name: 'coins' | 'bonus') => [...shares.values()].reduce((sum, share) => sum + share[name], 0)
  expect({ coins: total('coins'), bonus: total('bonus') }).toEqual(paid)
  for (const each of unlocked) expect(each.coins_paid + each.bonus_paid).toBeLessThanOrEqual(each.price)
  expect(data.balance).toEqual({ coins: model.coins, bonus: model.bonusAt(now) })
}

const clamp = (model: MoneyModel, no: number) => Math.max(1, Math.min(no, model.episodes))
const nextOf = (model: MoneyModel) => model.locked()[0] ?? model.episodes

/** Refunds with the function that undo uses, but without the time limit of undo. */
async function refund(real: Real, no: number, now: Date) {
  await transaction(real.server.db, async trx => {
    const wallet = await lockFreshWallet(trx, real.userId, now)
    const paid = await findPaidUnlock(trx, real.userId, `e_long_${no}`)
    if (paid === null) throw new Error(`episode ${no} was not paid for`)
    await refundUnlock(trx, wallet, paid, now)
  })
}

const some = fc.record({ offset: fc.constantFrom(0, 0, 0, 0, 1, -1), off: offered })
const period = fc.constantFrom('daily' as const, 'weekly' as const)

export const commands = [
  command(
    'top up',
    fc.record({ coins: amount(400), bonus: fc.nat(80) }),
    async ({ coins, bonus }, model, real, now) => {
      await giveCoins(real.server, real.userId, coins, bonus)
      model.coins += coins
      model.give(bonus, now)
    }
  ),
  command('give', fc.record({ bonus: amount(100) }), async ({ bonus }, model, real, now) => {
    await giveBonus(real.server, real.userId, bonus)
    model.give(bonus, now)
  }),
  command('unlock', some, ({ offset, off }, model, real, now) =>
    unlock(model, real, clamp(model, nextOf(model) + offset), 'one', off, now)
  ),
  command('unlock by itself', some, ({ offset, off }, model, real, now) =>
    unlock(model, real, clamp(model, nextOf(model) + offset), 'auto', off, now)
  ),
  command(
    'unlock up to',
    fc.record({ count: fc.integer({ min: 0, max: 12 }), off: offered }),
    ({ count, off }, model, real, now) =>
      unlock(model, real, clamp(model, nextOf(model) + count - 1), 'range', off, now)
  ),
  command('undo', fc.record({ back: fc.nat(2) }), async ({ back: offset }, model, real, now) => {
    const no = clamp(model, nextOf(model) - 1 - offset)
    const may = model.mayUndo(no, now)
    const answer = await decide(model, real, { path: '/drama/unlock_undo', body: { episode_id: `e_long_${no}` } })
    expect(answer.code).toBe(may ? 200 : 4001)
    if (may) model.refund(no, now)
  }),
  command('refund', fc.record({ index: fc.nat(50) }), async ({ index }, model, real, now) => {
    const paid = [...model.bought].filter(([, { isRefunded }]) => !isRefunded)
    const [no] = paid[index % Math.max(1, paid.length)] ?? []
    if (no === undefined) return
    await refund(real, no, new Date(now))
    model.refund(no, now)
  }),
  command('expire', fc.constant({}), async (_none, _model, real, now) => {
    await writeOffAllExpiredLots(real.server.db, new Date(now))
  }),
  command(
    'limit',
    fc.record({ period, coins: fc.constantFrom(null, null, 0, 100, 300, 2000) }),
    async (given, model, real, now) => {
      const { code } = await client(real).post('/user/limits', { [`${given.period}_coins`]: given.coins })
      expect(code).toBe(200)
      model.setLimit(given.period, given.coins, now)
    }
  ),
  command(
    'set automatic',
    fc.record({ isOn: fc.constantFrom(true, true, false), cap: fc.constantFrom(60, 180, 100_000) }),
    async ({ isOn, cap }, model, real) => {
      await client(real).post('/drama/auto_unlock', { enabled: isOn, daily_cap: cap })
      model.auto = { isOn, cap }
    }
  ),
  command(
    'wait',
    fc.record({ ms: fc.constantFrom(9000, 12_000, 3_600_000, DAY, DAY, 3 * DAY, 16 * DAY) }),
    async ({ ms }, _model, real) => {
      real.server.clock.advance(ms)
    }
  ),
  command('repeat', fc.record({ index: fc.nat(50) }), async ({ index }, model, real) => {
    const old = model.decisions[index % Math.max(1, model.decisions.length)]
    if (old === undefined) return
    const again = await client(real).post(old.path, { ...old.body, lang: 'en' }, { 'Idempotency-Key': old.key })
    expect(again.text).toBe(old.text)
  }),
  command('use a key again', fc.record({ index: fc.nat(50) }), async ({ index }, model, real) => {
    const old = model.decisions[index % Math.max(1, model.decisions.length)]
    if (old === undefined) return
    const body = { drama_id: 'd_long', to_no: model.episodes, expect_price: 61 }
    const { code } = await client(real).post('/drama/unlock_to', body, { 'Idempotency-Key': old.key })
    expect(code).toBe(4001)
  }),
  command('restart', fc.constant({}), async (_none, _model, real) => {
    real.server = await real.restart()
  })
]
