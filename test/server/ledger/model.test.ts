import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readBalance } from '../../../server/modules/ledger/wallet.js'
import { signIn } from '../support/api-client.js'
import { expectValidLedger } from '../support/money.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { writeDrama } from '../support/package-fixture.js'
import { engines } from '../support/servers/test-database.js'
import { commands, type Real } from './model-commands.js'
import { MoneyModel } from './money-model.js'

const EPISODES = 40
const PRICE = 60
const RUNS = Number(process.env.MODEL_RUNS ?? 40)
const STEPS = 30
/** FC_SEED replays a failed run. Without it every run is new, and a failure prints its seed. */
const seed = process.env.FC_SEED === undefined ? {} : { seed: Number(process.env.FC_SEED) }

interface StoredMoney {
  unbalanced: string
  coins: string
  bonus: string
  in_lots: string
  paid: string
  spent: string
  owing: string
  payments: string
  refunds: string
  decisions: string
  open: number[] | null
}

async function readStored({ server, userId }: Real): Promise<StoredMoney> {
  const { rows } = await sql<StoredMoney>`
    with entries as (select seq, account, amount from ledger_entries where user_id = ${userId}),
      txns as (select kind from ledger_txns where user_id = ${userId}),
      mine as (select * from unlocks where user_id = ${userId})
    select
      (select count(*) from (select 1 from entries group by seq having sum(amount) <> 0) as wrong) as unbalanced,
      (select coalesce(sum(amount), 0) from entries where account = 'user:' || ${userId}::text || ':coins') as coins,
      (select coalesce(sum(amount), 0) from entries
        where starts_with(account, 'user:' || ${userId}::text || ':bonus:')) as bonus,
      (select coalesce(sum(remaining), 0) from bonus_lots where user_id = ${userId}) as in_lots,
      (select coalesce(sum(coins_paid + bonus_paid), 0) from mine where refunded_at is null) as paid,
      (select coalesce(sum(amount), 0) from entries where account = 'sys:spent') as spent,
      (select count(*) from users where id = ${userId} and (coins < 0 or bonus < 0)) as owing,
      (select count(*) from txns where kind = 'unlock') as payments,
      (select count(*) from txns where kind = 'unlock_refund') as refunds,
      (select count(*) from idempotent_answers where user_id = ${userId}) as decisions,
      (select json_agg(episode_no order by episode_no) from mine where refunded_at is null) as open
  `.execute(server.db)
  return rows[0] as StoredMoney
}

/** Checks I1 to I5, I10 and I11: sums, balances, no debt, no double or unrequested payment, each decision once. */
async function expectModel(model: MoneyModel, real: Real): Promise<void> {
  const now = real.server.clock.now()
  const { open, ...sums } = await readStored(real)
  const found = Object.fromEntries(Object.entries(sums).map(([name, value]) => [name, Number(value)]))
  expect(found).toMatchObject({ unbalanced: 0, owing: 0, coins: model.coins, in_lots: found.bonus, paid: found.spent })
  expect(found).toMatchObject({
    payments: model.payments,
    refunds: model.refunds,
    decisions: model.decisions.length
  })
  expect(open ?? []).toEqual([...model.bought.keys()].filter(model.isOpen).sort((one, other) => one - other))
  expect(await readBalance(real.server.db, real.userId, new Date(now))).toEqual({
    coins: model.coins,
    bonus: model.bonusAt(now)
  })
}

describe.each(engines)('any order of events on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine })
    writeDrama(server.catalogueDir, { slug: 'long', episodes: EPISODES, free: 1, price: PRICE })
    await server.loader.scan()
  })
  const later: TestServer[] = []
  afterAll(async () => {
    for (const one of [...later, server]) await one.close()
  })

  /** Opens a server that shares only the database and the clock with the first one. */
  async function restart() {
    const next = await openTestServer({ engine, db: server.db, clock: server.clock, catalogueDirs: [] })
    later.push(next)
    return next
  }

  test('coins and bonus are what a simple count says, and every rule of the ledger holds after every step', async () => {
    const plans = fc.commands(
      commands.map(command => command(expectModel)),
      { maxCommands: STEPS, size: 'max' }
    )
    const run = async (plan: Iterable<fc.AsyncCommand<MoneyModel, Real>>) => {
      const { userId, token } = await signIn(server)
      const real = { server, userId, token, restart }
      await fc.asyncModelRun(() => ({ model: new MoneyModel(EPISODES, PRICE), real }), plan)
      await expectValidLedger(server.db, userId)
    }
    await fc.assert(fc.asyncProperty(plans, run), { numRuns: RUNS, endOnFailure: true, ...seed })
  }, 180_000)
})
