import type { Product, ProviderId } from '../../../contract/store.js'
import type { Clock, Environment } from '../environment.js'
import { randomHex } from '../lib/hex.js'
import { toJson } from '../lib/json.js'
import { safeUrl } from '../lib/safe-url.js'
import { readStoredList } from '../lib/stored-list.js'
import { PENDING_ORDERS_KEY } from './order-keys.js'

export const ANNOUNCED_ORDERS_KEY = 'drama_seen_orders'

export type PurchasedProduct = Pick<
  Product,
  'id' | 'kind' | 'title' | 'coins' | 'bonus' | 'days' | 'amount' | 'currency'
>

/** A started purchase; `at` is in epoch ms. It becomes an order when the server answers. */
export interface PendingOrder {
  key: string
  at: number
  product: PurchasedProduct
  provider: ProviderId
  /** Stored, because a retry with the same key must send the same body. */
  returnUrl: string
  /** The viewer stopped waiting. The order is still tracked. */
  isLeft?: true
  answer?: { order_no: string; payUrl: string; embeddedUrl?: string | undefined }
}

export type Order = PendingOrder & Required<Pick<PendingOrder, 'answer'>>

export interface OrderStorage {
  orders(): Order[]
  /** Returns the unanswered purchase of the same product, or a new one. */
  create(product: PurchasedProduct, provider: ProviderId, returnUrl: string): PendingOrder
  save(order: PendingOrder): void
  remove(key: string): void
  markAnnounced(eventId: string): boolean
}

const MAX_AGE_MS = 30 * 86_400_000
const REUSE_WINDOW_MS = 600_000
const MAX_ORDERS = 20
const MAX_EVENT_IDS = 300

export function createOrderStorage({ storage, clock, random }: Environment): OrderStorage {
  const read = () => readStoredList(storage, PENDING_ORDERS_KEY, isPendingOrder).filter(isRecent(clock, MAX_AGE_MS))
  const write = (orders: PendingOrder[]) => {
    if (orders.length > 0) storage.set(PENDING_ORDERS_KEY, toJson(orders.slice(-MAX_ORDERS)))
    else storage.remove(PENDING_ORDERS_KEY)
  }
  const withoutKey = (key: string) => read().filter(order => order.key !== key)
  return {
    orders: () => read().filter((order): order is Order => order.answer !== undefined),
    create(product, provider, returnUrl) {
      const isSame = (order: PendingOrder) =>
        order.answer === undefined &&
        order.product.id === product.id &&
        order.product.amount === product.amount &&
        order.provider === provider
      const pending = read().filter(isRecent(clock, REUSE_WINDOW_MS)).find(isSame)
      if (pending) return pending
      const { id, kind, title, coins, bonus, days, amount, currency } = product
      const purchased = { id, kind, title, coins, bonus, days, amount, currency }
      const order = { key: randomHex(random, 16), at: clock.now(), product: purchased, provider, returnUrl }
      write([...read(), order])
      return order
    },
    save: order => write([...withoutKey(order.key), order]),
    remove: key => write(withoutKey(key)),
    markAnnounced(eventId) {
      const announced = readStoredList(storage, ANNOUNCED_ORDERS_KEY, isText)
      if (announced.includes(eventId)) return false
      storage.set(ANNOUNCED_ORDERS_KEY, toJson([...announced, eventId].slice(-MAX_EVENT_IDS)))
      return true
    }
  }
}

const isRecent =
  (clock: Clock, maxAgeMs: number) =>
  ({ at }: PendingOrder) =>
    clock.now() - at < maxAgeMs

function isPendingOrder(order: unknown): order is PendingOrder {
  const { key, at, product, answer } = Object(order) as Partial<PendingOrder>
  const isAnswered =
    typeof answer?.order_no === 'string' && isPayUrl(answer.payUrl) && isPayUrl(answer.embeddedUrl ?? '')
  return typeof key === 'string' && typeof at === 'number' && typeof product?.id === 'string' && (!answer || isAnswered)
}

const isText = (item: unknown) => typeof item === 'string'

const isPayUrl = (url: unknown) => typeof url === 'string' && (url === '' || safeUrl(url, url) !== undefined)
