// Without zod, because shell commands need the names at their start.
import type { OrderStatus } from '../../../contract/store.js'

const statuses = [
  'created',
  'pending',
  'paid',
  'failed',
  'closed',
  'refunded',
  'disputed'
] as const satisfies readonly OrderStatus[]

/** `refund_waiting`: the provider has not answered an operator's refund. `refund_failed`: one did not reach the buyer. */
export const orderFilters = [...statuses, 'refund_waiting', 'refund_failed'] as const
export type OrderFilter = (typeof orderFilters)[number]

export const findFilteredStatus = (filter: string) => statuses.find(status => status === filter)
