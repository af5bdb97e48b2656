import { z } from 'zod'
import { BusinessError, createFieldError } from '../../../http/business-error.js'
import { findAssistingLpids } from '../../campaign/attribution.js'
import { findOrderByNo } from '../../order/orders.js'
import { refundOrder } from '../../order/refund/refund-order.js'
import { ProviderUnavailable } from '../../payment/provider.js'
import type { OperatorAction } from '../operator-action.js'

const orderRequest = z.object({ order_no: z.string().min(1).max(64) })

export const showOrderAction: OperatorAction<typeof orderRequest> = {
  method: 'GET',
  path: '/operator/order_show',
  request: orderRequest,
  subject: null,
  run: async ({ db }, { order_no }) => {
    const order = await findOrderByNo(db, order_no)
    if (order === undefined) throw new BusinessError(4301)
    const { user_id: userId, lpid, created_at: by } = order
    const assisting_lpids = await findAssistingLpids(db, { userId, lpid, by })
    return { order: { ...order, pay_url: undefined, assisting_lpids } }
  }
}

export const refundOrderAction: OperatorAction<typeof orderRequest> = {
  method: 'POST',
  path: '/operator/order_refund',
  request: orderRequest,
  subject: ({ order_no }) => order_no,
  run: async (context, { order_no }) => {
    const refund = await refundOrder(context, order_no, context.now).catch(error => {
      if (!(error instanceof ProviderUnavailable)) throw error
      context.log.warn({ order_no, reason: error.message }, 'an order cannot be refunded')
      throw new BusinessError(5000, { reason: 'provider' })
    })
    if (refund.type === 'refused') throw createFieldError('order_no', refund.reason)
    return { order_no, status: 'refunded' }
  }
}
