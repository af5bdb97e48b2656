import type { Selectable } from 'kysely'
import type { Banner, Drama, DramaCard } from '../../../contract/drama.js'
import type { Lang } from '../../../contract/lang.js'
import type { Database } from '../../db/schema.js'

export type DramaRow = Selectable<Database['dramas']>

/** In which language, and under which origin, a drama is shown. */
export interface Showing {
  lang: Lang
  origin: string
}

export function cardOf(row: DramaRow, { lang, origin }: Showing): DramaCard {
  return {
    id: row.id,
    title: row.title[lang],
    cover_url: `${origin}/covers/${row.id}/${row.cover}`,
    category: row.category.title[lang],
    tags: row.tags.map(tag => tag.title[lang]),
    episode_count: row.episode_count,
    free_count: row.free_count,
    is_finished: row.is_finished,
    score: row.score,
    play_count: Number(row.play_count)
  }
}

export function bannerOf(row: DramaRow, showing: Showing): Banner {
  return {
    ...cardOf(row, showing),
    banner_url: `${showing.origin}/covers/${row.id}/${row.banner}`,
    synopsis: row.synopsis[showing.lang],
    colour: row.colour
  }
}

export function dramaOf(row: DramaRow, showing: Showing): Drama {
  return {
    ...bannerOf(row, showing),
    cast: row.cast_names,
    lang_audio: row.lang_audio,
    subtitles: row.subtitles,
    default_price: row.default_price,
    total_duration_s: row.total_duration_s,
    favorite_count: Number(row.favorite_count),
    age_rating: row.age_rating
  }
}
