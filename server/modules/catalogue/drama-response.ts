import type { Selectable } from 'kysely'
import type { Banner, Drama, DramaCard } from '../../../contract/drama.js'
import type { Lang } from '../../../contract/protocol/language.js'
import type { Database } from '../../db/schema/schema.js'
import { isNew } from './new-dramas.js'

export type DramaRow = Selectable<Database['dramas']>

export const cardColumns = [
  'dramas.id',
  'dramas.title',
  'dramas.cover',
  'dramas.colour',
  'dramas.category',
  'dramas.tags',
  'dramas.episode_count',
  'dramas.free_count',
  'dramas.is_finished',
  'dramas.online_at',
  'dramas.score',
  'dramas.play_count'
] as const

export const bannerColumns = [...cardColumns, 'dramas.synopsis', 'dramas.banner'] as const

type Column<Name extends string> = Name extends `dramas.${infer Own extends keyof DramaRow}` ? Own : never
export type DramaCardRow = Pick<DramaRow, Column<(typeof cardColumns)[number]>>
export type BannerRow = Pick<DramaRow, Column<(typeof bannerColumns)[number]>>

export interface DisplayContext {
  lang: Lang
  origin: string
  now: Date
}

export function toDramaCard(row: DramaCardRow, { lang, origin, now }: DisplayContext): DramaCard {
  return {
    id: row.id,
    title: row.title[lang],
    cover_url: `${origin}/covers/${row.id}/${row.cover}`,
    colour: row.colour,
    category: row.category.title[lang],
    tags: row.tags.map(tag => tag.title[lang]),
    episode_count: row.episode_count,
    free_count: row.free_count,
    is_finished: row.is_finished,
    is_new: isNew(row.online_at, now),
    score: row.score,
    play_count: Number(row.play_count)
  }
}

export function toBanner(row: BannerRow, display: DisplayContext): Banner {
  return {
    ...toDramaCard(row, display),
    banner_url: `${display.origin}/covers/${row.id}/${row.banner}`,
    synopsis: row.synopsis[display.lang]
  }
}

/** `favoriteCount` is newer than that of a row from memory. */
export function toDrama(row: DramaRow, favoriteCount: number, display: DisplayContext): Drama {
  return {
    ...toBanner(row, display),
    cast: row.cast_names,
    lang_audio: row.lang_audio,
    subtitles: row.subtitles,
    default_price: row.default_price,
    total_duration_s: row.total_duration_s,
    total_minutes: toMinutes(row.total_duration_s),
    favorite_count: favoriteCount,
    age_rating: row.age_rating
  }
}

const toMinutes = (seconds: number) => Math.ceil(seconds / 60)
