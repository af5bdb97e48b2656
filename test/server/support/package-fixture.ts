import { createHash } from 'node:crypto'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type {
  DramaPackage,
  EpisodePackage,
  Localized
} from '../../../server/modules/catalogue/package/package-schema.js'

export interface DramaFixture {
  slug: string
  episodes: number
  free: number
  price?: number
  tags?: string[]
  category?: string
  isFinished?: boolean
  plays?: number
  sort?: number
  prices?: Record<number, number>
}

export const fixtures: DramaFixture[] = [
  { slug: 'rain', episodes: 6, free: 2, tags: ['ceo', 'revenge'], category: 'romance', plays: 900, sort: 1 },
  { slug: 'moon', episodes: 3, free: 3, tags: ['ceo'], category: 'fantasy', plays: 1200, sort: 2, isFinished: true },
  { slug: 'gate', episodes: 4, free: 1, tags: ['revenge'], category: 'romance', plays: 300, sort: 3, prices: { 3: 0 } }
]

export const dramaIdOf = (slug: string) => `d_${slug}`
export const episodeIdOf = (slug: string, no: number) => `e_${slug}_${no}`

export function writeCatalogue(root: string, dramas: DramaFixture[] = fixtures): void {
  for (const drama of dramas) writeDrama(root, drama)
}

/** Writes one drama as `<root>/<slug>/`; `change` may modify the package first. */
export function writeDrama(root: string, fixture: DramaFixture, change?: (drama: DramaPackage) => unknown): string {
  const folder = join(root, fixture.slug)
  mkdirSync(join(folder, 'objects'), { recursive: true })
  const drama = dramaFixture(folder, fixture)
  writeFileSync(join(folder, 'cover.webp'), `cover of ${fixture.slug}`)
  writeFileSync(join(folder, 'banner.webp'), `banner of ${fixture.slug}`)
  const draft = join(folder, '.drama.json')
  writeFileSync(draft, JSON.stringify(change?.(drama) ?? drama))
  renameSync(draft, join(folder, 'drama.json'))
  return folder
}

export const texts = (text: string): Localized => ({
  pt: `${text} pt`,
  en: `${text} en`,
  es: `${text} es`,
  'zh-cn': `${text} zh-cn`,
  'zh-tw': `${text} zh-tw`
})

function dramaFixture(folder: string, fixture: DramaFixture): DramaPackage {
  const numbers = Array.from({ length: fixture.episodes }, (_, index) => index + 1)
  return {
    format: 1,
    id: dramaIdOf(fixture.slug),
    slug: fixture.slug,
    title: texts(fixture.slug),
    synopsis: texts(`about ${fixture.slug}`),
    category: { id: fixture.category ?? 'romance', title: texts(fixture.category ?? 'romance') },
    tags: (fixture.tags ?? []).map(tag => ({ id: tag, title: texts(tag) })),
    cast: ['Ana', 'Rui'],
    lang_audio: 'pt',
    age_rating: '14',
    colour: '#aa3355',
    free_count: fixture.free,
    default_price: fixture.price ?? 60,
    is_finished: fixture.isFinished ?? false,
    score: 8.5,
    play_count: fixture.plays ?? 10,
    favorite_count: 5,
    sort: fixture.sort ?? 9,
    cover: 'cover.webp',
    banner: 'banner.webp',
    renditions: [
      { name: '540p', width: 540, height: 960, bandwidth: 900_000, codecs: 'avc1.64001f,mp4a.40.2' },
      { name: '360p', width: 360, height: 640, bandwidth: 400_000, codecs: 'avc1.64001e,mp4a.40.2' }
    ],
    episodes: numbers.map(no => episodeFixture(folder, fixture, no))
  }
}

function episodeFixture(folder: string, { slug, prices }: DramaFixture, no: number): EpisodePackage {
  const name = `${slug} ${no}`
  const track = (rendition: string) => ({
    init: writeObject(folder, `${name} ${rendition} init`, 'mp4'),
    segments: [0, 1, 2].map(segment => writeObject(folder, `${name} ${rendition} segment ${segment}`, 'm4s'))
  })
  return {
    no,
    asset: hex(`asset ${name}`).slice(0, 16),
    title: no === 1 ? texts(`first of ${slug}`) : null,
    duration_s: 60,
    price: prices?.[no] ?? null,
    segment_durations: [2, 2, 1.5],
    tracks: [track('540p'), track('360p')],
    captions: [
      { lang: 'pt', object: writeObject(folder, `WEBVTT\n\n${name} pt`, 'vtt') },
      { lang: 'zh-cn', object: writeObject(folder, `WEBVTT\n\n${name} zh-cn`, 'vtt') }
    ]
  }
}

function writeObject(folder: string, content: string, extension: string): string {
  const name = `${hex(content).slice(0, 32)}.${extension}`
  writeFileSync(join(folder, 'objects', name), content)
  return name
}

const hex = (content: string) => createHash('sha256').update(content).digest('hex')
