import { readdir, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { type Lang, langs } from '../../contract/protocol/language.js'
import { IngestFailure } from './failure.js'

export interface CaptionFile {
  readonly lang: Lang
  readonly file: string
}
export interface SourceEpisode {
  readonly no: number
  readonly file: string
  readonly captions: readonly CaptionFile[]
}
export interface Listing {
  readonly folder: string
  readonly description: string | null
  readonly cover: string | null
  readonly banner: string | null
  readonly episodes: readonly SourceEpisode[]
}

const videoTypes = new Set(['.mp4', '.mov', '.mkv', '.webm', '.m4v', '.avi', '.ts'])
const captionName = /^(.+)\.([a-z]{2}(?:-[a-z]+)?)\.(?:vtt|srt)$/i
const aliases: Readonly<Record<string, Lang>> = {
  'pt-br': 'pt',
  'zh-hans': 'zh-cn',
  'zh-hant': 'zh-tw',
  zh: 'zh-cn'
}
const naturalOrder = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

export const naturalSort = (names: readonly string[]): string[] =>
  [...names].sort((a, b) => naturalOrder.compare(a, b) || (a < b ? -1 : 1))

const languageOf = (tag: string): Lang | null =>
  langs.find(lang => lang === tag.toLowerCase()) ?? aliases[tag.toLowerCase()] ?? null

const stemOf = (name: string): string => basename(name, extname(name))

const captionsFor = (stem: string, names: readonly string[]): CaptionFile[] => {
  const found = new Map<Lang, string>()
  // Captions of the episode come second, so they replace those for `all`.
  for (const wanted of ['all', stem]) {
    for (const file of names) {
      const [, episodeName = '', tag = ''] = captionName.exec(file) ?? []
      const lang = languageOf(tag)
      if (episodeName === wanted && lang !== null) found.set(lang, file)
    }
  }
  return langs.flatMap(lang => {
    const file = found.get(lang)
    return file === undefined ? [] : [{ lang, file }]
  })
}

const checkCaptionNames = (names: readonly string[], stems: ReadonlySet<string>): void => {
  for (const name of names) {
    if (!/\.(vtt|srt)$/i.test(name)) continue
    const [, episodeName = '', tag = ''] = captionName.exec(name) ?? []
    if (languageOf(tag) === null)
      throw new IngestFailure(`${name}: name captions <episode>.<lang>.vtt, lang one of ${langs.join(', ')}`)
    if (episodeName !== 'all' && !stems.has(episodeName))
      throw new IngestFailure(`${name}: there is no video '${episodeName}'`)
  }
}

const filesIn = async (folder: string): Promise<string[]> => {
  const info = await stat(folder).catch(() => null)
  if (info === null) throw new IngestFailure(`${folder}: no such folder`)
  if (!info.isDirectory()) throw new IngestFailure(`${folder}: not a folder`)
  const entries = await readdir(folder, { withFileTypes: true })
  return naturalSort(entries.filter(entry => !entry.isDirectory() && !entry.name.startsWith('.')).map(e => e.name))
}

export const listFolder = async (folder: string): Promise<Listing> => {
  const names = await filesIn(folder)
  const videos = names.filter(name => videoTypes.has(extname(name).toLowerCase()))
  if (videos.length === 0) throw new IngestFailure(`${folder}: no videos in it (${[...videoTypes].join(' ')})`)
  const stems = new Set(videos.map(stemOf))
  if (stems.size < videos.length) throw new IngestFailure(`${folder}: two videos share one name`)
  checkCaptionNames(names, stems)
  for (const video of videos) {
    const { size } = await stat(join(folder, video))
    if (size === 0) throw new IngestFailure(`${video}: the file is empty`)
  }
  const picture = (stem: string) =>
    names.find(name => new RegExp(`^${stem}\\.(png|jpe?g|webp)$`, 'i').test(name)) ?? null
  return {
    folder,
    description: names.find(name => name === 'drama.json') ?? null,
    cover: picture('cover'),
    banner: picture('banner'),
    episodes: videos.map((file, index) => ({ no: index + 1, file, captions: captionsFor(stemOf(file), names) }))
  }
}
