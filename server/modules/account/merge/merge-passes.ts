import type { Transaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import type { MergeContext, MergeStepResult } from './merge-context.js'

export async function mergePasses(
  trx: Transaction<Database>,
  { from, into, now }: MergeContext
): Promise<MergeStepResult> {
  const visitorPasses = await selectRunningPasses(trx, from, now)
  const accountPasses = await selectRunningPasses(trx, into, now)
  let end = Math.max(now.getTime(), ...accountPasses.map(({ ends_at }) => ends_at.getTime()))
  let remainingMs = 0
  for (const { id, starts_at, ends_at } of visitorPasses) {
    const isBegun = starts_at <= now
    const lengthMs = ends_at.getTime() - Math.max(starts_at.getTime(), now.getTime())
    const isFirst = end === now.getTime() && isBegun
    const times = isFirst ? {} : { starts_at: new Date(end), ends_at: new Date(end + lengthMs) }
    await trx
      .updateTable('passes')
      .set({ user_id: into, ...times })
      .where('user_id', '=', from)
      .where('id', '=', id)
      .execute()
    end += lengthMs
    remainingMs += lengthMs
  }
  await trx.updateTable('passes').set({ user_id: into }).where('user_id', '=', from).execute()
  return { vip_ms: remainingMs }
}

function selectRunningPasses(trx: Transaction<Database>, userId: string, now: Date) {
  return trx
    .selectFrom('passes')
    .select(['id', 'starts_at', 'ends_at'])
    .where('user_id', '=', userId)
    .where('ends_at', '>', now)
    .where('revoked_at', 'is', null)
    .orderBy('starts_at')
    .orderBy('id')
    .execute()
}
