import type { UseFormReturnType } from '@mantine/form'
import type { ActionRequest, ActionResponse } from '../api/action-types.js'

/** What the server takes, in characters. */
export const MAX_TEXT_LENGTHS = { title: 120, synopsis: 1000 } as const

export type EditedDrama = ActionResponse<'/operator/drama_show'>['drama']
export type DramaChange = Omit<ActionRequest<'/operator/drama_save'>, 'id' | 'version'>
export type DramaLabel = NonNullable<EditedDrama['category']>

/** In the order of the columns. */
export const textLangs = ['pt', 'en', 'es', 'zh-cn', 'zh-tw'] as const
export type TextLang = (typeof textLangs)[number]
export type Texts = Record<TextLang, string>

export interface EpisodeValues {
  no: number
  price: string
  title: Texts
}

/** Numbers as text, empty where the drama has none. */
export interface DramaValues {
  title: Texts
  synopsis: Texts
  /** Copied texts that the editor leaves as they are, such as `title.es`. */
  confirmed: Record<string, boolean>
  /** Edited fields that take the package’s value again, such as `tags` and `title.pt`. */
  taken: Record<string, boolean>
  category: DramaLabel | null
  tags: DramaLabel[]
  cast: string[]
  lang_audio: string
  age_rating: string
  colour: string
  free_count: string
  default_price: string
  sort: string
  is_finished: boolean
  cover: string
  banner: string
  /** By film. */
  episodes: Record<string, EpisodeValues>
}

export type DramaFormState = UseFormReturnType<DramaValues>

const toText = (value: string | number | null) => (value === null ? '' : `${value}`)

const toTexts = (texts: Partial<Record<TextLang, string>> | null): Texts =>
  Object.fromEntries(textLangs.map(lang => [lang, texts?.[lang] ?? ''])) as Texts

export const toValues = (drama: EditedDrama): DramaValues => ({
  title: toTexts(drama.title),
  synopsis: toTexts(drama.synopsis),
  confirmed: {},
  taken: {},
  category: drama.category,
  tags: drama.tags,
  cast: drama.cast,
  lang_audio: toText(drama.lang_audio),
  age_rating: toText(drama.age_rating),
  colour: toText(drama.colour),
  free_count: toText(drama.free_count),
  default_price: toText(drama.default_price),
  sort: toText(drama.sort),
  is_finished: drama.is_finished,
  cover: toText(drama.cover),
  banner: toText(drama.banner),
  episodes: Object.fromEntries(
    drama.episodes.map(({ film, no, price, title }) => [`${film}`, { no, price: toText(price), title: toTexts(title) }])
  )
})

export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const orNull = (text: string) => (text.trim() === '' ? null : text.trim())
const toNumber = (text: string) => (text.trim() === '' ? null : Number(text))

export type PackageValues = NonNullable<EditedDrama['package']>
type PackageField = keyof PackageValues
/** What a field shows, of the package or of another editor. */
export type ShownValues = Pick<EditedDrama, PackageField>

/** The package's value of a field such as `tags` or `title.pt`, as the form has it. */
export function toPackageValue(source: PackageValues, name: string): unknown {
  const [field, lang] = name.split('.') as [PackageField, TextLang?]
  if (field === 'title' || field === 'synopsis') return lang === undefined ? '' : (source[field][lang] ?? '')
  const value = source[field]
  return typeof value === 'number' || value === null ? (field === 'category' ? value : toText(value)) : value
}

/** `name` is such as `tags`, `title.pt` or `episodes.3.price`. */
export const readField = (values: DramaValues, name: string): unknown =>
  name.split('.').reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), values)

/** False again once something else is typed. */
export const isTaken = (values: DramaValues, name: string, source: PackageValues): boolean =>
  values.taken[name] === true && isSame(readField(values, name), toPackageValue(source, name))

/** What `toChange` found, with null for the fields that take the package's value again. */
export function withTaken(change: DramaChange, values: DramaValues, source: PackageValues | null): DramaChange {
  if (source === null) return change
  const names = Object.keys(values.taken).filter(name => isTaken(values, name, source))
  const textsOf = (field: 'title' | 'synopsis') => {
    const langs = textLangs.filter(lang => names.includes(toTextName(field, lang)))
    return langs.length === 0
      ? {}
      : { [field]: { ...change[field], ...Object.fromEntries(langs.map(lang => [lang, null])) } }
  }
  const plain = names.filter(name => !name.includes('.'))
  return {
    ...change,
    ...Object.fromEntries(plain.map(name => [name, null])),
    ...textsOf('title'),
    ...textsOf('synopsis')
  }
}

/** Only what differs from `before`, so that two editors of different fields do not undo each other. */
export function toChange(values: DramaValues, before: DramaValues): DramaChange {
  const whole = {
    category: values.category as DramaChange['category'],
    tags: values.tags as DramaChange['tags'],
    cast: values.cast,
    lang_audio: orNull(values.lang_audio),
    age_rating: orNull(values.age_rating),
    colour: orNull(values.colour.toLowerCase()),
    free_count: toNumber(values.free_count),
    default_price: toNumber(values.default_price),
    sort: toNumber(values.sort),
    is_finished: values.is_finished,
    cover: orNull(values.cover),
    banner: orNull(values.banner)
  }
  const changed = (Object.keys(whole) as (keyof typeof whole)[]).filter(name => !isSame(values[name], before[name]))
  const titles = toTextsChange('title', values, before)
  const synopses = toTextsChange('synopsis', values, before)
  const films = Object.keys(values.episodes)
  const changeOf = <Value>(pick: (episode: EpisodeValues) => unknown, make: (episode: EpisodeValues) => Value) =>
    Object.fromEntries(
      films.flatMap(film => {
        const [episode, old] = [values.episodes[film], before.episodes[film]]
        if (episode === undefined || old === undefined || isSame(pick(episode), pick(old))) return []
        return [[film, make(episode)]]
      })
    )
  const numbers = changeOf(
    ({ no }) => no,
    ({ no }) => no
  )
  const prices = changeOf(
    ({ price }) => price.trim(),
    ({ price }) => toNumber(price)
  )
  const episodeTitles = changeOf(
    ({ title }) => title,
    ({ title }) => Object.fromEntries(textLangs.map(lang => [lang, orNull(title[lang])]))
  )
  const isAny = (change: object) => Object.keys(change).length > 0
  return {
    ...(Object.fromEntries(changed.map(name => [name, whole[name]])) as DramaChange),
    ...(isAny(titles) && { title: titles }),
    ...(isAny(synopses) && { synopsis: synopses }),
    ...(isAny(numbers) && { numbers }),
    ...(isAny(prices) && { episode_prices: prices }),
    ...(isAny(episodeTitles) && { episode_titles: episodeTitles })
  }
}

const toTextsChange = (field: 'title' | 'synopsis', values: DramaValues, before: DramaValues) =>
  Object.fromEntries(
    textLangs
      .filter(lang => values[field][lang].trim() !== '')
      .filter(lang => values[field][lang] !== before[field][lang] || values.confirmed[toTextName(field, lang)] === true)
      .map(lang => [lang, values[field][lang].trim()])
  )

/** As `copied` of the drama has it. */
export const toTextName = (field: 'title' | 'synopsis', lang: TextLang) => `${field}.${lang}`

/** The drama as another editor has left it, with what this one has typed. Two orders of the episodes cannot be merged. */
export function mergeValues(typed: DramaValues, before: DramaValues, latest: DramaValues): DramaValues {
  const merged = mergeDeep(typed, before, latest) as DramaValues
  const numbers = Object.values(merged.episodes).map(({ no }) => no)
  if (new Set(numbers).size === numbers.length) return merged
  const episodes = Object.entries(merged.episodes).map(([film, episode]) => [
    film,
    { ...episode, no: latest.episodes[film]?.no ?? episode.no }
  ])
  return { ...merged, episodes: Object.fromEntries(episodes) }
}

/** The fields that both editors have changed, to different values. */
export function findConflicts(typed: DramaValues, before: DramaValues, latest: DramaValues): string[] {
  const find = (name: string): string[] => {
    const [one, old, other] = [typed, before, latest].map(values => readField(values, name))
    if (isRecord(one) && isRecord(old) && isRecord(other) && name !== 'category')
      return Object.keys(one).flatMap(key => find(`${name}.${key}`))
    return isSame(one, old) || isSame(other, old) || isSame(one, other) ? [] : [name]
  }
  return Object.keys(typed)
    .filter(name => name !== 'confirmed' && name !== 'taken')
    .flatMap(find)
}

function mergeDeep(typed: unknown, before: unknown, latest: unknown): unknown {
  if (!isRecord(typed) || !isRecord(before) || !isRecord(latest)) return isSame(typed, before) ? latest : typed
  const names = [...new Set([...Object.keys(latest), ...Object.keys(typed)])]
  return Object.fromEntries(names.map(name => [name, mergeDeep(typed[name], before[name], latest[name])]))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Moves the film at `from` to the place of `to`. The films between them move by one number. */
export function moveEpisode(episodes: DramaValues['episodes'], from: number, to: number): DramaValues['episodes'] {
  const sorted = Object.entries(episodes).sort(([, one], [, other]) => one.no - other.no)
  const numbers = sorted.map(([, { no }]) => no)
  const [moved] = sorted.splice(from, 1)
  if (moved === undefined) return episodes
  sorted.splice(to, 0, moved)
  return Object.fromEntries(
    sorted.map(([film, episode], index) => [film, { ...episode, no: numbers[index] ?? episode.no }])
  )
}
