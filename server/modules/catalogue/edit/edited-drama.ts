import { type Lang, langs } from '../../../../contract/protocol/language.js'
import type { PackageFolder } from '../package/package-folder.js'
import type { DramaPackage, EpisodePackage, Localized } from '../package/package-schema.js'
import type { DramaFields } from './drama-fields.js'

type EditedField =
  | 'title'
  | 'synopsis'
  | 'category'
  | 'tags'
  | 'cast'
  | 'lang_audio'
  | 'age_rating'
  | 'colour'
  | 'free_count'
  | 'default_price'
  | 'is_finished'
  | 'sort'

/** What can be edited, as the package or the database has it. */
export interface EditableDrama extends Pick<DramaPackage, EditedField> {
  cover: string
  banner: string
  episodes: EditableEpisode[]
}

/** `film` is its number in the package, `no` the one that viewers see and buy. */
export interface EditableEpisode extends Pick<EpisodePackage, 'no' | 'asset' | 'title' | 'duration_s' | 'price'> {
  film: number
  captions: EpisodePackage['captions']
}

export const toEditableDrama = ({ drama, cover, banner }: PackageFolder): EditableDrama => ({
  ...drama,
  cover: cover.name,
  banner: banner.name,
  episodes: drama.episodes.map(({ no, asset, title, duration_s, price, captions }) => ({
    film: no,
    no,
    asset,
    title,
    duration_s,
    price,
    captions
  }))
})

/** Lays what operators changed over `drama`, whose episodes must have the numbers of the package. */
export function applyEdits(drama: EditableDrama, fields: DramaFields): EditableDrama {
  const numbers = placeFilms(drama.episodes, fields.numbers ?? {})
  const episodes = drama.episodes.map((episode): EditableEpisode => {
    const title = fields.episode_titles?.[episode.film]
    const price = fields.episode_prices?.[episode.film]
    return {
      ...episode,
      no: numbers.get(episode.film) ?? episode.film,
      title: title === undefined ? episode.title : mergeEpisodeTitle(episode.title, title),
      price: price === undefined ? episode.price : price
    }
  })
  return {
    title: mergeTexts(drama.title, fields.title),
    synopsis: mergeTexts(drama.synopsis, fields.synopsis),
    category: fields.category ?? drama.category,
    tags: fields.tags ?? drama.tags,
    cast: fields.cast ?? drama.cast,
    lang_audio: fields.lang_audio ?? drama.lang_audio,
    age_rating: fields.age_rating ?? drama.age_rating,
    colour: fields.colour ?? drama.colour,
    free_count: fields.free_count ?? drama.free_count,
    default_price: fields.default_price ?? drama.default_price,
    is_finished: fields.is_finished ?? drama.is_finished,
    sort: fields.sort ?? drama.sort,
    cover: fields.cover ?? drama.cover,
    banner: fields.banner ?? drama.banner,
    episodes: episodes.sort((one, other) => one.no - other.no)
  }
}

type Texts = Partial<Record<Lang, string>>

const mergeTexts = (texts: Localized, change: Texts | undefined): Localized => ({ ...texts, ...change })

/** A language without a title has that of the first language that has one. */
function mergeEpisodeTitle(title: Localized | null, change: Texts | null): Localized | null {
  if (change === null) return null
  const texts: Texts = { ...title, ...change }
  const first = langs.map(lang => texts[lang]).find(text => text !== undefined)
  if (first === undefined) return null
  return {
    pt: texts.pt ?? first,
    en: texts.en ?? first,
    es: texts.es ?? first,
    'zh-cn': texts['zh-cn'] ?? first,
    'zh-tw': texts['zh-tw'] ?? first
  }
}

/** A film whose number another film has, because the package changed since it was moved, gets the next free one. */
function placeFilms(
  episodes: readonly Pick<EditableEpisode, 'film'>[],
  wanted: Readonly<Record<string, number>>
): Map<number, number> {
  const placed = new Map<number, number>()
  const taken = new Set<number>()
  const films = episodes.map(({ film }) => film).sort((one, other) => one - other)
  const moved = films.filter(film => wanted[film] !== undefined)
  for (const film of [...moved, ...films.filter(film => wanted[film] === undefined)]) {
    let no = wanted[film] ?? film
    while (taken.has(no)) no++
    taken.add(no)
    placed.set(film, no)
  }
  return placed
}
