import { type Lang, langs } from '../../../../contract/protocol/language.js'
import type { DramaFields } from './drama-fields.js'

type Nullable<Value> = { [Key in keyof Value]?: Exclude<Value[Key], undefined> | null | undefined }
type TextsChange = Partial<Record<Lang, string | null | undefined>>

/** Null takes the package's value again. What is not mentioned stays. */
export interface FieldsChange extends Nullable<Omit<DramaFields, 'title' | 'synopsis' | 'copied' | 'episode_titles'>> {
  title?: TextsChange | undefined
  synopsis?: TextsChange | undefined
  episode_titles?: Record<string, TextsChange | null> | undefined
}

export function mergeFields(before: DramaFields, change: FieldsChange): DramaFields {
  const { title, synopsis, episode_titles, episode_prices, numbers, ...plain } = change
  const merged: Record<string, unknown> = { ...before }
  for (const [name, value] of Object.entries(plain)) {
    if (value === null) delete merged[name]
    else if (value !== undefined) merged[name] = value
  }
  const written = [
    ...langs.filter(lang => title?.[lang] !== undefined).map(lang => `title.${lang}`),
    ...langs.filter(lang => synopsis?.[lang] !== undefined).map(lang => `synopsis.${lang}`)
  ]
  return dropEmpty({
    ...(merged as DramaFields),
    title: mergeTexts(before.title, title),
    synopsis: mergeTexts(before.synopsis, synopsis),
    copied: before.copied?.filter(name => !written.includes(name)),
    episode_titles: mergeEpisodeTitles(before.episode_titles, episode_titles),
    episode_prices: { ...before.episode_prices, ...episode_prices },
    numbers: keepMoved({ ...before.numbers, ...numbers })
  })
}

function mergeTexts(before: DramaFields['title'], change: TextsChange | undefined): DramaFields['title'] {
  const entries = Object.entries({ ...before, ...omitUndefined(change) }).filter(([, text]) => text !== null)
  return Object.fromEntries(entries) as DramaFields['title']
}

/** A title whose texts are all taken away is no title, also if the package has one. */
function mergeEpisodeTitles(
  before: DramaFields['episode_titles'],
  change: FieldsChange['episode_titles']
): DramaFields['episode_titles'] {
  const merged: NonNullable<DramaFields['episode_titles']> = { ...before }
  for (const [film, texts] of Object.entries(change ?? {})) {
    const title = texts === null ? {} : mergeTexts(merged[film] ?? {}, texts)
    merged[film] = title === undefined || Object.keys(title).length === 0 ? null : title
  }
  return merged
}

const keepMoved = (numbers: NonNullable<DramaFields['numbers']>) =>
  Object.fromEntries(Object.entries(numbers).filter(([film, no]) => Number(film) !== no))

const omitUndefined = (texts: TextsChange | undefined) =>
  Object.fromEntries(Object.entries(texts ?? {}).filter(([, text]) => text !== undefined))

function dropEmpty(fields: DramaFields): DramaFields {
  const isEmpty = (value: unknown) =>
    value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
  const keptEmpty = new Set(['tags', 'cast'])
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => keptEmpty.has(name) || !isEmpty(value)))
}
