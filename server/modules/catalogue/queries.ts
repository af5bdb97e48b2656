import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { isBeforeKey } from '../../lib/cursor.js'
import { bannerColumns, cardColumns } from './drama-response.js'
import type { DramaCursor } from './list-queries.js'

export function findOnlineDrama(db: Kysely<Database>, id: string) {
  return db.selectFrom('dramas').selectAll().where('id', '=', id).where('status', '=', 'online').executeTakeFirst()
}

export function findOfflineDramaWithUnlocks(
  db: Kysely<Database>,
  { id, userId, since }: { id: string; userId: string; since: Date }
) {
  return db
    .selectFrom('dramas')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'offline')
    .where('offline_at', '>', since)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('unlocks')
          .select('episode_id')
          .where('user_id', '=', userId)
          .where('drama_id', '=', id)
          .where('refunded_at', 'is', null)
      )
    )
    .executeTakeFirst()
}

export function findOnlineEpisodes(db: Kysely<Database>, dramaId: string) {
  return db
    .selectFrom('episodes')
    .selectAll()
    .where('drama_id', '=', dramaId)
    .where('status', '=', 'online')
    .orderBy('no')
    .execute()
}

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

const MAX_DRAMAS_PER_LABEL = 40

export function findRelatedDramas(db: Kysely<Database>, dramaId: string, labels: readonly string[], limit: number) {
  const relatedIds = db
    .selectFrom('labels')
    .innerJoinLateral(
      query =>
        query
          .selectFrom('drama_labels')
          .select(['drama_id', 'play_count'])
          .whereRef('drama_labels.label_id', '=', 'labels.id')
          .orderBy('play_count', 'desc')
          .orderBy('drama_id', 'desc')
          .limit(MAX_DRAMAS_PER_LABEL)
          .as('listed'),
      join => join.onTrue()
    )
    .select(['listed.drama_id', sql<number>`count(*)`.as('shared')])
    .where('labels.id', 'in', [...labels])
    .where('listed.drama_id', '<>', dramaId)
    .groupBy('listed.drama_id')
  return db
    .selectFrom(relatedIds.as('alike'))
    .innerJoin('dramas', 'dramas.id', 'alike.drama_id')
    .select(cardColumns)
    .where('dramas.status', '=', 'online')
    .orderBy('alike.shared', 'desc')
    .orderBy('dramas.play_count', 'desc')
    .orderBy('dramas.id', 'desc')
    .limit(limit)
    .execute()
}

export function findFeedDramas(
  db: Kysely<Database>,
  { userId, after, limit }: { userId: string | null; after: DramaCursor | null; limit: number }
) {
  return db
    .selectFrom('dramas')
    .innerJoinLateral(
      query =>
        query
          .selectFrom('episodes')
          .select(['id', 'no', 'title', 'duration_s', 'price'])
          .whereRef('episodes.drama_id', '=', 'dramas.id')
          .where('episodes.status', '=', 'online')
          .orderBy('no')
          .limit(1)
          .as('first'),
      join => join.onTrue()
    )
    .select(bannerColumns)
    .select(['first.id as episode_id', 'first.no', 'first.duration_s', 'first.title as episode_title'])
    .select(
      sql<boolean>`exists (
        select 1 from favorites where user_id = ${userId} and favorites.drama_id = dramas.id
      )`.as('is_favorite')
    )
    .where('dramas.status', '=', 'online')
    .where(sql<boolean>`(first.no <= dramas.free_count or coalesce(first.price, dramas.default_price) = 0)`)
    .$if(userId !== null, query =>
      query.where(
        sql<boolean>`not exists (
          select 1 from drama_progress where user_id = ${userId} and drama_progress.drama_id = dramas.id
        )`
      )
    )
    .$if(after !== null, query => query.where(isBeforeKey(['dramas.play_count', 'dramas.id'], after ?? [])))
    .orderBy('dramas.play_count', 'desc')
    .orderBy('dramas.id', 'desc')
    .limit(limit)
    .execute()
}
