import type { Transaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import { MAX_BONUS_LIFETIME_MS } from '../../ledger/grants.js'
import { postTransaction } from '../../ledger/post.js'
import { lockWallet } from '../../ledger/wallet.js'
import { addPendingEarning } from '../../reward/earning/pending-earnings.js'
import { refundUnlock } from '../../unlock/refund-unlock.js'
import { sumExcessEarnings } from './excess-earnings.js'
import type { MergeContext } from './merge-context.js'

export interface WithheldBonus {
  /** Sum of both users. */
  bonus: number
  /** Of the visitor's balance. */
  fromVisitor: number
  /** Episodes of the visitor that are locked again. */
  relocked: string[]
}

/**
 * Withholds what one person could not have earned in the same days: from the visitor's earned bonus, then from that of
 * the account, then from the visitor's newest unlocks that were paid with bonus. Bought coins and bonus always move. It
 * waits for an operator (`pending_earnings`).
 */
export async function withholdExcess(trx: Transaction<Database>, merge: MergeContext): Promise<WithheldBonus> {
  const { from, into, now, services } = merge
  let missing = await sumExcessEarnings(trx, merge)
  const result: WithheldBonus = { bonus: 0, fromVisitor: 0, relocked: [] }
  if (missing === 0) return result
  const take = async (userId: string, name: string) => {
    const taken = await withhold(trx, { userId, name, limit: missing, now, merged: from })
    missing -= taken
    result.bonus += taken
    return taken
  }
  result.fromVisitor += await take(from, 'balance')
  await take(into, 'account')
  for (const unlock of missing > 0 ? await selectBonusUnlocks(trx, from) : []) {
    if (missing <= 0) break
    await refundUnlock(trx, await lockWallet(trx, from), unlock, now)
    result.relocked.push(unlock.episodeId)
    await take(from, unlock.episodeId)
  }
  if (result.bonus > 0) {
    const earner = { address: '', network: '', device: '', browser: '', lpid: '' }
    const waiting = { userId: into, kind: 'merge', refId: from, bonus: result.bonus, earner, now } as const
    await addPendingEarning(trx, services, waiting)
  }
  return result
}

/** Bonus of a pack was bought. What a merge has brought may have been, so it comes last. */
const EARNED_SOURCES = ['task', 'share_reward', 'tg_reward', 'gift', 'unlock_refund', 'merge']

async function withhold(
  trx: Transaction<Database>,
  { userId, name, limit, now, merged }: { userId: string; name: string; limit: number; now: Date; merged: string }
): Promise<number> {
  const wallet = await lockWallet(trx, userId)
  const sources = await trx.selectFrom('bonus_lots').select(['id', 'source']).where('user_id', '=', userId).execute()
  const rankOf = (lotId: number) => EARNED_SOURCES.indexOf(sources.find(({ id }) => Number(id) === lotId)?.source ?? '')
  const bought = await sumBoughtBonus(trx, userId, now)
  const earned = wallet.lots.filter(({ id }) => rankOf(id) >= 0)
  const packs = wallet.bonus - earned.reduce((sum, { remaining }) => sum + remaining, 0)
  // Bought bonus that a merge has brought is in lots of the merge.
  const most = Math.max(0, wallet.bonus - Math.max(bought, packs))
  let missing = Math.min(limit, most)
  const withheld = missing
  const lots = wallet.lots
    .filter(({ id }) => rankOf(id) >= 0)
    .toSorted((one, other) => rankOf(one.id) - rankOf(other.id))
    .flatMap(({ id, remaining }) => {
      const amount = Math.min(missing, remaining)
      missing -= amount
      return amount > 0 ? [{ id, amount }] : []
    })
  if (lots.length === 0) return 0
  const ref = { type: 'user', id: merged }
  const key = `withhold:${merged}:${name}`
  await postTransaction(trx, { userId, kind: 'merge', ref, key, change: { type: 'withhold', lots }, now, wallet })
  return withheld - missing
}

/** Of packs whose bonus has not expired yet. */
async function sumBoughtBonus(trx: Transaction<Database>, userId: string, now: Date): Promise<number> {
  const { bonus } = await trx
    .selectFrom('orders')
    .select(({ fn }) => fn.sum<string | null>('bonus').as('bonus'))
    .where('user_id', '=', userId)
    .where('status', '=', 'paid')
    .where('paid_at', '>', new Date(now.getTime() - MAX_BONUS_LIFETIME_MS))
    .executeTakeFirstOrThrow()
  return Number(bonus ?? 0)
}

async function selectBonusUnlocks(trx: Transaction<Database>, userId: string) {
  const rows = await trx
    .selectFrom('unlocks')
    .select(['episode_id', 'source', 'coins_paid', 'bonus_paid', 'ledger_seq', 'created_at'])
    .where('user_id', '=', userId)
    .where('refunded_at', 'is', null)
    .where('bonus_paid', '>', 0)
    .orderBy('created_at', 'desc')
    .orderBy('episode_id', 'desc')
    .execute()
  return rows.map(row => ({
    episodeId: row.episode_id,
    source: row.source,
    coinsPaid: row.coins_paid,
    bonusPaid: row.bonus_paid,
    ledgerSeq: row.ledger_seq === null ? null : Number(row.ledger_seq),
    createdAt: row.created_at
  }))
}
