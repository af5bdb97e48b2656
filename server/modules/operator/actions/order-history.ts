import { z } from 'zod'
import { ledgerKind } from '../../../../contract/wallet.js'
import type { OrderRow } from '../../../db/schema/store-tables.js'
import { BusinessError } from '../../../http/business-error.js'
import {
  readOperatorActions,
  readOrderFeedback,
  readOrderPostbacks,
  readOrderTransactions,
  readProviderEvents
} from '../../order/order-history.js'
import { findOrderByNo } from '../../order/orders.js'
import { readRefunds } from '../../order/refund/requested-refunds.js'
import { defineOperatorAction } from '../operator-action.js'
import { refund } from './order-response.js'
import { toRefundResponse } from './orders.js'

const whole = z.number().int()

const orderStep = z.object({
  at: z.date(),
  source: z.literal('order'),
  type: z.enum(['created', 'status_checked', 'paid', 'expired']),
  amount: whole,
  currency: z.string()
})

const providerStep = z.object({
  at: z.date(),
  source: z.literal('provider'),
  event_id: z.string(),
  outcome: z.string(),
  result: z.string(),
  amount: whole.nullable(),
  refund_ref: z.string().nullable(),
  dispute_ref: z.string().nullable()
})

const ledgerStep = z.object({
  at: z.date(),
  source: z.literal('ledger'),
  user_id: z.string(),
  id: z.string(),
  kind: ledgerKind,
  is_debt: z.boolean(),
  coins: whole,
  bonus: whole,
  coins_after: whole,
  bonus_after: whole,
  entries: z.array(z.object({ account: z.string(), amount: whole }))
})

const refundStep = refund.omit({ created_at: true, money_back_at: true }).extend({
  at: z.date(),
  source: z.literal('refund'),
  type: z.enum(['requested', 'money_back'])
})

const postbackStep = z.object({
  at: z.date(),
  source: z.literal('postback'),
  event: z.string(),
  event_id: z.string(),
  lpid: z.string().nullable(),
  network: z.enum(['meta', 'tiktok']).nullable(),
  status: z.enum(['waiting', 'delivered', 'failed', 'spread']),
  attempts: whole
})

const feedbackStep = z.object({
  at: z.date(),
  source: z.literal('feedback'),
  type: z.enum(['received', 'answered']),
  id: z.string(),
  text: z.string(),
  operator: z.string().nullable()
})

const operatorStep = z.object({
  at: z.date(),
  source: z.literal('operator'),
  id: z.string(),
  operator: z.string(),
  action: z.string(),
  code: whole.nullable(),
  reason: z.string().nullable()
})

const step = z.discriminatedUnion('source', [
  orderStep,
  providerStep,
  ledgerStep,
  refundStep,
  postbackStep,
  feedbackStep,
  operatorStep
])

type Step = z.output<typeof step>

const historyRequest = z.object({ order_no: z.string().min(1).max(64) })
const historyResponse = z.object({ order_no: z.string(), currency: z.string(), list: z.array(step) })

/** Of the same moment: the cause before its effects. */
const sources: readonly Step['source'][] = ['operator', 'order', 'provider', 'refund', 'ledger', 'postback', 'feedback']

export const orderHistoryAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/order_history',
  roles: ['support', 'analyst'],
  description:
    'Returns everything that happened to an order, oldest first: what the provider told, transactions of the ledger, refunds, postbacks, messages of the viewer and actions of operators.',
  request: historyRequest,
  response: historyResponse,
  errors: { 4301: 'Unknown order' },
  subject: null,
  run: async ({ db, now }, { order_no }) => {
    const order = await findOrderByNo(db, order_no)
    if (order === undefined) throw new BusinessError(4301)
    const [events, txns, refunds, postbacks, messages, actions] = await Promise.all([
      readProviderEvents(db, order),
      readOrderTransactions(db, order),
      readRefunds(db, order_no),
      readOrderPostbacks(db, order),
      readOrderFeedback(db, order_no),
      readOperatorActions(db, order_no)
    ])
    const list: Step[] = [
      ...toOrderSteps(order, now),
      ...events.map(({ received_at: at, amount, ...event }) => ({
        at,
        source: 'provider' as const,
        ...event,
        amount: toNumber(amount)
      })),
      ...txns.map(toLedgerStep),
      ...refunds.flatMap(toRefundSteps),
      ...postbacks.map(({ created_at, delivered_at, ...postback }) => ({
        at: delivered_at ?? created_at,
        source: 'postback' as const,
        ...postback
      })),
      ...messages.flatMap(toFeedbackSteps),
      ...actions.map(({ created_at: at, ...action }) => ({ at, source: 'operator' as const, ...action }))
    ]
    return { order_no, currency: order.currency, list: list.toSorted(compareSteps) }
  }
})

const toNumber = (amount: string | null) => (amount === null ? null : Number(amount))

const compareSteps = (one: Step, other: Step) =>
  one.at.getTime() - other.at.getTime() || sources.indexOf(one.source) - sources.indexOf(other.source)

function toOrderSteps({ status, created_at, asked_at, paid_at, expires_at, ...order }: OrderRow, now: Date): Step[] {
  const toStep = (type: z.output<typeof orderStep>['type'], at: Date): Step => ({
    at,
    source: 'order',
    type,
    amount: Number(order.amount),
    currency: order.currency
  })
  return [
    toStep('created', created_at),
    ...(asked_at === null ? [] : [toStep('status_checked', asked_at)]),
    ...(paid_at === null ? [] : [toStep('paid', paid_at)]),
    ...(status === 'closed' && expires_at <= now ? [toStep('expired', expires_at)] : [])
  ]
}

function toLedgerStep(row: Awaited<ReturnType<typeof readOrderTransactions>>[number]): Step {
  return {
    at: row.created_at,
    source: 'ledger',
    user_id: row.user_id,
    id: row.seq,
    kind: row.kind,
    is_debt: row.ref_type === 'debt',
    coins: Number(row.coins),
    bonus: Number(row.bonus),
    coins_after: Number(row.coins_after),
    bonus_after: Number(row.bonus_after),
    entries: row.entries.map(({ account, amount }) => ({ account, amount: Number(amount) }))
  }
}

function toRefundSteps(row: Parameters<typeof toRefundResponse>[0]): Step[] {
  const { created_at, money_back_at, ...shown } = toRefundResponse(row)
  const requested = { at: created_at, source: 'refund', type: 'requested', ...shown } as const
  return money_back_at === null ? [requested] : [requested, { ...requested, at: money_back_at, type: 'money_back' }]
}

function toFeedbackSteps(row: Awaited<ReturnType<typeof readOrderFeedback>>[number]): Step[] {
  const { id, text, created_at, answered_at, answered_by } = row
  const received = { at: created_at, source: 'feedback', type: 'received', id, text, operator: null } as const
  return answered_at === null
    ? [received]
    : [received, { ...received, at: answered_at, type: 'answered', operator: answered_by }]
}
