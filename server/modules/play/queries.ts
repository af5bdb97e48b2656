import { type Expression, type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { type FreeAccess, selectFreeAccess } from '../campaign/free-access.js'
import { selectFavorite, selectFavoriteCount } from '../favorite/queries.js'
import { computeVip, type PassTimes, selectPassTimes, type Vip } from '../pass/vip.js'
import type { Entitlements } from './episode-access.js'

export function unlockedEpisodeIds(db: Kysely<Database>, userId: string, dramaId: string | Expression<string>) {
  return db
    .selectFrom('unlocks')
    .select('episode_id')
    .where('user_id', '=', userId)
    .where('drama_id', '=', dramaId)
    .where('refunded_at', 'is', null)
}

/** A viewer in a drama. */
export interface DramaViewer {
  userId: string
  dramaId: string
  now: Date
}

export type ViewerEntitlements = Pick<Entitlements, 'unlockedIds' | 'hasPass'> & FreeAccess & { vip: Vip }

export interface EpisodePosition {
  episode_id: string
  position_s: number
  finished: boolean
}

const selectEntitlements = (db: Kysely<Database>, { userId, dramaId, now }: DramaViewer) =>
  [
    sql<string[]>`array ${unlockedEpisodeIds(db, userId, dramaId)}`.as('unlocked_ids'),
    selectPassTimes(db, userId),
    ...selectFreeAccess({ userId, dramaId: sql<string>`${dramaId}`, now })
  ] as const

function toEntitlements(
  row: FreeAccess & { unlocked_ids: string[]; pass_times: PassTimes },
  now: Date
): ViewerEntitlements {
  const { unlocked_ids, pass_times, freeOverride, promoEpisodes } = row
  const vip = computeVip(pass_times, now)
  return { unlockedIds: new Set(unlocked_ids), hasPass: vip.active, vip, freeOverride, promoEpisodes }
}

/** `position_s` is null if the viewer has not watched the episode. */
export async function readViewerForPlay(
  db: Kysely<Database>,
  viewer: DramaViewer & { episodeId: string }
): Promise<ViewerEntitlements & { position_s: number | null }> {
  const row = await db
    .selectNoFrom([
      ...selectEntitlements(db, viewer),
      sql<number | null>`(select position_s from episode_progress
        where user_id = ${viewer.userId} and episode_id = ${viewer.episodeId})`.as('position_s')
    ])
    .executeTakeFirstOrThrow()
  return { ...toEntitlements(row, viewer.now), position_s: row.position_s }
}

export async function readViewerForEpisodes(
  db: Kysely<Database>,
  viewer: DramaViewer
): Promise<ViewerEntitlements & { positions: EpisodePosition[] }> {
  const row = await db
    .selectNoFrom([
      ...selectEntitlements(db, viewer),
      sql<EpisodePosition[]>`(select coalesce(jsonb_agg(jsonb_build_object(
          'episode_id', episode_id, 'position_s', position_s, 'finished', finished)), '[]')
        from episode_progress where user_id = ${viewer.userId} and drama_id = ${viewer.dramaId})`.as('positions')
    ])
    .executeTakeFirstOrThrow()
  return { ...toEntitlements(row, viewer.now), positions: row.positions }
}

export interface DramaPosition {
  episode_no: number
  position_s: number
}

export async function readViewerForDetail(
  db: Kysely<Database>,
  viewer: DramaViewer
): Promise<ViewerEntitlements & { position: DramaPosition | null; isFavorite: boolean; favoriteCount: number }> {
  const { userId, dramaId, now } = viewer
  const row = await db
    .selectNoFrom(({ exists }) => [
      ...selectEntitlements(db, viewer),
      sql<DramaPosition | null>`(select jsonb_build_object('episode_no', episode_no, 'position_s', position_s)
        from drama_progress where user_id = ${userId} and drama_id = ${dramaId})`.as('position'),
      exists(selectFavorite(db, userId, dramaId)).as('is_favorite'),
      selectFavoriteCount(db, dramaId).as('favorite_count')
    ])
    .executeTakeFirstOrThrow()
  return {
    ...toEntitlements(row, now),
    position: row.position,
    isFavorite: Boolean(row.is_favorite),
    favoriteCount: Number(row.favorite_count)
  }
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

/** Of the episode and of the drama in one statement. An older change never replaces a newer one. */
export async function saveProgress(db: Kysely<Database>, change: ProgressChange): Promise<void> {
  const key = { user_id: change.userId, drama_id: change.dramaId }
  const position = { position_s: change.positionSeconds, updated_at: change.now }
  const dramaPosition = { ...position, episode_no: change.episodeNo, duration_s: change.durationSeconds }
  const ofEpisode = db
    .insertInto('episode_progress')
    .values({ ...key, ...position, episode_id: change.episodeId, finished: change.isFinished })
    .onConflict(conflict =>
      conflict
        .columns(['user_id', 'episode_id'])
        .doUpdateSet({ ...position, finished: sql`episode_progress.finished or excluded.finished` })
        .where('episode_progress.updated_at', '<=', change.now)
    )
  await db
    .with('of_episode', () => ofEpisode)
    .insertInto('drama_progress')
    .values({ ...key, ...dramaPosition })
    .onConflict(conflict =>
      conflict
        .columns(['user_id', 'drama_id'])
        .doUpdateSet(dramaPosition)
        .where('drama_progress.updated_at', '<=', change.now)
    )
    .execute()
}
