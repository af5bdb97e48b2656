import { readdir, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { type Lang, langs } from '../../contract/protocol/language.js'
import {
  captionExtensions,
  extensionOf,
  parseCaptionName,
  videoExtensions
} from '../../server/modules/ingest/episode-file.js'
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

const naturalOrder = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

export const naturalSort = (names: readonly string[]): string[] =>
  [...names].sort((a, b) => naturalOrder.compare(a, b) || (a < b ? -1 : 1))

const stemOf = (name: string): string => basename(name, extname(name))

const captionsFor = (stem: string, names: readonly string[]): CaptionFile[] => {
  const found = new Map<Lang, string>()
  // Captions of the episode come second, so they replace those for `all`.
  for (const wanted of ['all', stem]) {
    for (const file of names) {
      const { stem: episodeName, lang = null } = parseCaptionName(file) ?? {}
      if (episodeName === wanted && lang !== null) found.set(lang, file)
    }
  }
  return langs.flatMap(lang => {
    const file = found.get(lang)
    return file === undefined ? [] : [{ lang, file }]
  })
}

const checkCaptionNames = (names: readonly string[], isEpisode: (stem: string) => boolean): void => {
  for (const name of names) {
    if (!captionExtensions.includes(extensionOf(name))) continue
    const { stem: episodeName = '', lang = null } = parseCaptionName(name) ?? {}
    if (lang === null)
      throw new IngestFailure(`${name}: name captions <episode>.<lang>.vtt, lang one of ${langs.join(', ')}`)
    if (!isEpisode(episodeName)) throw new IngestFailure(`${name}: there is no video '${episodeName}'`)
  }
}

const filesIn = async (folder: string): Promise<string[]> => {
  const info = await stat(folder).catch(() => null)
  if (info === null) throw new IngestFailure(`${folder}: no such folder`)
  if (!info.isDirectory()) throw new IngestFailure(`${folder}: not a folder`)
  const entries = await readdir(folder, { withFileTypes: true })
  return naturalSort(entries.filter(entry => !entry.isDirectory() && !entry.name.startsWith('.')).map(e => e.name))
}

const isVideo = (name: string): boolean => videoExtensions.includes(extensionOf(name))

const checkSizes = async (folder: string, videos: readonly string[]): Promise<void> => {
  for (const video of videos) {
    const { size } = await stat(join(folder, video))
    if (size === 0) throw new IngestFailure(`${video}: the file is empty`)
  }
}

const findExtras = (names: readonly string[]): Pick<Listing, 'description' | 'cover' | 'banner'> => {
  const picture = (stem: string) =>
    names.find(name => new RegExp(`^${stem}\\.(png|jpe?g|webp)$`, 'i').test(name)) ?? null
  return {
    description: names.find(name => name === 'drama.json') ?? null,
    cover: picture('cover'),
    banner: picture('banner')
  }
}

/** Numbers the episodes from 1 in the natural order of their names. */
export const listFolder = async (folder: string): Promise<Listing> => {
  const names = await filesIn(folder)
  const videos = names.filter(isVideo)
  if (videos.length === 0) throw new IngestFailure(`${folder}: no videos in it (${videoExtensions.join(' ')})`)
  const stems = new Set(videos.map(stemOf))
  if (stems.size < videos.length) throw new IngestFailure(`${folder}: two videos share one name`)
  checkCaptionNames(names, stem => stem === 'all' || stems.has(stem))
  await checkSizes(folder, videos)
  return {
    folder,
    ...findExtras(names),
    episodes: videos.map((file, index) => ({ no: index + 1, file, captions: captionsFor(stemOf(file), names) }))
  }
}

const NUMBER_NAME = /^\d{1,6}$/

/** An episode that the package keeps, and gets captions for. */
export interface CaptionedEpisode {
  readonly no: number
  readonly captions: readonly CaptionFile[]
}

export interface NumberedListing extends Listing {
  readonly captioned: readonly CaptionedEpisode[]
}

/** Takes the numbers of the episodes from the names: `007.mov` is episode 7. */
export const listNumberedFolder = async (folder: string): Promise<NumberedListing> => {
  const names = await filesIn(folder)
  const videos = names.filter(isVideo)
  checkCaptionNames(names, stem => NUMBER_NAME.test(stem) && Number(stem) > 0)
  const byNo = new Map<number, string>()
  for (const video of videos) {
    const stem = stemOf(video)
    const no = Number(stem)
    if (!NUMBER_NAME.test(stem) || no === 0) throw new IngestFailure(`${video}: name it by its number, such as 007.mp4`)
    const other = byNo.get(no)
    if (other !== undefined) throw new IngestFailure(`${video}: ${other} has the number ${no}, too`)
    byNo.set(no, video)
  }
  await checkSizes(folder, videos)
  const captions = new Map<number, CaptionFile[]>()
  for (const file of names) {
    const { stem, lang = null } = parseCaptionName(file) ?? {}
    if (stem === undefined || lang === null) continue
    const no = Number(stem)
    captions.set(no, [...(captions.get(no) ?? []).filter(caption => caption.lang !== lang), { lang, file }])
  }
  if (byNo.size === 0 && captions.size === 0)
    throw new IngestFailure(`${folder}: no videos in it (${videoExtensions.join(' ')})`)
  const captionsOf = (no: number) => langs.flatMap(lang => captions.get(no)?.find(item => item.lang === lang) ?? [])
  return {
    folder,
    ...findExtras(names),
    episodes: [...byNo].sort(([a], [b]) => a - b).map(([no, file]) => ({ no, file, captions: captionsOf(no) })),
    captioned: [...captions.keys()].filter(no => !byNo.has(no)).map(no => ({ no, captions: captionsOf(no) }))
  }
}
