import type { Transaction } from 'kysely'
import type { LedgerKind } from '../../../contract/wallet.js'
import type { Database } from '../../db/schema/schema.js'
import { addDays, startOfDate, toLocalDate } from '../../lib/time-zone.js'
import { type PostedTransaction, postTransaction } from './post.js'

const BONUS_DAYS = 30
/** Bonus ends at the end of its thirtieth day. */
export const MAX_BONUS_LIFETIME_MS = (BONUS_DAYS + 1) * 86_400_000

/** Bonus that is granted now expires 30 days later at 23:59:59 in the time zone. */
export function computeBonusEnd(now: Date, zone: string): Date {
  return new Date(startOfDate(addDays(toLocalDate(now, zone), BONUS_DAYS + 1), zone).getTime() - 1000)
}

export interface BonusGrant {
  userId: string
  kind: Extract<LedgerKind, 'gift' | 'task' | 'share_reward' | 'tg_reward' | 'topup_bonus' | 'adjust'>
  ref: { type: string; id: string }
  key: string
  bonus: number
  now: Date
  zone: string
}

export function grantBonus(trx: Transaction<Database>, grant: BonusGrant): Promise<PostedTransaction> {
  const { userId, kind, ref, key, bonus, now, zone } = grant
  const change = { type: 'earn', coins: 0, bonus, endsAt: computeBonusEnd(now, zone) } as const
  return postTransaction(trx, { userId, kind, ref, key, change, now })
}

export interface TopUp {
  userId: string
  orderNo: string
  coins: number
  bonus: number
  now: Date
  zone: string
}

/** Credits an order. Idempotent by order number. */
export async function topUp(
  trx: Transaction<Database>,
  { orderNo, coins, bonus, ...rest }: TopUp
): Promise<PostedTransaction> {
  const { userId, now, zone } = rest
  const ref = { type: 'order', id: orderNo }
  const change = { type: 'earn', coins, bonus: 0, endsAt: now } as const
  const coinsPosted = await postTransaction(trx, { userId, kind: 'topup', ref, key: `order:${orderNo}`, change, now })
  if (bonus === 0) return coinsPosted
  const bonusGrant = { userId, kind: 'topup_bonus', ref, key: `order_bonus:${orderNo}`, bonus, now, zone } as const
  const { balance } = await grantBonus(trx, bonusGrant)
  return { ...coinsPosted, balance }
}
