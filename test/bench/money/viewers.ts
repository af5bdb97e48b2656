import type { Kysely } from 'kysely'
import type { Database } from '../../../server/db/schema/schema.js'
import { transaction } from '../../../server/db/transaction.js'
import { grantBonus, topUp } from '../../../server/modules/ledger/grants.js'
import { writePaidOrder } from '../../server/support/paid-order.js'
import type { Caller } from './send.js'

export const DRAMAS = 12
export const EPISODES = 60
export const PRICE = 60

/** A viewer with coins; `next` is the number of the first episode that is thought to be locked, over all dramas. */
export interface Viewer {
  token: string
  userId: string
  next: number
}

const COINS = 1_000_000
const LOTS = [40, 200, 1000]
const AT_ONCE = 8

/** Signs viewers in and gives each coins and three lots of bonus. */
export async function openViewers(db: Kysely<Database>, call: Caller, count: number): Promise<Viewer[]> {
  const viewers: Viewer[] = []
  let started = 0
  const lane = async () => {
    while (started++ < count) {
      const { data } = JSON.parse((await call({ path: '/index/visitor_login', body: {} })).text)
      const viewer = { token: data.token, userId: data.user.id, next: 0 }
      await giveMoney(db, viewer.userId)
      viewers.push(viewer)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return viewers
}

function giveMoney(db: Kysely<Database>, userId: string): Promise<void> {
  const given = { userId, now: new Date(), zone: 'UTC' }
  return transaction(db, async trx => {
    const order = { ...given, orderNo: `o_${userId}`, coins: COINS, bonus: 0 }
    await writePaidOrder(trx, order)
    await topUp(trx, order)
    for (const [index, bonus] of LOTS.entries()) {
      const ref = { type: 'bench', id: `${index}` }
      await grantBonus(trx, { ...given, kind: 'gift', ref, key: `gift:${index}`, bonus })
    }
  })
}
