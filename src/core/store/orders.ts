import type { ErrorCode } from '../../../contract/protocol/errors.js'
import type { OrderState, ProviderId } from '../../../contract/store.js'
import type { App } from '../app.js'
import type { BrowserTabs } from '../environment.js'
import { minorDigits } from '../format/money.js'
import { getPriceAndDateFormat } from '../format/price-and-date-format.js'
import { createPartMessages } from '../i18n/part-messages.js'
import { safeUrl } from '../lib/safe-url.js'
import { BusinessError } from '../request/request-error.js'
import { isRetryable, retry } from '../request/retry.js'
import { type StoreTexts, storeMessageLoaders } from './messages.js'
import { createOrderStorage, type Order, type PendingOrder, type PurchasedProduct } from './order-storage.js'
import { type OrderCheckResult, type TrackedOrder, trackOrder } from './order-tracker.js'

export interface Orders {
  texts: StoreTexts
  tabs: BrowserTabs
  /** Retries with one idempotency key. Rejects with the last error. */
  create(product: PurchasedProduct, provider: ProviderId): Promise<TrackedOrder>
  findWaitingOrder(): TrackedOrder | undefined
  /** Set when this page refuses frames, so that the next payment opens a tab at once. */
  areFramesRefused: boolean
}

const REQUEST_TIMEOUT_MS = 10_000
const RETRY_DELAYS_MS = [1000, 3000]
const MAX_WAIT_MS = 900_000
/** A closed order may still be paid within this time. */
const LATE_PAYMENT_MS = 3 * 86_400_000
const STORAGE_SYNC_MS = 200
const MAX_RETURN_URL_LENGTH = 4096
/** Refuses addresses with a user name or password, which must not reach the server. */
const RETURN_URL = /^https?:\/\/[^/?#@]+(?:[/?#]|$)/
const ORDER_NOT_FOUND_CODE = 4301 satisfies ErrorCode

export async function createOrders(app: App): Promise<Orders> {
  const { api, environment, i18n, signal, emit, options } = app
  const { clock } = environment
  const tabs = await environment.loadTabs()
  const storedOrders = createOrderStorage(environment)
  const texts = createPartMessages(storeMessageLoaders, i18n, signal)
  const trackedOrders = new Map<string, TrackedOrder>()

  async function send(pendingOrder: PendingOrder) {
    const { product, provider, key, returnUrl } = pendingOrder
    const body = { product_id: product.id, provider, expect_amount: product.amount }
    const request = { ...body, ...(returnUrl && { return_url: returnUrl }) }
    const requestOptions = { headers: { 'Idempotency-Key': key }, timeout: REQUEST_TIMEOUT_MS, isQuiet: true }
    try {
      return await retry(clock, RETRY_DELAYS_MS, isRetryable, () => api.post('/store/order', request, requestOptions))
    } catch (error) {
      if (error instanceof BusinessError) storedOrders.remove(key)
      throw error
    }
  }

  async function create(product: PurchasedProduct, provider: ProviderId): Promise<TrackedOrder> {
    const currentUrl = tabs.currentUrl()
    const isValidReturnUrl = RETURN_URL.test(currentUrl) && currentUrl.length <= MAX_RETURN_URL_LENGTH
    const pendingOrder = storedOrders.create(product, provider, isValidReturnUrl ? currentUrl : '')
    const { order_no, pay, is_test } = await send(pendingOrder)
    const toUrl = (url: string | undefined) => url && safeUrl(url, options.apiBase || currentUrl)
    const order: Order = {
      ...pendingOrder,
      answer: { order_no, payUrl: toUrl(pay?.url) ?? '', embeddedUrl: toUrl(pay?.embedded_url) }
    }
    storedOrders.save(order)
    if (storedOrders.markAnnounced(`c_${order_no}`)) {
      const { currency } = product
      emit('drama-checkout', { order_no, value: toMajorUnits(product), currency, is_test: Boolean(is_test) })
    }
    return track(order)
  }

  async function readStatus({ key, at, answer: { order_no } }: Order): Promise<OrderCheckResult | undefined> {
    const isOld = clock.now() - at > LATE_PAYMENT_MS
    try {
      const state = await api.get('/store/order_status', { order_no }, { isQuiet: true })
      const { status } = state
      if (status === 'created' || status === 'pending') return undefined
      if (status === 'paid') return { type: 'paid', state, isFirstReport: await announcePayment(key, state) }
      if (isOld || status === 'refunded' || status === 'disputed') storedOrders.remove(key)
      return { type: status === 'failed' ? 'failed' : 'closed' }
    } catch (error) {
      // The order may belong to another visitor of this browser, who may return.
      const isNotFound = error instanceof BusinessError && error.code === ORDER_NOT_FOUND_CODE
      if (isNotFound && isOld) storedOrders.remove(key)
      return isNotFound ? { type: 'closed' } : undefined
    }
  }

  /** Announces the payment once per browser. Keeps the lock until other tabs see the stored id. */
  async function announcePayment(key: string, state: OrderState): Promise<boolean> {
    const isNews = await new Promise<boolean>(resolve => {
      void environment.runExclusive('drama orders', () => {
        const isNew = storedOrders.markAnnounced(state.event_id)
        if (isNew) announce(app, state)
        resolve(isNew)
        return new Promise<void>(release => {
          const lockEnd = new AbortController()
          signal.addEventListener('abort', () => release(), { signal: lockEnd.signal })
          clock.setTimer(STORAGE_SYNC_MS, () => {
            lockEnd.abort()
            release()
          })
        })
      })
    })
    storedOrders.remove(key)
    const { order_no: bought, balance, vip } = state
    app.$accessChange.set(bought)
    environment.broadcast.post({ bought, balance, vip })
    return isNews
  }

  function track(order: Order): TrackedOrder {
    const { order_no } = order.answer
    const existing = trackedOrders.get(order_no)
    if (existing) return existing
    const tracked = trackOrder(order, {
      clock,
      tabs,
      $accessChange: app.$accessChange,
      signal,
      readStatus: () => readStatus(order),
      onLateResult: state => void showPurchaseArrived(app, texts, state),
      onLeave: () => storedOrders.save({ ...order, isLeft: true })
    })
    trackedOrders.set(order_no, tracked)
    return tracked
  }

  for (const order of storedOrders.orders()) void track(order).checkNow()
  return {
    texts,
    tabs,
    create,
    findWaitingOrder() {
      const order = storedOrders.orders().findLast(({ isLeft, at }) => !isLeft && clock.now() - at < MAX_WAIT_MS)
      return order && track(order)
    },
    areFramesRefused: false
  }
}

function announce({ emit }: App, state: OrderState) {
  const { event_id, order_no, currency, kind, is_test } = state
  const value = toMajorUnits(state)
  emit('drama-purchase', { event_id, order_no, value, currency, kind, is_test: Boolean(is_test) })
}

export async function showPurchaseArrived(
  { toasts, i18n }: App,
  texts: StoreTexts,
  { kind, coins, bonus, vip }: OrderState
) {
  await texts.load().catch(() => undefined)
  const text = texts.$text.get()
  const date = getPriceAndDateFormat(i18n.language()).date(vip.until ?? 0)
  const title = kind === 'coins' ? text?.('coinsArrived', { count: coins + bonus }) : text?.('passArrived', { date })
  if (title) toasts.show({ title, icon: 'success', duration: 4000 })
}

function toMajorUnits({ amount, currency }: { amount: number; currency: string }): number {
  return amount / 10 ** minorDigits(currency)
}
