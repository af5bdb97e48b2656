import type { ActionRequest } from '../api/action-types.js'

export type OrderFilter = NonNullable<ActionRequest<'/operator/order_list'>['status']>

/** In the order of the list to choose from. */
export const orderFilters = [
  'all',
  'paid',
  'pending',
  'disputed',
  'refunded',
  'refund_failed',
  'refund_waiting',
  'failed',
  'closed',
  'created'
] as const satisfies readonly OrderFilter[]

/** What the address says; anything else means all orders. */
export const parseOrderFilter = (status: unknown): OrderFilter => orderFilters.find(known => known === status) ?? 'all'
