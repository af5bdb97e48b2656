import { atom, type WritableAtom } from 'nanostores'
import type { App } from '../app.js'
import type { Environment } from '../environment.js'
import type { Orders } from './orders.js'

export interface PendingOrders {
  /** The last order credited, in this tab or another, or what else may have unlocked an episode; empty at first. */
  $bought: WritableAtom<string>
  /** Loads the code for orders and resumes those without a result; rejects if the code does not load. */
  orders(): Promise<Orders>
}

export const PENDING_ORDERS_KEY = 'drama_orders'
/** The first screen has the network before orders of an earlier visit. */
const RESUME_DELAY_MS = 4000

export function createPendingOrders({ storage, clock, broadcast }: Environment, app: () => App): PendingOrders {
  const $bought = atom('')
  let loading: Promise<Orders> | undefined
  broadcast.listen(message => {
    const { bought } = Object(message)
    if (bought) $bought.set(bought)
  })

  function orders(): Promise<Orders> {
    loading ??= import('./orders.js').then(({ createOrders }) => createOrders(app()))
    loading.catch(() => {
      loading = undefined
    })
    return loading
  }

  if (storage.get(PENDING_ORDERS_KEY)) clock.setTimer(RESUME_DELAY_MS, () => void orders().catch(() => undefined))
  return { $bought, orders }
}
