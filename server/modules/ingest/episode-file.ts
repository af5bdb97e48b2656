// Which files hold an episode or its captions, and what their names say. Ingest reads folders by the same rules.
import { type Lang, langs } from '../../../contract/protocol/language.js'

export const videoExtensions: readonly string[] = ['.mp4', '.mov', '.mkv', '.webm', '.m4v', '.avi', '.ts']
export const captionExtensions: readonly string[] = ['.vtt', '.srt']

const captionName = /^(.+)\.([a-z]{2}(?:-[a-z]+)?)\.(?:vtt|srt)$/i
const languageAliases: Readonly<Record<string, Lang>> = {
  'pt-br': 'pt',
  'zh-hans': 'zh-cn',
  'zh-hant': 'zh-tw',
  zh: 'zh-cn'
}

const toLang = (tag: string): Lang | null =>
  langs.find(lang => lang === tag.toLowerCase()) ?? languageAliases[tag.toLowerCase()] ?? null

/** Null unless the name is `<stem>.<lang>.vtt` or `.srt`; `lang` is null for a language that the app does not have. */
export function parseCaptionName(name: string): { stem: string; lang: Lang | null } | null {
  const [, stem, tag] = captionName.exec(name) ?? []
  return stem === undefined || tag === undefined ? null : { stem, lang: toLang(tag) }
}

/** With the dot, in lower case; empty without one. */
export const extensionOf = (name: string): string => /\.[a-z0-9]+$/i.exec(name)?.[0].toLowerCase() ?? ''

const markedNo = /(?:^|[^a-z])(?:ep(?:is[oó]d(?:e|io|ios)?)?|e|第)[\s._#-]*0*(\d{1,6})(?!\d)/i
const seasonNo = /s\d{1,2}[\s._-]?e(\d{1,6})(?!\d)/i
/** Not part of a word such as `v2`, `1080p` or `x264`. */
const plainNo = /(?<![\p{L}\d])\d{1,6}(?![\p{L}\d])/gu
/** A number of four digits that begins with 19 or 20 is a year. */
const YEAR = /^(19|20)\d\d$/

/** The number of an episode that its name says: `EP 07 final.mov` is 7. Null if none is clear. */
export function parseEpisodeNo(name: string, maxNo: number): number | null {
  const stem = parseCaptionName(name)?.stem ?? name.slice(0, name.length - extensionOf(name).length)
  const marked = seasonNo.exec(stem)?.[1] ?? markedNo.exec(stem)?.[1]
  const plain = [...stem.matchAll(plainNo)].map(([digits]) => digits)
  const [first] = plain
  const isFirst = first !== undefined && stem.trimStart().startsWith(first)
  const withoutYears = plain.filter(digits => !YEAR.test(digits))
  const text = marked ?? (isFirst ? first : (withoutYears.at(-1) ?? first))
  const no = Number(text)
  return text !== undefined && no >= 1 && no <= maxNo ? no : null
}

export type EpisodeFile = { kind: 'video'; lang: null } | { kind: 'captions'; lang: Lang }

/** Null for files that ingest does not take. */
export function parseEpisodeFile(name: string): EpisodeFile | null {
  const extension = extensionOf(name)
  if (videoExtensions.includes(extension)) return { kind: 'video', lang: null }
  if (!captionExtensions.includes(extension)) return null
  const lang = parseCaptionName(name)?.lang ?? null
  return lang === null ? null : { kind: 'captions', lang }
}
