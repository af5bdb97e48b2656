import type { Kysely } from 'kysely'
import type { Database } from '../../../server/db/schema/schema.js'
import { transaction } from '../../../server/db/transaction.js'
import { grantBonus, topUp } from '../../../server/modules/ledger/grants.js'
import { writePaidOrder } from '../../server/support/paid-order.js'
import type { Message, Reply } from '../support/http-caller.js'

export const DRAMAS = 12
export const EPISODES = 60
export const PRICE = 60

/** `next` counts episodes over all dramas and is the first one that is probably locked. */
export interface Viewer {
  token: string
  userId: string
  next: number
}

const COINS = 1_000_000
const BONUS_LOTS = [40, 200, 1000]
const PARALLEL_SIGN_INS = 8

export async function openViewers(
  db: Kysely<Database>,
  call: (message: Message) => Promise<Pick<Reply, 'text'>>,
  count: number
): Promise<Viewer[]> {
  const viewers: Viewer[] = []
  let started = 0
  const runLane = async () => {
    while (started++ < count) {
      const { data } = JSON.parse((await call({ path: '/index/visitor_login', body: {} })).text)
      const viewer = { token: data.token, userId: data.user.id, next: 0 }
      await grantCoins(db, viewer.userId)
      viewers.push(viewer)
    }
  }
  await Promise.all(Array.from({ length: PARALLEL_SIGN_INS }, runLane))
  return viewers
}

function grantCoins(db: Kysely<Database>, userId: string): Promise<void> {
  const grant = { userId, now: new Date(), zone: 'UTC' }
  return transaction(db, async trx => {
    const order = { ...grant, orderNo: `o_${userId}`, coins: COINS, bonus: 0 }
    await writePaidOrder(trx, order)
    await topUp(trx, order)
    for (const [index, bonus] of BONUS_LOTS.entries()) {
      const ref = { type: 'bench', id: `${index}` }
      await grantBonus(trx, { ...grant, kind: 'gift', ref, key: `gift:${index}`, bonus })
    }
  })
}
