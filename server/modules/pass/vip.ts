import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'

/** A stretch of unlimited viewing, `[startsAt, endsAt)`. */
export interface PassTime {
  startsAt: Date
  endsAt: Date
}

/** `until`: when passes that follow each other end, or when the last one ended; null for who never had one. */
export interface Vip {
  active: boolean
  until: Date | null
}

/** Whether passes cover a time, and up to when without a gap. */
export function vipOf(passes: readonly PassTime[], now: Date): Vip {
  let until = now
  for (const { startsAt, endsAt } of [...passes].sort((one, other) => Number(one.startsAt) - Number(other.startsAt))) {
    if (startsAt <= until && endsAt > until) until = endsAt
  }
  if (until > now) return { active: true, until }
  const ended = passes.filter(({ endsAt }) => endsAt <= now).map(({ endsAt }) => endsAt.getTime())
  return { active: false, until: ended.length === 0 ? null : new Date(Math.max(...ended)) }
}

/** A pass that was paid back while it ran ends then; one that had not begun never was. */
const passesOf = (db: Kysely<Database>, userId: string) =>
  db
    .selectFrom('passes')
    .where('user_id', '=', userId)
    .where(({ or, eb }) => or([eb('revoked_at', 'is', null), eb('revoked_at', '>=', eb.ref('ends_at'))]))

/** The passes that cover a time: who has one watches without paying per episode. */
export const passesAt = (db: Kysely<Database>, userId: string, now: Date) =>
  passesOf(db, userId).select('id').where('starts_at', '<=', now).where('ends_at', '>', now)

/** More than can be bought ahead. */
const MOST_PASSES = 100

/** Whether passes cover a time, and up to when. */
export async function vipAt(db: Kysely<Database>, userId: string, now: Date): Promise<Vip> {
  const rows = await passesOf(db, userId)
    .select(['starts_at as startsAt', 'ends_at as endsAt'])
    .orderBy('ends_at', 'desc')
    .limit(MOST_PASSES)
    .execute()
  return vipOf(rows, now)
}

/** VIP as the client sees it. */
export async function vipAnswer(db: Kysely<Database>, userId: string, now: Date) {
  const { active, until } = await vipAt(db, userId, now)
  return { active, until: until?.getTime() ?? null }
}
