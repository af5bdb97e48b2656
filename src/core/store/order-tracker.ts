import { atom, type ReadableAtom } from 'nanostores'
import type { OrderState } from '../../../contract/store.js'
import type { Clock, Tabs } from '../environment.js'
import type { Order } from './order-storage.js'

/** What a look at an order found; `isNews` where nobody in this browser had heard that it is paid. */
export type Seen = { is: 'paid'; state: OrderState; isNews: boolean } | { is: 'failed' | 'closed' }

/** `isLate`: it is no longer asked for by itself, but when the viewer comes back. */
export type Standing =
  | { is: 'open'; isLate: boolean; isLooking: boolean }
  | { is: 'paid'; state: OrderState }
  | { is: 'failed' | 'closed' }

/** An order that is asked for until it is settled, whoever shows it. */
export interface Followed {
  order: Order
  $standing: ReadableAtom<Standing>
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
  look(): Promise<Seen | undefined>
  /** It is paid, nobody has heard of it, and nobody shows it. */
  onUnseen(state: OrderState): void
  onLeave(): void
}

export function followOrder(order: Order, options: FollowOptions): Followed {
  const $standing = atom<Standing>({ is: 'open', isLate: false, isLooking: false })
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
    if (seen.is === 'paid' && seen.isNews && shows === 0) options.onUnseen(seen.state)
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

  const watching = watch({ ...options, look, onLate: () => note({ isLate: true }) })
  // Another tab has seen it first.
  options.$bought.listen(bought => {
    if (bought === order.answer.order_no && $standing.get().is !== 'paid') void look()
  })
  return {
    order,
    $standing,
    lookNow: watching.lookNow,
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
const WAITS = [2000, 4000, 8000, 15_000, 30_000]

interface WatchOptions {
  clock: Clock
  tabs: Pick<Tabs, 'onReturn'>
  /** Looks whether it is over; never rejects. */
  look(): Promise<boolean>
  /** Nothing has come for a minute: from now on it looks only when the viewer is back. */
  onLate(): void
  signal: AbortSignal
}

interface Watch {
  /** At once, and from the beginning again. Resolves when the answer is there. */
  lookNow(): Promise<void>
}

/** Looks more and more seldom until it is over, and anew whenever the viewer comes back; ends with the signal. */
function watch({ clock, tabs, look, onLate, signal }: WatchOptions): Watch {
  const ending = new AbortController()
  signal.addEventListener('abort', () => ending.abort(), { signal: ending.signal })
  let cancel = () => {}
  ending.signal.addEventListener('abort', () => cancel())

  function wait(turn: number) {
    cancel()
    if (ending.signal.aborted) return
    const delay = WAITS[turn]
    if (delay === undefined) onLate()
    else cancel = clock.after(delay, () => void turnTo(turn + 1))
  }
  async function turnTo(turn: number) {
    cancel()
    if (await look()) ending.abort()
    else wait(turn)
  }
  wait(0)
  const lookNow = () => (ending.signal.aborted ? Promise.resolve() : turnTo(0))
  tabs.onReturn(() => void lookNow(), ending.signal)
  return { lookNow }
}
