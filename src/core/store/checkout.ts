import { atom, type ReadableAtom } from 'nanostores'
import type { OrderState, Product, StoreIndex } from '../../../contract/store.js'
import type { MessageKey } from '../../../locales/app/en.js'
import type { StoreMessageKey } from '../../../locales/store/en.js'
import { failureMessageKey } from '../loading/error-message.js'
import { BusinessError } from '../request/request-error.js'
import type { Order, PurchasedProduct } from './order-storage.js'
import type { TrackedOrder, TrackedOrderStatus } from './order-tracker.js'
import type { Orders } from './orders.js'

export type CheckoutProblem = MessageKey | StoreMessageKey

/**
 * Where a payment that is waited for can be made: in a frame, in a tab that has opened, behind a link because the
 * browser opened no tab (`tab-refused`) or no frame (`frame-refused`), or nowhere, because the viewer has put it aside.
 */
export type PaymentPlace = 'frame' | 'tab' | 'tab-refused' | 'frame-refused' | 'aside'

export type CheckoutState =
  | { state: 'choosing'; problem?: CheckoutProblem | undefined }
  | { state: 'ordering' }
  | {
      state: 'waiting'
      product: PurchasedProduct
      payUrl: string
      /** Empty if the payment can only be made in a tab. */
      embeddedUrl: string
      place: PaymentPlace
      isLate: boolean
      isChecking: boolean
    }
  | { state: 'paid'; product: PurchasedProduct; orderState: OrderState }
  | { state: 'declined' | 'closed'; product: PurchasedProduct }

export type StorePaymentProvider = StoreIndex['providers'][number]

export interface Checkout {
  $checkout: ReadableAtom<CheckoutState>
  /** Needs a tap: unless the payment comes in a frame, opens a tab at once and loads the pay page in it later. */
  pay(product: Product, provider: StorePaymentProvider): Promise<CheckoutProblem | undefined>
  checkNow(): Promise<void>
  putAside(): void
  resume(): void
  moveToTab(): void
  /** `isForbidden`: the host page allows no frame. Otherwise the frame did not load. */
  refuseFrame(isForbidden: boolean): void
  leave(): void
  /** Forgets a payment that has been shown. */
  finish(): void
  /** For a sheet that leaves: puts aside what is waited for, and forgets what has ended. */
  close(): void
  exit(): void
}

export function createCheckout(orders: Orders, readOpeningText: () => string): Checkout {
  const $checkout = atom<CheckoutState>({ state: 'choosing' })
  let shown: { tracked: TrackedOrder; setPlace(place: PaymentPlace): void; stop(): void } | undefined

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

  function show(tracked: TrackedOrder, firstPlace: PaymentPlace) {
    stop()
    let place = firstPlace
    const stopShowing = tracked.show()
    const update = (status: TrackedOrderStatus) => $checkout.set(stateOf(status, tracked.order, place))
    const unsubscribe = tracked.$status.subscribe(update)
    shown = {
      tracked,
      setPlace(next) {
        place = next
        update(tracked.$status.get())
      },
      stop() {
        stopShowing()
        unsubscribe()
      }
    }
  }

  function leave() {
    shown?.tracked.stopWaiting()
    stop()
    $checkout.set({ state: 'choosing' })
  }

  function finish() {
    dispose()
    $checkout.set({ state: 'choosing' })
  }

  const putAside = () => shown?.setPlace('aside')

  const pendingOrder = orders.findWaitingOrder()
  if (pendingOrder) show(pendingOrder, pendingOrder.order.answer.embeddedUrl ? 'aside' : 'tab')
  return {
    $checkout,
    async pay(product, provider) {
      if ($checkout.get().state === 'ordering') return undefined
      dispose()
      $checkout.set({ state: 'ordering' })
      // An older server does not say `embedded`.
      const isFramed = provider.embedded === true && !orders.areFramesRefused
      const tab = isFramed ? undefined : orders.tabs.open(readOpeningText())
      try {
        const tracked = await orders.create(product, provider.id)
        const { payUrl, embeddedUrl } = tracked.order.answer
        const isLoaded = payUrl !== '' && tab?.goTo(payUrl)
        if (payUrl === '') tab?.close()
        const place = isFramed && embeddedUrl ? 'frame' : payUrl === '' || isLoaded ? 'tab' : 'tab-refused'
        if ($checkout.get().state === 'ordering') show(tracked, place)
        return undefined
      } catch (error) {
        tab?.close()
        const problem = problemOf(error)
        $checkout.set({ state: 'choosing', problem })
        return problem
      }
    },
    checkNow: async () => shown?.tracked.checkNow(),
    putAside,
    resume() {
      const { embeddedUrl } = shown?.tracked.order.answer ?? {}
      shown?.setPlace(!embeddedUrl ? 'tab' : orders.areFramesRefused ? 'frame-refused' : 'frame')
    },
    moveToTab: () => shown?.setPlace('tab'),
    refuseFrame(isForbidden) {
      if (isForbidden) orders.areFramesRefused = true
      shown?.setPlace('frame-refused')
    },
    leave,
    finish,
    close() {
      const { state } = $checkout.get()
      if (state === 'waiting') putAside()
      else if (state === 'paid') finish()
      else if (state !== 'ordering') leave()
    },
    exit: dispose
  }
}

function stateOf(status: TrackedOrderStatus, { product, answer }: Order, place: PaymentPlace): CheckoutState {
  if (status.type === 'open') {
    const { isLate, isChecking } = status
    const { payUrl, embeddedUrl = '' } = answer
    return { state: 'waiting', product, payUrl, embeddedUrl, place, isLate, isChecking }
  }
  if (status.type === 'paid') return { state: 'paid', product, orderState: status.state }
  return { state: status.type === 'failed' ? 'declined' : 'closed', product }
}

function problemOf(error: unknown): CheckoutProblem | undefined {
  const { reason } = Object(error instanceof BusinessError ? error.data : undefined)
  return reason === 'pass_limit' ? 'passLimit' : failureMessageKey(error)
}
