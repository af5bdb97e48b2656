import { atom, type ReadableAtom } from 'nanostores'
import type { OrderState, Product, ProviderId } from '../../../contract/store.js'
import type { MessageKey } from '../../../locales/app/en.js'
import type { StoreMessageKey } from '../../../locales/store/en.js'
import { failureMessageKey } from '../loading/error-message.js'
import { BusinessError } from '../request/request-error.js'
import type { Order, PurchasedProduct } from './order-storage.js'
import type { TrackedOrder, TrackedOrderStatus } from './order-tracker.js'
import type { Orders } from './orders.js'

export type CheckoutProblem = MessageKey | StoreMessageKey

export type CheckoutState =
  | { state: 'choosing'; problem?: CheckoutProblem | undefined }
  | { state: 'ordering' }
  /** `isRefused`: the browser opened no tab, so the viewer opens the pay page by a link. */
  | {
      state: 'waiting'
      product: PurchasedProduct
      payUrl: string
      isRefused: boolean
      isLate: boolean
      isChecking: boolean
    }
  | { state: 'paid'; product: PurchasedProduct; orderState: OrderState }
  | { state: 'declined' | 'closed'; product: PurchasedProduct }

export interface Checkout {
  $checkout: ReadableAtom<CheckoutState>
  /** Needs a tap: opens a tab at once and loads the pay page in it when the order exists. */
  pay(product: Product, provider: ProviderId): Promise<CheckoutProblem | undefined>
  checkNow(): Promise<void>
  leave(): void
  exit(): void
}

export function createCheckout(orders: Orders, readOpeningText: () => string): Checkout {
  const $checkout = atom<CheckoutState>({ state: 'choosing' })
  let shown: { tracked: TrackedOrder; stop(): void } | undefined

  function stop() {
    shown?.stop()
    shown = undefined
  }

  /** Forgets a failed order that the viewer has seen, so that the next checkout does not show it. */
  function dispose() {
    const status = shown?.tracked.$status.get().type
    if (status === 'failed' || status === 'closed') shown?.tracked.stopWaiting()
    stop()
  }

  function show(tracked: TrackedOrder, isRefused: boolean) {
    stop()
    const stopShowing = tracked.show()
    const unsubscribe = tracked.$status.subscribe(status => $checkout.set(stateOf(status, tracked.order, isRefused)))
    shown = {
      tracked,
      stop() {
        stopShowing()
        unsubscribe()
      }
    }
  }

  const pendingOrder = orders.findWaitingOrder()
  if (pendingOrder) show(pendingOrder, false)
  return {
    $checkout,
    async pay(product, provider) {
      if ($checkout.get().state === 'ordering') return undefined
      dispose()
      $checkout.set({ state: 'ordering' })
      const tab = orders.tabs.open(readOpeningText())
      try {
        const tracked = await orders.create(product, provider)
        const { payUrl } = tracked.order.answer
        const isLoaded = payUrl !== '' && tab?.goTo(payUrl)
        if (payUrl === '') tab?.close()
        if ($checkout.get().state === 'ordering') show(tracked, payUrl !== '' && !isLoaded)
        return undefined
      } catch (error) {
        tab?.close()
        const problem = problemOf(error)
        $checkout.set({ state: 'choosing', problem })
        return problem
      }
    },
    checkNow: async () => shown?.tracked.checkNow(),
    leave() {
      shown?.tracked.stopWaiting()
      stop()
      $checkout.set({ state: 'choosing' })
    },
    exit: dispose
  }
}

function stateOf(status: TrackedOrderStatus, { product, answer }: Order, isRefused: boolean): CheckoutState {
  if (status.type === 'open') {
    const { isLate, isChecking } = status
    return { state: 'waiting', product, payUrl: answer.payUrl, isRefused, isLate, isChecking }
  }
  if (status.type === 'paid') return { state: 'paid', product, orderState: status.state }
  return { state: status.type === 'failed' ? 'declined' : 'closed', product }
}

function problemOf(error: unknown): CheckoutProblem | undefined {
  const { reason } = Object(error instanceof BusinessError ? error.data : undefined)
  return reason === 'pass_limit' ? 'passLimit' : failureMessageKey(error)
}
