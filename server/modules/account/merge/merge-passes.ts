import type { Transaction } from 'kysely'
import type { Merged } from '../../../../contract/account.js'
import type { Database } from '../../../db/schema/schema.js'
import type { MergeContext } from './merge-context.js'

/** What is left of the visitor's passes comes behind the account's own, in their order; no day is lost. */
export async function mergePasses(
  trx: Transaction<Database>,
  { from, into, now }: MergeContext
): Promise<Partial<Merged>> {
  const mine = await runningPasses(trx, from, now)
  const theirs = await runningPasses(trx, into, now)
  let end = Math.max(now.getTime(), ...theirs.map(({ ends_at }) => ends_at.getTime()))
  let left = 0
  for (const { id, starts_at, ends_at } of mine) {
    const isBegun = starts_at <= now
    const length = ends_at.getTime() - Math.max(starts_at.getTime(), now.getTime())
    // Without one to stand behind it goes on as it was.
    const isFirst = end === now.getTime() && isBegun
    const times = isFirst ? {} : { starts_at: new Date(end), ends_at: new Date(end + length) }
    await trx
      .updateTable('passes')
      .set({ user_id: into, ...times })
      .where('user_id', '=', from)
      .where('id', '=', id)
      .execute()
    end += length
    left += length
  }
  await trx.updateTable('passes').set({ user_id: into }).where('user_id', '=', from).execute()
  return { vip_ms: left }
}

function runningPasses(trx: Transaction<Database>, userId: string, now: Date) {
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
