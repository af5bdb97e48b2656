// The viewer's orders, from the tap to the money: made once, asked for until they are settled, told once.
import type { OrderState, ProviderId } from '../../../contract/store.js'
import type { App } from '../app.js'
import type { Tabs } from '../environment.js'
import { minorDigits } from '../format/money.js'
import { createPartMessages } from '../i18n/part-messages.js'
import { safeUrl } from '../lib/safe-url.js'
import { BusinessError } from '../request/request-error.js'
import { isRetryable, retry } from '../request/retry.js'
import { type StoreTexts, storeLanguages } from './messages.js'
import { createKeptOrders, type Order, type PendingOrder, type PurchasedProduct } from './order-storage.js'
import { type OrderObservation, type TrackedOrder, trackOrder } from './order-tracker.js'

export interface Orders {
  texts: StoreTexts
  tabs: Tabs
  /** Orders a product, by one key however often it must be asked. Rejects with what the last try failed of. */
  create(product: PurchasedProduct, provider: ProviderId): Promise<TrackedOrder>
  /** The newest order that the viewer still waits for. */
  waiting(): TrackedOrder | undefined
}

/** In ms: so long an answer is waited for, so long it takes to ask again, so long nobody goes back to waiting by himself. */
const PATIENCE = 10_000
const RETRY_DELAYS_MS = [1000, 3000]
const AWAITED = 900_000
/** After this nothing is expected of an order that has ended, in ms. */
const LATE_PAYMENT_MS = 3 * 86_400_000
/** Until other tabs see what was written, in ms. */
const STORAGE_SYNC_MS = 200
const RETURN_LIMIT = 4096
/** Nobody's name and password go to the server with the page's address. */
const RETURN = /^https?:\/\/[^/?#@]+(?:[/?#]|$)/
const NOT_FOUND = 4301

/** Created once per app; see `PendingOrders.orders`. */
export async function createOrders(app: App): Promise<Orders> {
  const { api, environment, i18n, signal, emit, options } = app
  const { clock } = environment
  const tabs = await environment.newTab()
  const kept = createKeptOrders(environment)
  const texts = createPartMessages(storeLanguages, i18n, signal)
  const followed = new Map<string, TrackedOrder>()

  async function send(decision: PendingOrder) {
    const { product, provider, key, returnUrl } = decision
    const wish = { product_id: product.id, provider, expect_amount: product.amount }
    const request = { ...wish, ...(returnUrl && { return_url: returnUrl }) }
    const call = { headers: { 'Idempotency-Key': key }, timeout: PATIENCE, isQuiet: true }
    try {
      return await retry(clock, RETRY_DELAYS_MS, isRetryable, () => api.post('/store/order', request, call))
    } catch (error) {
      if (error instanceof BusinessError) kept.forget(key)
      throw error
    }
  }

  async function create(product: PurchasedProduct, provider: ProviderId): Promise<TrackedOrder> {
    const here = tabs.currentUrl()
    const isUsable = RETURN.test(here) && here.length <= RETURN_LIMIT
    const decision = kept.create(product, provider, isUsable ? here : '')
    const { order_no, pay } = await send(decision)
    const order: Order = {
      ...decision,
      answer: { order_no, payUrl: (pay && safeUrl(pay.url, options.apiBase || here)) ?? '' }
    }
    kept.keep(order)
    if (kept.markAnnounced(`c_${order_no}`)) {
      const { currency } = product
      emit('drama-checkout', { order_no, value: inUnits(product), currency })
    }
    return follow(order)
  }

  async function look({ key, at, answer: { order_no } }: Order): Promise<OrderObservation | undefined> {
    const isOld = clock.now() - at > LATE_PAYMENT_MS
    try {
      const state = await api.get('/store/order_status', { order_no }, { isQuiet: true })
      const { status } = state
      if (status === 'created' || status === 'pending') return undefined
      if (status === 'paid') return { is: 'paid', state, isNews: await credit(key, state) }
      if (isOld || status === 'refunded' || status === 'disputed') kept.forget(key)
      return { is: status === 'failed' ? 'failed' : 'closed' }
    } catch (error) {
      // Of another visitor of this browser, perhaps: it may be theirs again.
      const isUnknown = error instanceof BusinessError && error.code === NOT_FOUND
      if (isUnknown && isOld) kept.forget(key)
      return isUnknown ? { is: 'closed' } : undefined
    }
  }

  /** Everybody hears of it, the page around the app once in this browser. */
  async function credit(key: string, state: OrderState): Promise<boolean> {
    const isNews = await new Promise<boolean>(resolve => {
      void environment.runExclusive('drama orders', () => {
        const isNew = kept.markAnnounced(state.event_id)
        if (isNew) announce(app, state)
        resolve(isNew)
        return new Promise<void>(done => {
          const isOver = new AbortController()
          signal.addEventListener('abort', () => done(), { signal: isOver.signal })
          clock.setTimer(STORAGE_SYNC_MS, () => {
            isOver.abort()
            done()
          })
        })
      })
    })
    kept.forget(key)
    const { order_no: bought, balance, vip } = state
    app.$bought.set(bought)
    environment.broadcast.post({ bought, balance, vip })
    return isNews
  }

  function follow(order: Order): TrackedOrder {
    const { order_no } = order.answer
    const known = followed.get(order_no)
    if (known) return known
    const fresh = trackOrder(order, {
      clock,
      tabs,
      $bought: app.$bought,
      signal,
      look: () => look(order),
      onLateResult: state => void showCoinsArrived(app, texts, state),
      onLeave: () => kept.keep({ ...order, isLeft: true })
    })
    followed.set(order_no, fresh)
    return fresh
  }

  for (const order of kept.orders()) void follow(order).lookNow()
  return {
    texts,
    tabs,
    create,
    waiting() {
      const order = kept.orders().findLast(({ isLeft, at }) => !isLeft && clock.now() - at < AWAITED)
      return order && follow(order)
    }
  }
}

function announce({ emit }: App, state: OrderState) {
  const { event_id, order_no, currency, kind } = state
  emit('drama-purchase', { event_id, order_no, value: inUnits(state), currency, kind })
}

/** What was bought and is there, in a toast. */
export async function showCoinsArrived(
  { toasts, i18n }: App,
  texts: StoreTexts,
  { kind, coins, bonus, vip }: OrderState
) {
  await texts.load().catch(() => undefined)
  const text = texts.$text.get()
  const date = i18n.$translation.get()?.date(vip.until ?? 0) ?? ''
  const title = kind === 'coins' ? text?.('coinsArrived', { count: coins + bonus }) : text?.('passArrived', { date })
  if (title) toasts.show({ title, icon: 'success', duration: 4000 })
}

/** 990 centavos are 9.9. */
function inUnits({ amount, currency }: { amount: number; currency: string }): number {
  return amount / 10 ** minorDigits(currency)
}
