import { expect, test } from 'vitest'
import { balanceOf, expectValidLedger, newKey } from '../support/money.js'
import { prepareKillableServer } from '../support/servers/killable-server.js'
import { freshDatabase, openPostgres } from '../support/servers/test-database.js'

const VIEWERS = 4
const ORDERS = 10

const killable = prepareKillableServer({ slug: 'rain', episodes: 3, free: 1, price: 60 })

interface ServerState {
  origin: Promise<string>
  paid: number
}

interface Buyer {
  userId: string
  headers: Record<string, string>
}

async function retryUntilValid<Answer>(
  state: ServerState,
  send: (origin: string) => Promise<Response>,
  read: (response: Response) => Promise<Answer | null>
) {
  for (;;) {
    const origin = await state.origin
    const answer = await send(origin).then(read, () => null)
    if (answer !== null) return answer
  }
}

const dataOf = async (response: Response) => {
  const { code, data } = await response.json()
  return code === 200 ? data : null
}

async function buyOrders(state: ServerState, { headers }: Buyer): Promise<string[]> {
  const orders: string[] = []
  const body = JSON.stringify({ product_id: 'p_brl_300', provider: 'sandbox' })
  for (let count = 0; count < ORDERS; count++) {
    const init = { method: 'POST', headers: { ...headers, ...newKey() }, body }
    const { order_no } = await retryUntilValid(state, origin => fetch(`${origin}/store/order`, init), dataOf)
    const form = { method: 'POST', redirect: 'manual', body: new URLSearchParams({ decision: 'approve' }) } as const
    const decided = async ({ status }: Response) => (status === 303 ? status : null)
    await retryUntilValid(state, origin => fetch(`${origin}/pay/sandbox/${order_no}`, form), decided)
    const isPaid = async (response: Response) => ((await dataOf(response))?.status === 'paid' ? true : null)
    await retryUntilValid(
      state,
      origin => fetch(`${origin}/store/order_status?order_no=${order_no}`, { headers }),
      isPaid
    )
    orders.push(order_no)
    state.paid += 1
  }
  return orders
}

test('a server that is killed while orders are paid loses none, gives none twice, and makes none twice', async () => {
  const url = await freshDatabase(process.env.TEST_POSTGRES_TEMPLATE)
  const env = { DATA_DIR: killable.path('data'), CATALOGUE_DIRS: killable.path('catalogue'), DATABASE_URL: url }
  const state: ServerState = { origin: killable.start(env), paid: 0 }
  const signIn = async (): Promise<Buyer> => {
    const json = { 'Content-Type': 'application/json' }
    const init = { method: 'POST', headers: json, body: '{}' }
    const login = await retryUntilValid(state, origin => fetch(`${origin}/index/visitor_login`, init), dataOf)
    return { userId: login.user.id, headers: { ...json, Authorization: login.token } }
  }
  const buyers = await Promise.all(Array.from({ length: VIEWERS }, signIn))
  const shopping = buyers.map(buyer => buyOrders(state, buyer))
  for (const least of [3, 15]) {
    await expect.poll(() => state.paid, { interval: 5 }).toBeGreaterThan(least)
    await killable.stop('SIGKILL')
    state.origin = killable.start(env)
    await state.origin
  }
  const bought = await Promise.all(shopping)
  await killable.stop('SIGTERM')

  const db = openPostgres(url)
  for (const [index, { userId }] of buyers.entries()) {
    const rows = await db.selectFrom('orders').select(['order_no', 'status']).where('user_id', '=', userId).execute()
    expect(rows.map(({ order_no }) => order_no).sort()).toEqual(bought[index]?.toSorted())
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['paid']))
    expect(await balanceOf(db, userId)).toEqual({ coins: 300 * ORDERS, bonus: 100 })
    await expectValidLedger(db, userId)
  }
  const events = await db.selectFrom('event_outbox').select('event_id').execute()
  expect(events).toHaveLength(VIEWERS * ORDERS)
  await db.destroy()
}, 120_000)
