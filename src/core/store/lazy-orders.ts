import { atom, type WritableAtom } from 'nanostores'
import type { App } from '../app.js'
import type { Environment } from '../environment.js'
import { PENDING_ORDERS_KEY } from './order-keys.js'
import type { Orders } from './orders.js'

export interface LazyOrders {
  /** Number of the last credited order, in any tab; empty at first. Another text if a campaign may unlock episodes. */
  $accessChange: WritableAtom<string>
  orders(): Promise<Orders>
}

/** Leaves the network to the first screen. */
const RESUME_DELAY_MS = 4000

export function createLazyOrders({ storage, clock, broadcast }: Environment, app: () => App): LazyOrders {
  const $accessChange = atom('')
  let loading: Promise<Orders> | undefined
  broadcast.listen(message => {
    const { bought } = Object(message)
    if (bought) $accessChange.set(bought)
  })

  function orders(): Promise<Orders> {
    loading ??= import('./orders.js').then(({ createOrders }) => createOrders(app()))
    loading.catch(() => {
      loading = undefined
    })
    return loading
  }

  if (storage.get(PENDING_ORDERS_KEY)) clock.setTimer(RESUME_DELAY_MS, () => void orders().catch(() => undefined))
  return { $accessChange, orders }
}
