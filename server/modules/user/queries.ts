import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema.js'

export function userById(db: Kysely<Database>, userId: string) {
  return db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
}

/** Where a page of the watch history goes on: epoch milliseconds and drama id of the last row. */
export type HistoryKey = [number, string]

/** Dramas the user watched, newest first; one row more than the page. */
export function watchedDramas(db: Kysely<Database>, userId: string, after: HistoryKey | null, limit: number) {
  return db
    .selectFrom('drama_progress')
    .innerJoin('dramas', 'dramas.id', 'drama_progress.drama_id')
    .selectAll('dramas')
    .select(['drama_progress.episode_no', 'drama_progress.position_s', 'drama_progress.duration_s'])
    .select('drama_progress.updated_at as watched_at')
    .where('drama_progress.user_id', '=', userId)
    .where('dramas.status', '=', 'online')
    .$if(after !== null, query =>
      query.where(builder => {
        const [time, id] = after ?? [0, '']
        const at = new Date(time)
        return builder.or([
          builder('drama_progress.updated_at', '<', at),
          builder.and([builder('drama_progress.updated_at', '=', at), builder('drama_progress.drama_id', '>', id)])
        ])
      })
    )
    .orderBy('drama_progress.updated_at', 'desc')
    .orderBy('drama_progress.drama_id')
    .limit(limit + 1)
    .execute()
}

export type WatchedDrama = Awaited<ReturnType<typeof watchedDramas>>[number]
