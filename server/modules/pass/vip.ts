import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'

/** Starts and ends, in epoch ms, as JSON has them. */
export type PassTimes = readonly (readonly [startsAt: number, endsAt: number])[]

/**
 * `until` is the end of the current passes without a gap, or the end of the last pass; null if there was none. A pass
 * starts when it is bought or when the one before ends, so one that starts after a gap was bought with a clock ahead and
 * is active at once.
 */
export interface Vip {
  active: boolean
  until: Date | null
}

export function computeVip(passes: PassTimes, at: Date): Vip {
  const now = at.getTime()
  let until = now
  for (const [startsAt, endsAt] of passes.toSorted(([one], [other]) => one - other)) {
    if ((startsAt <= until || until === now) && endsAt > until) until = endsAt
  }
  if (until > now) return { active: true, until: new Date(until) }
  const ended = passes.map(([, endsAt]) => endsAt).filter(endsAt => endsAt <= now)
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

/** `PassTimes` as a column. */
export function selectPassTimes(db: Kysely<Database>, userId: string) {
  const passes = selectPasses(db, userId).select(['starts_at', 'ends_at']).orderBy('ends_at', 'desc').limit(MAX_PASSES)
  const toMs = (column: string) => sql`floor(extract(epoch from ${sql.ref(column)}) * 1000)::bigint`
  return sql<PassTimes>`(
    select coalesce(jsonb_agg(jsonb_build_array(${toMs('starts_at')}, ${toMs('ends_at')})), '[]') from ${passes} as passes
  )`.as('pass_times')
}

export async function readVip(db: Kysely<Database>, userId: string, now: Date): Promise<Vip> {
  const { pass_times } = await db.selectNoFrom([selectPassTimes(db, userId)]).executeTakeFirstOrThrow()
  return computeVip(pass_times, now)
}

export const toVipStatus = ({ active, until }: Vip) => ({ active, until: until?.getTime() ?? null })

export const readVipStatus = async (db: Kysely<Database>, userId: string, now: Date) =>
  toVipStatus(await readVip(db, userId, now))
