import { type Expression, type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { transaction } from '../../db/transaction.js'
import { type FreeAccess, selectFreeAccess } from '../campaign/free-access.js'
import { selectPassesAt } from '../pass/vip.js'

export function findEpisodeWithDrama(db: Kysely<Database>, episodeId: string) {
  return db
    .selectFrom('episodes')
    .innerJoin('dramas', 'dramas.id', 'episodes.drama_id')
    .selectAll('episodes')
    .select(['dramas.free_count', 'dramas.default_price', 'dramas.status as drama_status'])
    .select('dramas.offline_at as drama_offline_at')
    .where('episodes.id', '=', episodeId)
    .executeTakeFirst()
}

export const isEpisodeOnline = ({ status, drama_status }: { status: string; drama_status: string }) =>
  status === 'online' && drama_status === 'online'

export function unlockedEpisodeIds(db: Kysely<Database>, userId: string, dramaId: string | Expression<string>) {
  return db
    .selectFrom('unlocks')
    .select('episode_id')
    .where('user_id', '=', userId)
    .where('drama_id', '=', dramaId)
    .where('refunded_at', 'is', null)
}

export async function readEntitlements(
  db: Kysely<Database>,
  { userId, dramaId, now }: { userId: string; dramaId: string; now: Date }
): Promise<FreeAccess & { unlockedIds: Set<string>; hasPass: boolean }> {
  const { unlocked_ids, has_pass, ...freeAccess } = await db
    .selectNoFrom(({ exists }) => [
      sql<string[]>`array ${unlockedEpisodeIds(db, userId, dramaId)}`.as('unlocked_ids'),
      exists(selectPassesAt(db, userId, now)).as('has_pass'),
      ...selectFreeAccess({ userId, dramaId: sql<string>`${dramaId}`, now })
    ])
    .executeTakeFirstOrThrow()
  return { unlockedIds: new Set(unlocked_ids), hasPass: Boolean(has_pass), ...freeAccess }
}

export function readEpisodeProgress(db: Kysely<Database>, userId: string, dramaId: string) {
  return db
    .selectFrom('episode_progress')
    .select(['episode_id', 'position_s', 'finished'])
    .where('user_id', '=', userId)
    .where('drama_id', '=', dramaId)
    .execute()
}

export function readDramaProgress(db: Kysely<Database>, userId: string, dramaId: string) {
  return db
    .selectFrom('drama_progress')
    .select(['episode_no', 'position_s'])
    .where('user_id', '=', userId)
    .where('drama_id', '=', dramaId)
    .executeTakeFirst()
}

export interface ProgressChange {
  userId: string
  dramaId: string
  episodeId: string
  episodeNo: number
  positionSeconds: number
  durationSeconds: number
  isFinished: boolean
  now: Date
}

export async function saveProgress(db: Kysely<Database>, change: ProgressChange): Promise<void> {
  const key = { user_id: change.userId, drama_id: change.dramaId }
  const position = { position_s: change.positionSeconds, updated_at: change.now }
  await transaction(db, async trx => {
    await trx
      .insertInto('episode_progress')
      .values({ ...key, ...position, episode_id: change.episodeId, finished: change.isFinished })
      .onConflict(conflict =>
        conflict
          .columns(['user_id', 'episode_id'])
          .doUpdateSet({ ...position, finished: sql`episode_progress.finished or excluded.finished` })
          .where('episode_progress.updated_at', '<=', change.now)
      )
      .execute()
    const dramaPosition = { ...position, episode_no: change.episodeNo, duration_s: change.durationSeconds }
    await trx
      .insertInto('drama_progress')
      .values({ ...key, ...dramaPosition })
      .onConflict(conflict =>
        conflict
          .columns(['user_id', 'drama_id'])
          .doUpdateSet(dramaPosition)
          .where('drama_progress.updated_at', '<=', change.now)
      )
      .execute()
  })
}
