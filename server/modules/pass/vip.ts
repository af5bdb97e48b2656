import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'

export interface PassTime {
  startsAt: Date
  endsAt: Date
}

/**
 * `until` is the end of the current passes without a gap, or the end of the last pass; null if there was none. A pass
 * starts when it is bought or when the one before ends, so one that starts after a gap was bought with a clock ahead and
 * is active at once.
 */
export interface Vip {
  active: boolean
  until: Date | null
}

function computeVip(passes: readonly PassTime[], now: Date): Vip {
  let until = now
  for (const { startsAt, endsAt } of [...passes].sort((one, other) => Number(one.startsAt) - Number(other.startsAt))) {
    if ((startsAt <= until || until === now) && endsAt > until) until = endsAt
  }
  if (until > now) return { active: true, until }
  const ended = passes.filter(({ endsAt }) => endsAt <= now).map(({ endsAt }) => endsAt.getTime())
  return { active: false, until: ended.length === 0 ? null : new Date(Math.max(...ended)) }
}

/** Includes a revoked pass up to its revocation, unless it was revoked before it started. */
const selectPasses = (db: Kysely<Database>, userId: string) =>
  db
    .selectFrom('passes')
    .where('user_id', '=', userId)
    .where(({ or, eb }) => or([eb('revoked_at', 'is', null), eb('revoked_at', '>=', eb.ref('ends_at'))]))

export const selectPassesAt = (db: Kysely<Database>, userId: string, now: Date) =>
  selectPasses(db, userId).select('id').where('ends_at', '>', now)

const MAX_PASSES = 100

export async function readVip(db: Kysely<Database>, userId: string, now: Date): Promise<Vip> {
  const rows = await selectPasses(db, userId)
    .select(['starts_at as startsAt', 'ends_at as endsAt'])
    .orderBy('ends_at', 'desc')
    .limit(MAX_PASSES)
    .execute()
  return computeVip(rows, now)
}

export async function readVipStatus(db: Kysely<Database>, userId: string, now: Date) {
  const { active, until } = await readVip(db, userId, now)
  return { active, until: until?.getTime() ?? null }
}
