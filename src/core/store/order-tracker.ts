import { atom, type ReadableAtom } from 'nanostores'
import type { OrderState } from '../../../contract/store.js'
import type { Clock, Tabs } from '../environment.js'
import type { Order } from './order-storage.js'

/** What a look at an order found; `isNews` where nobody in this browser had heard that it is paid. */
export type OrderObservation = { is: 'paid'; state: OrderState; isNews: boolean } | { is: 'failed' | 'closed' }

/** `isLate`: it is no longer asked for by itself, but when the viewer comes back. */
export type TrackedOrderStatus =
  | { is: 'open'; isLate: boolean; isLooking: boolean }
  | { is: 'paid'; state: OrderState }
  | { is: 'failed' | 'closed' }

/** An order that is asked for until it is settled, whoever shows it. */
export interface TrackedOrder {
  order: Order
  $standing: ReadableAtom<TrackedOrderStatus>
  lookNow(): Promise<void>
  /** Somebody shows how it stands, so that nobody else has to say it; the answer ends that. */
  show(): () => void
  /** The viewer waits no longer. */
  leave(): void
}

interface FollowOptions {
  clock: Clock
  tabs: Tabs
  $bought: ReadableAtom<string>
  signal: AbortSignal
  /** Undefined while it is not settled, or nobody knows; never rejects. */
  look(): Promise<OrderObservation | undefined>
  /** It is paid, nobody has heard of it, and nobody shows it. */
  onLateResult(state: OrderState): void
  onLeave(): void
}

export function trackOrder(order: Order, options: FollowOptions): TrackedOrder {
  const $standing = atom<TrackedOrderStatus>({ is: 'open', isLate: false, isLooking: false })
  let shows = 0
  let looking: Promise<boolean> | undefined
  const note = (part: { isLate?: boolean; isLooking?: boolean }) => {
    const standing = $standing.get()
    if (standing.is === 'open') $standing.set({ ...standing, ...part })
  }

  async function lookOnce(): Promise<boolean> {
    note({ isLooking: true })
    const seen = await options.look()
    note({ isLooking: false })
    if (!seen) return false
    if (seen.is === 'paid' && seen.isNews && shows === 0) options.onLateResult(seen.state)
    $standing.set(seen.is === 'paid' ? { is: 'paid', state: seen.state } : seen)
    return true
  }
  /** Who asks while an answer is on its way shares it. */
  function look(): Promise<boolean> {
    looking ??= lookOnce().finally(() => {
      looking = undefined
    })
    return looking
  }

  const watching = pollOrder({ ...options, look, onLate: () => note({ isLate: true }) })
  // Another tab has seen it first.
  options.$bought.listen(bought => {
    if (bought === order.answer.order_no && $standing.get().is !== 'paid') void look()
  })
  return {
    order,
    $standing,
    lookNow: watching.pollNow,
    show() {
      shows++
      return () => {
        shows--
      }
    },
    leave: options.onLeave
  }
}

/** From one look to the next, in ms. */
const POLL_DELAYS_MS = [2000, 4000, 8000, 15_000, 30_000]

interface WatchOptions {
  clock: Clock
  tabs: Pick<Tabs, 'onReturn'>
  /** Looks whether it is over; never rejects. */
  look(): Promise<boolean>
  /** Nothing has come for a minute: from now on it looks only when the viewer is back. */
  onLate(): void
  signal: AbortSignal
}

interface OrderPoll {
  /** At once, and from the beginning again. Resolves when the answer is there. */
  pollNow(): Promise<void>
}

/** Looks more and more seldom until it is over, and anew whenever the viewer comes back; ends with the signal. */
function pollOrder({ clock, tabs, look, onLate, signal }: WatchOptions): OrderPoll {
  const ending = new AbortController()
  signal.addEventListener('abort', () => ending.abort(), { signal: ending.signal })
  let cancel = () => {}
  ending.signal.addEventListener('abort', () => cancel())

  function wait(turn: number) {
    cancel()
    if (ending.signal.aborted) return
    const delay = POLL_DELAYS_MS[turn]
    if (delay === undefined) onLate()
    else cancel = clock.setTimer(delay, () => void turnTo(turn + 1))
  }
  async function turnTo(turn: number) {
    cancel()
    if (await look()) ending.abort()
    else wait(turn)
  }
  wait(0)
  const pollNow = () => (ending.signal.aborted ? Promise.resolve() : turnTo(0))
  tabs.onReturn(() => void pollNow(), ending.signal)
  return { pollNow }
}
