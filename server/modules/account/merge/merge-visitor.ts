import type { Transaction } from 'kysely'
import type { Merged } from '../../../../contract/account.js'
import type { Database } from '../../../db/schema/schema.js'
import type { RequestContext } from '../../../http/request-context.js'
import { lockFreshWallet } from '../../ledger/bonus-expiry.js'
import { mergeEvents, mergeFavorites, mergeHistory, mergeTraces } from './merge-activity.js'
import type { MergeContext } from './merge-context.js'
import { mergeMoney } from './merge-money.js'
import { mergeClaims, mergeOrders } from './merge-orders.js'
import { mergePasses } from './merge-passes.js'
import { mergeShares, mergeTasks } from './merge-rewards.js'
import { mergeSpending } from './merge-spending.js'
import { mergePromos, mergeUnlocks } from './merge-unlocks.js'

/**
 * What comes along besides money, one after the other; each says what of the summary it knows. Money moves after them:
 * some give coins back.
 */
const parts: readonly ((trx: Transaction<Database>, merging: MergeContext) => Promise<Partial<Merged>>)[] = [
  mergeUnlocks,
  mergeClaims,
  mergeOrders,
  mergePasses,
  mergeSpending,
  mergeFavorites,
  mergeHistory,
  mergeShares,
  mergeTasks,
  mergeEvents,
  mergeTraces,
  mergePromos
]

/** Moves everything a visitor has to another user and closes the visitor for ever. The caller has locked both rows. */
export async function mergeVisitor(
  trx: Transaction<Database>,
  { from, into, context }: { from: string; into: string; context: Pick<RequestContext, 'now' | 'config'> }
): Promise<Merged> {
  const merging = { from, into, now: context.now, zone: context.config.timezone }
  await lockFreshWallet(trx, into, merging.now)
  const { coins, bonus } = await lockFreshWallet(trx, from, merging.now)
  const nothing = { unlocks: 0, coins_back: 0, favorites: 0, dramas: 0, orders: 0, vip_ms: 0 }
  const merged: Merged = { coins, bonus, ...nothing }
  for (const part of parts) Object.assign(merged, await part(trx, merging))
  await mergeMoney(trx, merging)
  await close(trx, merging)
  await trx
    .insertInto('account_merges')
    .values({ from_user_id: from, user_id: into, summary: JSON.stringify(merged), created_at: merging.now })
    .execute()
  return merged
}

async function close(trx: Transaction<Database>, { from, into, now }: MergeContext): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ revoked_at: now, replaced_by: into })
    .where('user_id', '=', from)
    .where('revoked_at', 'is', null)
    .execute()
  await moveSecrets(trx, from, into)
  await trx.updateTable('users').set({ merged_into: into, recovery_hash: null }).where('id', '=', from).execute()
}

/** A visitor is brought back by the device; an account is never signed in to without its owner. */
async function moveSecrets(trx: Transaction<Database>, from: string, into: string): Promise<void> {
  const owner = await trx.selectFrom('users').select('kind').where('id', '=', into).executeTakeFirstOrThrow()
  if (owner.kind === 'visitor') {
    await trx.updateTable('device_secrets').set({ user_id: into }).where('user_id', '=', from).execute()
  } else await trx.deleteFrom('device_secrets').where('user_id', '=', from).execute()
}

/** What was told of a merge when it happened; null where there was none. */
export async function mergeResponse(trx: Transaction<Database>, from: string, into: string): Promise<Merged | null> {
  const row = await trx
    .selectFrom('account_merges')
    .select('summary')
    .where('from_user_id', '=', from)
    .where('user_id', '=', into)
    .executeTakeFirst()
  return row === undefined ? null : (JSON.parse(row.summary) as Merged)
}
