import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { z } from 'zod'
import { dramaDefaults } from '../../contract/drama-defaults.js'
import { type Localized, localized } from '../../server/modules/catalogue/package/package-schema.js'
import { IngestFailure, toErrorMessage } from './failure.js'
import type { Listing } from './source-folder.js'

const text = z.union([z.string().min(1), localized])
const id = z.string().regex(/^[a-z0-9-]{1,32}$/)
const label = z.union([id, z.strictObject({ id, title: text })])
const count = z.number().int().min(0)

const schema = z.strictObject({
  slug: z.string().regex(/^[a-z0-9-]{1,64}$/),
  title: text,
  synopsis: text,
  category: label,
  tags: z.array(label),
  cast: z.array(z.string().min(1)),
  lang_audio: z.string().min(2),
  /** Empty: none is shown. */
  age_rating: z.string(),
  colour: z.string().regex(/^#[0-9a-f]{6}$/),
  free_count: count,
  default_price: count,
  is_finished: z.boolean(),
  score: z.number().min(0).max(10),
  play_count: count,
  favorite_count: count,
  sort: z.number().int(),
  online_at: z.iso.date(),
  episodes: z.record(
    z.string().regex(/^[1-9][0-9]*$/),
    z.strictObject({ title: text.optional(), price: count.optional() })
  )
})
const partial = schema.partial()
type DescriptionFile = z.infer<typeof partial>

const toAllLanguages = (value: string | Localized): Localized =>
  typeof value === 'string' ? { pt: value, en: value, es: value, 'zh-cn': value, 'zh-tw': value } : { ...value }

const toLabel = (value: z.infer<typeof label>) =>
  typeof value === 'string'
    ? { id: value, title: toAllLanguages(value) }
    : { id: value.id, title: toAllLanguages(value.title) }

export const slugOf = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64) || `drama-${createHash('sha256').update(name).digest('hex').slice(0, 8)}`

const readDescriptionFile = async (listing: Listing): Promise<DescriptionFile> => {
  if (listing.description === null) return {}
  let json: unknown
  try {
    json = JSON.parse(await readFile(join(listing.folder, listing.description), 'utf8'))
  } catch (error) {
    throw new IngestFailure(`drama.json: not valid JSON (${toErrorMessage(error)})`)
  }
  const result = partial.safeParse(json)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new IngestFailure(`drama.json: ${issue?.path.join('.') || 'the file'}: ${issue?.message ?? 'not understood'}`)
}

export const readDramaDescription = async (listing: Listing) => {
  const given = await readDescriptionFile(listing)
  const name = basename(resolve(listing.folder))
  const episodes = given.episodes ?? {}
  const numbers = new Set(listing.episodes.map(({ no }) => no))
  const unknownNo = Object.keys(episodes).find(no => !numbers.has(Number(no)))
  if (unknownNo !== undefined) throw new IngestFailure(`drama.json: episodes.${unknownNo}: there is no such episode`)
  return {
    slug: given.slug ?? slugOf(name),
    title: toAllLanguages(given.title ?? name),
    synopsis: toAllLanguages(given.synopsis ?? given.title ?? name),
    category: toLabel(given.category ?? 'drama'),
    tags: (given.tags ?? []).map(toLabel),
    cast: given.cast ?? [],
    lang_audio: given.lang_audio ?? dramaDefaults.lang_audio,
    age_rating: given.age_rating ?? '12',
    colour: given.colour ?? dramaDefaults.colour,
    free_count: given.free_count ?? dramaDefaults.free_count,
    default_price: given.default_price ?? dramaDefaults.default_price,
    is_finished: given.is_finished ?? true,
    score: given.score ?? 0,
    play_count: given.play_count ?? 0,
    favorite_count: given.favorite_count ?? 0,
    sort: given.sort ?? 0,
    ...(given.online_at === undefined ? {} : { online_at: given.online_at }),
    titleOf: (no: number): Localized | null => {
      const title = episodes[String(no)]?.title
      return title === undefined ? null : toAllLanguages(title)
    },
    priceOf: (no: number): number | null => episodes[String(no)]?.price ?? null
  }
}
export type DramaDescription = Awaited<ReturnType<typeof readDramaDescription>>
