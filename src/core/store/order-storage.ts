// What the browser remembers of orders: those that nobody has paid yet, and those that the page around the app has heard of.

import type { Product, ProviderId } from '../../../contract/store.js'
import type { AppStorage, Clock, Environment } from '../environment.js'
import { randomHex } from '../lib/hex.js'
import { toJson } from '../lib/json.js'
import { safeUrl } from '../lib/safe-url.js'
import { PENDING_ORDERS_KEY } from './pending-orders.js'

/** Where the ids of told events are kept. */
export const SEEN_KEY = 'drama_seen_orders'

export type PurchasedProduct = Pick<
  Product,
  'id' | 'kind' | 'title' | 'coins' | 'bonus' | 'days' | 'amount' | 'currency'
>

/** A decision to buy: sent under one key until it is answered; then it is an order. `at` in epoch ms. */
export interface PendingOrder {
  key: string
  at: number
  product: PurchasedProduct
  provider: ProviderId
  /** Where the pay page leads back to; a key is sent with the same words each time. */
  returnUrl: string
  /** The viewer waits for it no longer; it is asked for all the same. */
  isLeft?: true
  /** `payUrl` is empty where it needs no paying any more. */
  answer?: { order_no: string; payUrl: string }
}

/** One that has been answered. */
export type Order = PendingOrder & Required<Pick<PendingOrder, 'answer'>>

export interface OrderStorage {
  /** Those that may still be paid, oldest first. */
  orders(): Order[]
  /** The decision for this product that nobody has answered, or a new one. */
  create(product: PurchasedProduct, provider: ProviderId, returnUrl: string): PendingOrder
  /** In the place of what was kept under its key. */
  keep(decision: PendingOrder): void
  forget(key: string): void
  /** Notes that the event of this id is told; false where it was told before. */
  markAnnounced(eventId: string): boolean
}

/** In ms: so long money may be on its way, and so long a decision without an answer is still the same one. */
const LONGEST = 30 * 86_400_000
const SAME_ORDER_MS = 600_000
const MOST_KEPT = 20
const MOST_SEEN = 300

export function createKeptOrders({ storage, clock, random }: Environment): OrderStorage {
  const read = () =>
    readList<PendingOrder>(storage, PENDING_ORDERS_KEY).filter(isDecision).filter(isRecent(clock, LONGEST))
  const write = (kept: PendingOrder[]) => {
    if (kept.length > 0) storage.set(PENDING_ORDERS_KEY, toJson(kept.slice(-MOST_KEPT)))
    else storage.remove(PENDING_ORDERS_KEY)
  }
  const others = (key: string) => read().filter(kept => kept.key !== key)
  return {
    orders: () => read().filter((kept): kept is Order => kept.answer !== undefined),
    create(product, provider, returnUrl) {
      const isSame = (kept: PendingOrder) =>
        kept.answer === undefined &&
        kept.product.id === product.id &&
        kept.product.amount === product.amount &&
        kept.provider === provider
      const open = read().filter(isRecent(clock, SAME_ORDER_MS)).find(isSame)
      if (open) return open
      const { id, kind, title, coins, bonus, days, amount, currency } = product
      const bought = { id, kind, title, coins, bonus, days, amount, currency }
      const decision = { key: randomHex(random, 16), at: clock.now(), product: bought, provider, returnUrl }
      write([...read(), decision])
      return decision
    },
    keep: decision => write([...others(decision.key), decision]),
    forget: key => write(others(key)),
    markAnnounced(eventId) {
      const seen = readList<unknown>(storage, SEEN_KEY)
      if (seen.includes(eventId)) return false
      storage.set(SEEN_KEY, toJson([...seen, eventId].slice(-MOST_SEEN)))
      return true
    }
  }
}

const isRecent =
  (clock: Clock, age: number) =>
  ({ at }: PendingOrder) =>
    clock.now() - at < age

/** What stands in a storage may have been written by anybody. */
function isDecision(kept: PendingOrder): boolean {
  const { key, at, product, answer } = Object(kept) as Partial<PendingOrder>
  const isAnswered = typeof answer?.order_no === 'string' && isPayUrl(answer.payUrl)
  return typeof key === 'string' && typeof at === 'number' && typeof product?.id === 'string' && (!answer || isAnswered)
}

const isPayUrl = (url: unknown) => typeof url === 'string' && (url === '' || safeUrl(url, url) !== undefined)

function readList<Item>(storage: AppStorage, key: string): Item[] {
  try {
    const list: unknown = JSON.parse(storage.get(key) ?? '[]')
    return Array.isArray(list) ? list : []
  } catch {
    return []
  }
}
