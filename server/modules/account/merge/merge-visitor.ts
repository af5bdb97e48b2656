import type { Transaction } from 'kysely'
import type { AccountMergeResult } from '../../../../contract/account.js'
import type { Database } from '../../../db/schema/schema.js'
import type { RequestContext } from '../../../http/request-context.js'
import { lockFreshWallet } from '../../ledger/bonus-expiry.js'
import { mergeEvents, mergeFavorites, mergeHistory, mergeTraces } from './merge-activity.js'
import type { MergeContext, MergeStepResult } from './merge-context.js'
import { mergeExperiments } from './merge-experiments.js'
import { mergeMoney } from './merge-money.js'
import { mergeClaims, mergeOrders } from './merge-orders.js'
import { mergePasses } from './merge-passes.js'
import { mergePendingEarnings } from './merge-pending-earnings.js'
import { mergeShares, mergeTasks } from './merge-rewards.js'
import { mergeSpending } from './merge-spending.js'
import { mergePromos, mergeUnlocks } from './merge-unlocks.js'

/**
 * Run one after the other, before the money moves, because `mergeUnlocks` refunds to the visitor and withholds what one
 * person could not have earned.
 */
const mergeSteps: readonly ((trx: Transaction<Database>, mergeContext: MergeContext) => Promise<MergeStepResult>)[] = [
  mergeUnlocks,
  mergePendingEarnings,
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
  mergePromos,
  mergeExperiments
]

type MergeRequest = Pick<RequestContext, 'now' | 'config' | 'clock' | 'random'>

/** Closes the visitor for good. The caller has locked both user rows. */
export async function mergeVisitor(
  trx: Transaction<Database>,
  { from, into, context }: { from: string; into: string; context: MergeRequest }
): Promise<AccountMergeResult> {
  const mergeContext = { from, into, now: context.now, zone: context.config.timezone, services: context }
  await lockFreshWallet(trx, into, mergeContext.now)
  const { coins, bonus } = await lockFreshWallet(trx, from, mergeContext.now)
  const merged: AccountMergeResult = {
    coins,
    bonus,
    unlocks: 0,
    coins_back: 0,
    bonus_held: 0,
    favorites: 0,
    dramas: 0,
    orders: 0,
    vip_ms: 0
  }
  for (const mergeStep of mergeSteps) Object.assign(merged, await mergeStep(trx, mergeContext))
  await mergeMoney(trx, mergeContext)
  await closeVisitor(trx, mergeContext)
  await trx
    .insertInto('account_merges')
    .values({ from_user_id: from, user_id: into, summary: JSON.stringify(merged), created_at: mergeContext.now })
    .execute()
  return merged
}

async function closeVisitor(trx: Transaction<Database>, { from, into, now }: MergeContext): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ revoked_at: now, replaced_by: into })
    .where('user_id', '=', from)
    .where('revoked_at', 'is', null)
    .execute()
  await moveDeviceSecrets(trx, from, into)
  await trx.updateTable('users').set({ merged_into: into, recovery_hash: null }).where('id', '=', from).execute()
}

async function moveDeviceSecrets(trx: Transaction<Database>, from: string, into: string): Promise<void> {
  const owner = await trx.selectFrom('users').select('kind').where('id', '=', into).executeTakeFirstOrThrow()
  if (owner.kind === 'visitor') {
    await trx.updateTable('device_secrets').set({ user_id: into }).where('user_id', '=', from).execute()
  } else await trx.deleteFrom('device_secrets').where('user_id', '=', from).execute()
}

export async function readMergeSummary(
  trx: Transaction<Database>,
  from: string,
  into: string
): Promise<AccountMergeResult | null> {
  const row = await trx
    .selectFrom('account_merges')
    .select('summary')
    .where('from_user_id', '=', from)
    .where('user_id', '=', into)
    .executeTakeFirst()
  if (row === undefined) return null
  const summary: Omit<AccountMergeResult, 'bonus_held'> & { bonus_held?: number } = JSON.parse(row.summary)
  // Older summaries have no `bonus_held`.
  return { ...summary, bonus_held: summary.bonus_held ?? 0 }
}
