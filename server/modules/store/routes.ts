import type { z } from 'zod'
import type { Disclosure, OrderState, readOrder, StoreIndex } from '../../../contract/store.js'
import { BusinessError } from '../../http/business-error.js'
import type { RequestContext } from '../../http/request-context.js'
import { findCampaignOffer, moveOfferFirst } from '../campaign/offer.js'
import { readBalance, readBalanceAndDebt } from '../ledger/wallet.js'
import { findOrderByNo, hasBoughtCoins, hasPaid, toPayAction } from '../order/orders.js'
import { refreshOrder } from '../order/provider-poll.js'
import { readVipStatus } from '../pass/vip.js'
import { isRecoverable } from '../user/recovery-status.js'
import { requireViewer } from '../visitor/session.js'
import { readProductsOnSale, toProduct } from './products.js'
import { FIRST_PURCHASE_BONUS } from './starter-products.js'

const DISCLOSURES: readonly Disclosure[] = ['no_renewal', 'coins_do_not_end', 'bonus_ends', 'refund_unspent']

export async function getStore({ db, config, payments, viewer, lang, now }: RequestContext): Promise<StoreIndex> {
  const { userId } = requireViewer(viewer)
  const { list: providers } = payments
  const offer = await findCampaignOffer(db, userId, now)
  const products = (await readProductsOnSale(db, config.currency)).map(row => toProduct(row, lang))
  return {
    products: moveOfferFirst(products, offer),
    providers: providers.map(({ id, isTest, isEmbeddable }) => ({ id, is_test: isTest, embedded: isEmbeddable })),
    currency: config.currency,
    ...(await readBalanceAndDebt(db, userId, now)),
    vip: await readVipStatus(db, userId, now),
    first_gift: (await hasBoughtCoins(db, userId)) ? null : { bonus: FIRST_PURCHASE_BONUS },
    needs_way_back: !(await isRecoverable(db, userId)) && !(await hasPaid(db, userId)),
    disclosures: [...DISCLOSURES, ...(providers.some(({ isTest }) => isTest) ? (['test_payments'] as const) : [])],
    server_time: now.getTime()
  }
}

export async function getOrder(
  context: RequestContext,
  request: z.output<typeof readOrder.request>
): Promise<OrderState> {
  const { db, payments, viewer, now } = context
  const { userId } = requireViewer(viewer)
  const found = await findOrderByNo(db, request.order_no)
  if (found === undefined || found.user_id !== userId) throw new BusinessError(4301)
  const order = await refreshOrder(context, found, now)
  const isGifted = order.paid_at === null && order.kind === 'coins' && !(await hasBoughtCoins(db, userId))
  return {
    order_no: order.order_no,
    status: order.status,
    kind: order.kind,
    coins: order.coins,
    bonus: order.bonus + (isGifted ? FIRST_PURCHASE_BONUS : order.gift),
    amount: Number(order.amount),
    currency: order.currency,
    provider: order.provider,
    pay: toPayAction(order, payments.find(order.provider)),
    vip: await readVipStatus(db, userId, now),
    balance: await readBalance(db, userId, now),
    event_id: order.event_id,
    is_test: order.is_test,
    created_at: order.created_at.getTime(),
    server_time: now.getTime()
  }
}
