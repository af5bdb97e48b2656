import type { PayWay } from '../../../contract/store.js'
import type { OrderRow } from '../../db/schema/store-tables.js'

/** Where an order can be paid now, or null. */
export function payWayOf({ status, provider, pay_url }: OrderRow): PayWay | null {
  if (status !== 'pending' || pay_url === null) return null
  return { type: provider === 'sandbox' ? 'sandbox' : 'redirect', url: pay_url }
}
