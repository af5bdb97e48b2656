import { sql, type Transaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import { resolveLimit, type SpendingLimit } from '../../spending/limit-change.js'
import { readSpendingLimits, saveLimit } from '../../spending/queries.js'
import { readUser } from '../../user/queries.js'
import type { MergeContext, MergeStepResult } from './merge-context.js'

/** Keeps the stricter limit of both users, so that signing in cannot raise a limit. */
export async function mergeSpending(
  trx: Transaction<Database>,
  { from, into, now }: MergeContext
): Promise<MergeStepResult> {
  const visitorLimits = await readSpendingLimits(trx, from, now)
  const accountLimits = await readSpendingLimits(trx, into, now)
  for (const period of ['daily', 'weekly'] as const) {
    const limit = pickStricterLimit(visitorLimits[period], accountLimits[period], now)
    if (limit.coins !== null) await saveLimit(trx, into, period, limit)
  }
  await mergeAutoUnlock(trx, from, into)
  return {}
}

/** The lower limit now, and the lower limit after the pending changes of both have taken effect. */
function pickStricterLimit(one: SpendingLimit, other: SpendingLimit, now: Date): SpendingLimit {
  const limits = [resolveLimit(one, now), resolveLimit(other, now)]
  const coins = findLowest(limits.map(limit => limit.coins))
  const later = findLowest(limits.map(limit => (limit.next === null ? limit.coins : limit.next.coins)))
  if (later === coins) return { coins, next: null }
  const times = limits.flatMap(({ next }) => (next === null ? [] : [next.at.getTime()]))
  return { coins, next: { coins: later, at: new Date(Math.max(...times)) } }
}

function findLowest(amounts: readonly (number | null)[]): number | null {
  const defined = amounts.filter(amount => amount !== null)
  return defined.length === 0 ? null : Math.min(...defined)
}

async function mergeAutoUnlock(trx: Transaction<Database>, from: string, into: string): Promise<void> {
  const visitor = await readUser(trx, from)
  if (visitor.auto_unlock) {
    const cap = visitor.auto_unlock_daily_cap
    await trx
      .updateTable('users')
      .set({ auto_unlock_daily_cap: sql`least(auto_unlock_daily_cap, ${cap}::int)` })
      .where('id', '=', into)
      .execute()
  }
  await sql`insert into drama_auto_unlocks (user_id, drama_id, enabled, daily_cap, updated_at)
    select ${into}, drama_id, enabled, daily_cap, updated_at from drama_auto_unlocks
    where user_id = ${from} and not enabled
    on conflict (user_id, drama_id) do update set enabled = false,
      daily_cap = least(drama_auto_unlocks.daily_cap, excluded.daily_cap),
      updated_at = greatest(drama_auto_unlocks.updated_at, excluded.updated_at)`.execute(trx)
  await trx.deleteFrom('drama_auto_unlocks').where('user_id', '=', from).execute()
}
