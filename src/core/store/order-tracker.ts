import { atom, type ReadableAtom } from 'nanostores'
import type { OrderState } from '../../../contract/store.js'
import type { BrowserTabs, Clock } from '../environment.js'
import type { Order } from './order-storage.js'

/** `isNews`: no tab of this browser has announced the payment before. */
export type OrderCheckResult =
  | { type: 'paid'; state: OrderState; isFirstReport: boolean }
  | { type: 'failed' | 'closed' }

/** `isLate`: polling has stopped until the viewer comes back. */
export type TrackedOrderStatus =
  | { type: 'open'; isLate: boolean; isChecking: boolean }
  | { type: 'paid'; state: OrderState }
  | { type: 'failed' | 'closed' }

type OpenOrderStatus = Extract<TrackedOrderStatus, { type: 'open' }>

export interface TrackedOrder {
  order: Order
  $status: ReadableAtom<TrackedOrderStatus>
  checkNow(): Promise<void>
  /** Prevents the toast for a payment while the order is on screen. Returns a function that ends this. */
  show(): () => void
  stopWaiting(): void
}

interface TrackOptions {
  clock: Clock
  tabs: BrowserTabs
  $accessChange: ReadableAtom<string>
  signal: AbortSignal
  readStatus(): Promise<OrderCheckResult | undefined>
  onLateResult(state: OrderState): void
  onLeave(): void
}

export function trackOrder(order: Order, options: TrackOptions): TrackedOrder {
  const $status = atom<TrackedOrderStatus>({ type: 'open', isLate: false, isChecking: false })
  let visibleCount = 0
  let pendingCheck: Promise<boolean> | undefined
  const updateStatus = (change: Partial<OpenOrderStatus>) => {
    const status = $status.get()
    if (status.type === 'open') $status.set({ ...status, ...change })
  }

  async function checkOnce(): Promise<boolean> {
    updateStatus({ isChecking: true })
    const observation = await options.readStatus()
    updateStatus({ isChecking: false })
    if (!observation) return false
    if (observation.type === 'paid' && observation.isFirstReport && visibleCount === 0)
      options.onLateResult(observation.state)
    $status.set(observation.type === 'paid' ? { type: 'paid', state: observation.state } : observation)
    return true
  }
  function check(): Promise<boolean> {
    pendingCheck ??= checkOnce().finally(() => {
      pendingCheck = undefined
    })
    return pendingCheck
  }

  const polling = pollOrder({ ...options, check, onLate: () => updateStatus({ isLate: true }) })
  options.$accessChange.listen(bought => {
    if (bought === order.answer.order_no && $status.get().type !== 'paid') void check()
  })
  return {
    order,
    $status,
    checkNow: polling.pollNow,
    show() {
      visibleCount++
      return () => {
        visibleCount--
      }
    },
    stopWaiting: options.onLeave
  }
}

const POLL_DELAYS_MS = [2000, 4000, 8000, 15_000, 30_000]

interface PollOptions {
  clock: Clock
  tabs: Pick<BrowserTabs, 'onReturn'>
  check(): Promise<boolean>
  onLate(): void
  signal: AbortSignal
}

interface OrderPoll {
  pollNow(): Promise<void>
}

/** Polls at growing intervals until the order is settled, and from the start when the viewer comes back. */
function pollOrder({ clock, tabs, check, onLate, signal }: PollOptions): OrderPoll {
  const ended = new AbortController()
  signal.addEventListener('abort', () => ended.abort(), { signal: ended.signal })
  let cancelTimer = () => {}
  ended.signal.addEventListener('abort', () => cancelTimer())

  function scheduleNext(delayIndex: number) {
    cancelTimer()
    if (ended.signal.aborted) return
    const delay = POLL_DELAYS_MS[delayIndex]
    if (delay === undefined) onLate()
    else cancelTimer = clock.setTimer(delay, () => void poll(delayIndex + 1))
  }
  async function poll(delayIndex: number) {
    cancelTimer()
    if (await check()) ended.abort()
    else scheduleNext(delayIndex)
  }
  scheduleNext(0)
  const pollNow = () => (ended.signal.aborted ? Promise.resolve() : poll(0))
  tabs.onReturn(() => void pollNow(), ended.signal)
  return { pollNow }
}
