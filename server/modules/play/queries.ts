import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { type FreeAccess, selectFreeAccess } from '../campaign/free-access.js'
import { selectFavorite, selectFavoriteCount } from '../favorite/queries.js'
import { computeVip, type PassTimes, selectPassTimes, type Vip } from '../pass/vip.js'
import type { Entitlements } from './episode-access.js'
import type { ProgressChange } from './progress-report.js'

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

/** Parts of a `with` clause. An older change never replaces a newer one. At most one change of a user. */
export function savePositions(changes: readonly ProgressChange[]): RawBuilder<unknown>[] {
  if (changes.length === 0) return []
  const rows = changes.map(change => ({
    user_id: change.userId,
    drama_id: change.dramaId,
    episode_id: change.episodeId,
    episode_no: change.episodeNo,
    position_s: change.positionSeconds,
    duration_s: change.durationSeconds,
    finished: change.isFinished,
    at: change.now
  }))
  return [
    sql`position as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as position (user_id text, drama_id text,
        episode_id text, episode_no integer, position_s double precision, duration_s double precision,
        finished boolean, at timestamptz)
      order by user_id
    )`,
    sql`of_episode as (
      insert into episode_progress (user_id, drama_id, episode_id, position_s, finished, updated_at)
        select user_id, drama_id, episode_id, position_s, finished, at from position
      on conflict (user_id, episode_id) do update set position_s = excluded.position_s,
        updated_at = excluded.updated_at, finished = episode_progress.finished or excluded.finished
        where episode_progress.updated_at <= excluded.updated_at
    )`,
    sql`of_drama as (
      insert into drama_progress (user_id, drama_id, episode_no, position_s, duration_s, updated_at)
        select user_id, drama_id, episode_no, position_s, duration_s, at from position
      on conflict (user_id, drama_id) do update set episode_no = excluded.episode_no, position_s = excluded.position_s,
        duration_s = excluded.duration_s, updated_at = excluded.updated_at
        where drama_progress.updated_at <= excluded.updated_at
    )`
  ]
}
