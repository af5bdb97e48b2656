// First-purchase gifts of users who became one person, who gets one gift.
import { sql, type Transaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import type { OrderRow } from '../../../db/schema/store-tables.js'
import { MAX_BONUS_LIFETIME_MS } from '../../ledger/grants.js'
import { scaleByReversedShare } from './refund-state.js'

/** Amounts in coins. `merged` of the gift was left when its buyer was merged for the first time. */
export interface OrderGift {
  order: OrderRow
  merged: number
}

/** The gifts of all orders that the user has now. */
export async function readGifts(trx: Transaction<Database>, userId: string): Promise<OrderGift[]> {
  const { rows } = await sql<OrderRow & { gift_merged: string }>`select orders.*, case
      when buyer.user_id <> orders.user_id
        and paid_at <= merge.at - make_interval(secs => ${MAX_BONUS_LIFETIME_MS / 1000}) then 0
      else gift - gift * coalesce((select sum(back.amount) from order_returns back
        where back.order_no = orders.order_no and back.created_at < merge.at), 0) / amount
      end as gift_merged
    from orders join ledger_txns buyer
      on buyer.kind = 'gift' and buyer.ref_type = 'order' and buyer.ref_id = orders.order_no
    cross join lateral (select min(created_at) as at from account_merges
      where account_merges.user_id = buyer.user_id or from_user_id = buyer.user_id) as merge
    where orders.user_id = ${userId} and gift > 0`.execute(trx)
  return rows.map(({ gift_merged, ...order }) => ({ order, merged: Math.ceil(Number(gift_merged)) }))
}

/** What is left of the order's gift. */
export const computeGiftLeft = ({ order }: OrderGift): number => order.gift - scaleByReversedShare(order.gift, order)

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

/**
 * Sums what merges have withheld of the user's gifts and no operator has released: all but the largest. What merges have
 * withheld counts as gifts first.
 */
export async function sumWithheldGifts(
  trx: Transaction<Database>,
  userId: string,
  gifts: readonly OrderGift[]
): Promise<number> {
  if (gifts.length < 2) return 0
  const { rows } = await sql<{ bonus: string }>`with recursive merges as (
      select from_user_id from account_merges where user_id = ${userId}
      union
      select account_merges.from_user_id from account_merges
        join merges on account_merges.user_id = merges.from_user_id
    )
    select coalesce(sum(bonus), 0) as bonus from pending_earnings
    where kind = 'merge' and paid_at is null and ref_id in (select from_user_id from merges)`.execute(trx)
  const amounts = gifts.map(({ merged }) => merged)
  return Math.min(Number(rows[0]?.bonus), sumOf(amounts) - Math.max(...amounts))
}

/** Sums what the user has of gifts, without what was withheld, and only of orders that were paid after `since`. */
export async function sumKeptGifts(
  trx: Transaction<Database>,
  userId: string,
  since: Date | null = null
): Promise<number> {
  const gifts = await readGifts(trx, userId)
  const withheld = await sumWithheldGifts(trx, userId, gifts)
  const counted = gifts.filter(({ order }) => since === null || (order.paid_at !== null && order.paid_at > since))
  const left = counted.map(computeGiftLeft)
  return Math.max(0, ...left, sumOf(left) - withheld)
}

/**
 * Sums what refunds do not take, because a merge has withheld it: all but the largest of the gifts that are left stay
 * withheld, and what is withheld beyond them was the gift of orders that were refunded since.
 */
export function computeReturnedByMerges(gifts: readonly OrderGift[], withheld: number): number {
  const left = gifts.map(gift => Math.min(gift.merged, computeGiftLeft(gift)))
  return Math.max(0, withheld - (sumOf(left) - Math.max(0, ...left)))
}

/** What the order's refund state takes of its gift since the merge. */
export const computeGiftTaken = (gift: OrderGift): number => Math.max(0, gift.merged - computeGiftLeft(gift))
