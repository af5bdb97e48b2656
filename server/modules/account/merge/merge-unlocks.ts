import { sql, type Transaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import { lockWallet } from '../../ledger/wallet.js'
import { findPaidUnlock, refundUnlock, relockEpisode } from '../../unlock/refund-unlock.js'
import type { MergeContext, MergeStepResult } from './merge-context.js'
import { withholdExcess } from './withhold-excess.js'

/**
 * Refunds what the account has unlocked already, bonus as bonus, withholds what one person could not have earned, and
 * copies the rest. The visitor's rows stay, because they belong to the visitor's payments.
 */
export async function mergeUnlocks(trx: Transaction<Database>, merge: MergeContext): Promise<MergeStepResult> {
  const { from, into, now } = merge
  const visitorEpisodes = await selectUnlockedEpisodes(trx, from)
  const accountEpisodes = new Set(await selectUnlockedEpisodes(trx, into))
  const { bonus } = await lockWallet(trx, from)
  let coinsBack = 0
  for (const episodeId of visitorEpisodes.filter(id => accountEpisodes.has(id))) {
    coinsBack += await refundDuplicate(trx, { userId: from, episodeId, now })
  }
  const withheld = await withholdExcess(trx, merge)
  const episodes = visitorEpisodes.filter(id => !accountEpisodes.has(id) && !withheld.relocked.includes(id))
  if (episodes.length > 0) await copyUnlocks(trx, { from, into, episodes })
  const held = { bonus_held: withheld.bonus, bonus: Math.max(0, bonus - withheld.fromVisitor) }
  return { unlocks: episodes.length, coins_back: coinsBack, ...(withheld.bonus > 0 && held) }
}

async function selectUnlockedEpisodes(trx: Transaction<Database>, userId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('unlocks')
    .select('episode_id')
    .where('user_id', '=', userId)
    .where('refunded_at', 'is', null)
    .orderBy('episode_id')
    .execute()
  return rows.map(({ episode_id }) => episode_id)
}

async function refundDuplicate(
  trx: Transaction<Database>,
  { userId, episodeId, now }: { userId: string; episodeId: string; now: Date }
): Promise<number> {
  const paid = await findPaidUnlock(trx, userId, episodeId)
  if (paid === null) {
    await relockEpisode(trx, { userId, episodeId, now })
    return 0
  }
  await refundUnlock(trx, await lockWallet(trx, userId), paid, now)
  return paid.coinsPaid + paid.bonusPaid
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

export async function mergePromos(trx: Transaction<Database>, { from, into }: MergeContext): Promise<MergeStepResult> {
  await sql`insert into promo_grants (user_id, link_id, lpid, drama_id, episode_id, episode_no, created_at, until)
    select ${into}, link_id, lpid, drama_id, episode_id, episode_no, created_at, until from promo_grants
    where user_id = ${from}
    on conflict (user_id, link_id) do nothing`.execute(trx)
  await trx.deleteFrom('promo_grants').where('user_id', '=', from).execute()
  return {}
}
