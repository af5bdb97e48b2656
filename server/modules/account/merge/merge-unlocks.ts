import { sql, type Transaction } from 'kysely'
import type { AccountMergeResult } from '../../../../contract/account.js'
import type { Database } from '../../../db/schema/schema.js'
import { postTransaction } from '../../ledger/post.js'
import { relockEpisode } from '../../unlock/refund-unlock.js'
import type { MergeContext } from './merge-context.js'

/**
 * Refunds what the account has unlocked already, in coins, and copies the rest. The visitor's rows stay, because they
 * belong to the visitor's payments.
 */
export async function mergeUnlocks(
  trx: Transaction<Database>,
  { from, into, now }: MergeContext
): Promise<Partial<AccountMergeResult>> {
  const visitorUnlocks = await selectActiveUnlocks(trx, from)
  const accountEpisodes = new Set((await selectActiveUnlocks(trx, into)).map(({ episode_id }) => episode_id))
  let coinsBack = 0
  for (const unlock of visitorUnlocks.filter(({ episode_id }) => accountEpisodes.has(episode_id))) {
    coinsBack += await refundDuplicate(trx, from, unlock, now)
  }
  const newEpisodes = visitorUnlocks
    .filter(({ episode_id }) => !accountEpisodes.has(episode_id))
    .map(({ episode_id }) => episode_id)
  if (newEpisodes.length > 0) await copyUnlocks(trx, { from, into, episodes: newEpisodes })
  return { unlocks: newEpisodes.length, coins_back: coinsBack }
}

function selectActiveUnlocks(trx: Transaction<Database>, userId: string) {
  return trx
    .selectFrom('unlocks')
    .select(['episode_id', 'coins_paid', 'bonus_paid', 'ledger_seq'])
    .where('user_id', '=', userId)
    .where('refunded_at', 'is', null)
    .orderBy('episode_id')
    .execute()
}

type Unlock = Awaited<ReturnType<typeof selectActiveUnlocks>>[number]

async function refundDuplicate(trx: Transaction<Database>, userId: string, unlock: Unlock, now: Date): Promise<number> {
  const { episode_id: episodeId, ledger_seq: seq } = unlock
  await relockEpisode(trx, { userId, episodeId, now })
  const coins = unlock.coins_paid + unlock.bonus_paid
  if (coins === 0) return 0
  // `seq` is null if another visitor paid, who was merged into this one before.
  const refId = `${seq ?? 'merged'}:${episodeId}`
  const change = { type: 'refundInCoins', coins } as const
  await postTransaction(trx, {
    userId,
    kind: 'merge',
    ref: { type: 'unlock', id: refId },
    key: `twice:${refId}`,
    change,
    now
  })
  return coins
}

/** `ledger_seq` is null, because no ledger transaction of the account paid for the copy. */
async function copyUnlocks(
  trx: Transaction<Database>,
  { from, into, episodes }: { from: string; into: string; episodes: string[] }
): Promise<void> {
  await sql`insert into unlocks (user_id, episode_id, drama_id, episode_no, price, coins_paid, bonus_paid, source, lpid,
      created_at, refunded_at, ledger_seq)
    select ${into}, episode_id, drama_id, episode_no, price, coins_paid, bonus_paid, source, lpid, created_at, null, null
    from unlocks where user_id = ${from} and episode_id in (${sql.join(episodes)})
    on conflict (user_id, episode_id) do update set price = excluded.price, coins_paid = excluded.coins_paid,
      bonus_paid = excluded.bonus_paid, source = excluded.source, lpid = excluded.lpid,
      created_at = excluded.created_at, refunded_at = null, ledger_seq = null
    where unlocks.refunded_at is not null`.execute(trx)
}

export async function mergePromos(
  trx: Transaction<Database>,
  { from, into }: MergeContext
): Promise<Partial<AccountMergeResult>> {
  await sql`insert into promo_grants (user_id, link_id, lpid, drama_id, episode_id, episode_no, created_at, until)
    select ${into}, link_id, lpid, drama_id, episode_id, episode_no, created_at, until from promo_grants
    where user_id = ${from}
    on conflict (user_id, link_id) do nothing`.execute(trx)
  await trx.deleteFrom('promo_grants').where('user_id', '=', from).execute()
  return {}
}
