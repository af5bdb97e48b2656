import type { ActionResponse } from '../api/action-types.js'

export type ShownOrder = ActionResponse<'/operator/order_show'>['order']

/** In minor units. An older version did not store it: the whole. */
export const readDisputedAmount = ({ amount, disputed_amount }: Pick<ShownOrder, 'amount' | 'disputed_amount'>) =>
  Number(disputed_amount ?? amount)

/** What is neither refunded nor disputed, in minor units. */
export function computeLeft({ status, amount, refunded_amount, disputed_amount }: ShownOrder): number {
  const whole = Number(amount)
  if (status === 'refunded') return 0
  const disputed = status === 'disputed' ? readDisputedAmount({ amount, disputed_amount }) : 0
  return Math.max(0, whole - Number(refunded_amount) - disputed)
}

/**
 * What a refund of `refunded` minor units takes, as the server counts it: scaling what is taken in all lets parts add up
 * exactly. Bonus that has expired is not taken.
 */
export function computeRefundCoins(order: ShownOrder, refunded: number): { coins: number; bonus: number } {
  const whole = Number(order.amount)
  const before = whole - computeLeft(order)
  const scale = (given: number) =>
    Math.floor((given * (before + refunded)) / whole) - Math.floor((given * before) / whole)
  return { coins: scale(order.coins), bonus: scale(order.bonus + order.gift) }
}

/** What of it the viewer has spent. An order that sold no coins has no effect. */
export function computeSpent({ refund_effect: effect }: ShownOrder, wanted: { coins: number; bonus: number }) {
  if (effect === null) return { coins: 0, bonus: 0 }
  const { takes, held } = effect
  return {
    coins: Math.max(0, Math.min(wanted.coins, takes.coins) - held.coins),
    // `takes` leaves out bonus that has expired.
    bonus: Math.max(0, Math.min(wanted.bonus, takes.bonus) - held.bonus)
  }
}
