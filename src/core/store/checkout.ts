// Paying, as the viewer goes through it: choosing, the pay page in a tab of its own, waiting, and what came of it.
import { atom, type ReadableAtom } from 'nanostores'
import type { OrderState, Product, ProviderId } from '../../../contract/store.js'
import type { MessageKey } from '../../../locales/app/en.js'
import type { StoreMessageKey } from '../../../locales/store/en.js'
import { failureMessage } from '../loading/error-message.js'
import { BusinessError } from '../request/request-error.js'
import type { Order, PurchasedProduct } from './order-storage.js'
import type { TrackedOrder, TrackedOrderStatus } from './order-tracker.js'
import type { Orders } from './orders.js'

export type CheckoutProblem = MessageKey | StoreMessageKey

export type CheckoutState =
  /** `problem` says why nothing came of the last tap. */
  | { state: 'choosing'; problem?: CheckoutProblem | undefined }
  | { state: 'ordering' }
  /** `isRefused`: the browser has opened no tab; the viewer opens it by a link. */
  | {
      state: 'waiting'
      product: PurchasedProduct
      payUrl: string
      isRefused: boolean
      isLate: boolean
      isLooking: boolean
    }
  | { state: 'paid'; product: PurchasedProduct; told: OrderState }
  /** Nothing was charged. */
  | { state: 'declined' | 'closed'; product: PurchasedProduct }

export interface Checkout {
  $checkout: ReadableAtom<CheckoutState>
  /** Within the viewer's tap: the pay page gets its tab at once, and its address when there is an order. */
  pay(product: Product, provider: ProviderId): Promise<CheckoutProblem | undefined>
  checkNow(): Promise<void>
  /** Back to choosing. An order on its way is credited all the same if it is paid. */
  leave(): void
  exit(): void
}

/** `opening` stands in the new tab until the pay page is there. */
export function createCheckout(orders: Orders, opening: () => string): Checkout {
  const $checkout = atom<CheckoutState>({ state: 'choosing' })
  let shown: { followed: TrackedOrder; stop(): void } | undefined

  function stop() {
    shown?.stop()
    shown = undefined
  }

  /** What came to nothing, and was told, is not told again when the viewer buys another time. */
  function dispose() {
    const ending = shown?.followed.$standing.get().is
    if (ending === 'failed' || ending === 'closed') shown?.followed.leave()
    stop()
  }

  function show(followed: TrackedOrder, isRefused: boolean) {
    stop()
    const hide = followed.show()
    const unlisten = followed.$standing.subscribe(standing =>
      $checkout.set(stateOf(standing, followed.order, isRefused))
    )
    shown = {
      followed,
      stop() {
        hide()
        unlisten()
      }
    }
  }

  const awaited = orders.waiting()
  if (awaited) show(awaited, false)
  return {
    $checkout,
    async pay(product, provider) {
      if ($checkout.get().state === 'ordering') return undefined
      dispose()
      $checkout.set({ state: 'ordering' })
      const tab = orders.tabs.open(opening())
      try {
        const followed = await orders.create(product, provider)
        const { payUrl } = followed.order.answer
        const isThere = payUrl !== '' && tab?.goTo(payUrl)
        if (payUrl === '') tab?.close()
        if ($checkout.get().state === 'ordering') show(followed, payUrl !== '' && !isThere)
        return undefined
      } catch (error) {
        tab?.close()
        const problem = problemOf(error)
        $checkout.set({ state: 'choosing', problem })
        return problem
      }
    },
    checkNow: async () => shown?.followed.lookNow(),
    leave() {
      shown?.followed.leave()
      stop()
      $checkout.set({ state: 'choosing' })
    },
    exit: dispose
  }
}

function stateOf(standing: TrackedOrderStatus, { product, answer }: Order, isRefused: boolean): CheckoutState {
  if (standing.is === 'open') {
    const { isLate, isLooking } = standing
    return { state: 'waiting', product, payUrl: answer.payUrl, isRefused, isLate, isLooking }
  }
  if (standing.is === 'paid') return { state: 'paid', product, told: standing.state }
  return { state: standing.is === 'failed' ? 'declined' : 'closed', product }
}

function problemOf(error: unknown): CheckoutProblem | undefined {
  const { reason } = Object(error instanceof BusinessError ? error.data : undefined)
  return reason === 'pass_limit' ? 'passLimit' : failureMessage(error)
}
