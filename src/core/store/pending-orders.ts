// The part of buying that every start has: what it needs beyond, it fetches when there is something to do.
import { atom, type WritableAtom } from 'nanostores'
import type { App } from '../app.js'
import type { Environment } from '../environment.js'

export interface PendingOrders {
  /** The order that was credited last, here or in another tab, or what else may have opened an episode; empty at first. */
  $bought: WritableAtom<string>
}

/** Where orders are kept until they are paid, or forgotten. */
export const PENDING_ORDERS_KEY = 'drama_orders'
/** In ms: the first screen goes before what was ordered on another day. */
const RESUME_DELAY_MS = 4000

export function createPendingOrders({ storage, clock, broadcast }: Environment, app: () => App): PendingOrders {
  const $bought = atom('')
  broadcast.listen(message => {
    const { bought } = Object(message)
    if (bought) $bought.set(bought)
  })
  const ask = async () => (await import('./orders.js')).openOrders(app())
  if (storage.get(PENDING_ORDERS_KEY)) clock.setTimer(RESUME_DELAY_MS, () => void ask().catch(() => undefined))
  return { $bought }
}
