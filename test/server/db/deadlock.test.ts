import { Hono } from 'hono'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { AppEnvironment } from '../../../server/http/app-environment.js'
import { createErrorHandler } from '../../../server/http/error-response.js'
import { createLog } from '../../../server/lib/log.js'
import { openAccount, requestCode } from '../support/accounts.js'
import { createPollContext, openBuyer, refundByHand } from '../support/buyer.js'
import { newKey } from '../support/money.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { engines, freshDatabase } from '../support/servers/test-database.js'

const LONG_DEADLOCK_TIMEOUT = "set deadlock_timeout = '60s'"
const LOCK_ORDER = 'select from orders where order_no = $1 for update'
const LOCK_USER = 'select from users where id = $1 for update'

async function waiting(watcher: pg.Client): Promise<number> {
  const waitingQuery = `select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  return (await watcher.query(waitingQuery)).rows[0].count
}

describe.runIf(engines.includes('postgres'))('who is chosen to end a deadlock asks again', () => {
  let server: TestServer
  let address: string
  beforeAll(async () => {
    address = await freshDatabase(process.env.TEST_POSTGRES_TEMPLATE)
    server = await openTestServer({ engine: 'postgres', postgresUrl: address })
  })
  afterAll(() => server.close())

  async function openClient() {
    const client = new pg.Client(address)
    await client.connect()
    onTestFinished(() => client.end())
    return client
  }

  /** Deadlocks a refund and a sign-in while `work` waits for the order. The database aborts `work` first. */
  async function runDuringDeadlock<Result>(
    userId: string,
    orderNo: string,
    work: () => Promise<Result>
  ): Promise<Result> {
    const [refund, signIn, watcher] = [await openClient(), await openClient(), await openClient()]
    for (const client of [refund, signIn]) await client.query(`${LONG_DEADLOCK_TIMEOUT}; begin`)
    await refund.query(LOCK_ORDER, [orderNo])
    await signIn.query(LOCK_USER, [userId])
    const working = work()
    working.catch(() => undefined)
    await expect.poll(() => waiting(watcher), { interval: 5 }).toBe(1)
    await signIn.query("set local deadlock_timeout = '1300ms'")
    const signed = signIn.query(LOCK_ORDER, [orderNo]).then(
      () => 'signed in',
      () => 'ended'
    )
    await refund.query(LOCK_USER, [userId])
    await refund.query('commit')
    await signed
    await signIn.query('rollback')
    return working
  }

  test.each(['sign-in', 'deletion'])(
    'a %s waits for an order before it takes the user, as providers do',
    async what => {
      const account = await openAccount(server)
      const buyer = what === 'deletion' ? account : await openBuyer(server)
      const orderBody = { product_id: 'p_brl_300', provider: 'sandbox' }
      const { order_no } = (await buyer.post('/store/order', orderBody, newKey())).data
      const code = await requestCode(server, account.email, buyer)
      const [notice, watcher] = [await openClient(), await openClient()]
      await notice.query('begin')
      await notice.query(LOCK_ORDER, [order_no])
      const working =
        what === 'deletion'
          ? buyer.post('/user/delete', { confirm: 1 })
          : buyer.post('/user/email_login', { email: account.email, code })
      await expect.poll(() => waiting(watcher), { interval: 5 }).toBe(1)
      await notice.query(`${LOCK_USER} nowait`, [buyer.userId])
      await notice.query('commit')
      expect((await working).code).toBe(200)
    }
  )

  test('a look at an order', async () => {
    const buyer = await openBuyer(server)
    const { order_no } = (await buyer.order('p_brl_300')).data
    const answer = await runDuringDeadlock(buyer.userId, order_no, () => buyer.status(order_no))
    expect([answer.status, answer.code, answer.data.status]).toEqual([200, 200, 'pending'])
  })

  test('a refund that the provider has paid is written down', async () => {
    const buyer = await openBuyer(server)
    const order_no = await buyer.buy('p_brl_300')
    const context = createPollContext(server)
    const now = new Date(server.clock.now())
    const provider = context.payments.find('sandbox')
    if (provider === null) throw new Error('no sandbox')
    let completeRefund = () => {}
    const refunding = new Promise<{ done: ReturnType<typeof refundByHand> }>(resolve => {
      provider.refund = () =>
        new Promise(paid => {
          completeRefund = paid
          resolve({ done })
        })
      const done = refundByHand(server, order_no, { context })
    })
    const { done } = await refunding
    const refund = await runDuringDeadlock(buyer.userId, order_no, () => {
      completeRefund()
      return done
    })
    expect(refund).toMatchObject({ type: 'refunded' })
    const row = await server.db.selectFrom('orders').select('money_back_at').where('order_no', '=', order_no).execute()
    expect(row).toEqual([{ money_back_at: now }])
  })
})

test.each(['40P01', '40001'])('who has asked again in vain after %s is answered 503, and may ask later', async code => {
  const app = new Hono<AppEnvironment>()
  app.onError(createErrorHandler(createLog('silent'), null, 0))
  app.get('/', () => {
    throw Object.assign(new Error('they met'), { code })
  })
  const answer = await app.request('/')
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '2'])
})
