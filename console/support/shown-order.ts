import type { ActionResponse } from '../api/action-types.js'

export type ShownOrder = ActionResponse<'/operator/order_show'>['order']

/** What is neither refunded nor disputed, in minor units. */
export function computeLeft({ status, amount, refunded_amount, disputed_amount }: ShownOrder): number {
  const whole = Number(amount)
  if (status === 'refunded') return 0
  const disputed = status === 'disputed' ? Number(disputed_amount ?? amount) : 0
  return Math.max(0, whole - Number(refunded_amount) - disputed)
}
