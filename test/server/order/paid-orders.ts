import type { Kysely } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '../../../server/db/schema/schema.js'
import { balanceOf, expectValidLedger, newKey } from '../support/money.js'

/** `origin` is that of the server, once it is up; `paid` counts orders. */
export interface ShopState {
  origin: Promise<string>
  paid: number
}

export interface Buyer {
  userId: string
  headers: Record<string, string>
}

async function retryUntilValid<Answer>(
  state: ShopState,
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

/** Repeats every request until it is answered. Returns the numbers of the orders, all paid. */
export async function buyOrders(state: ShopState, { headers }: Buyer, orderCount: number): Promise<string[]> {
  const orders: string[] = []
  const body = JSON.stringify({ product_id: 'p_brl_300', provider: 'sandbox' })
  for (let count = 0; count < orderCount; count++) {
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

export async function signInBuyer(state: ShopState): Promise<Buyer> {
  const json = { 'Content-Type': 'application/json' }
  const init = { method: 'POST', headers: json, body: '{}' }
  const login = await retryUntilValid(state, origin => fetch(`${origin}/index/visitor_login`, init), dataOf)
  return { userId: login.user.id, headers: { ...json, Authorization: login.token } }
}

/** The viewer has these orders and no others, each given once. */
export async function expectPaid(db: Kysely<Database>, userId: string, orderNos: readonly string[]): Promise<void> {
  const rows = await db.selectFrom('orders').select(['order_no', 'status']).where('user_id', '=', userId).execute()
  expect(rows.map(({ order_no }) => order_no).sort()).toEqual(orderNos.toSorted())
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['paid']))
  // The first order has a bonus of 100.
  expect(await balanceOf(db, userId)).toEqual({ coins: 300 * orderNos.length, bonus: 100 })
  await expectValidLedger(db, userId)
}
