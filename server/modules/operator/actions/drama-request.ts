import { z } from 'zod'
import { dramaId } from '../../../../contract/drama.js'
import { langs } from '../../../../contract/protocol/language.js'
import { dramaFilters, dramaSorts } from '../../catalogue/edit/drama-list.js'

const MAX_INT32 = 2 ** 31 - 1
export const MAX_TITLE_LENGTH = 120
export const MAX_SYNOPSIS_LENGTH = 1000
const MAX_EPISODE_NO = 999_999

const lang = z.enum(langs)
const titleText = z.string().trim().min(1).max(MAX_TITLE_LENGTH)
const synopsisText = z.string().trim().min(1).max(MAX_SYNOPSIS_LENGTH)
const label = z.object({
  id: z.string().regex(/^[a-z0-9-]{1,32}$/),
  title: z.record(lang, z.string().trim().min(1).max(60))
})
const film = z.string().regex(/^[1-9][0-9]{0,5}$/)
const price = z.number().int().min(0).max(1_000_000)

export const listRequest = z.object({
  /** Words of the id or of a title in any language, or what they begin with. */
  q: z.string().trim().max(100).optional(),
  filter: z.enum(dramaFilters).default('all'),
  sort: z.enum(dramaSorts).default('updated'),
  cursor: z.string().max(1024).optional(),
  page_size: z.coerce.number().int().min(1).max(100).default(50)
})

export const dramaRequest = z.object({ id: z.string().min(1).max(80) })

/** Null takes the package's value again. */
export const saveRequest = z.object({
  id: dramaId,
  /** Of `drama_show`: if another editor was faster, nothing is changed. */
  version: z.number().int().min(1),
  title: z.partialRecord(lang, titleText.nullable()).optional(),
  synopsis: z.partialRecord(lang, synopsisText.nullable()).optional(),
  category: label.nullable().optional(),
  tags: z.array(label).max(20).nullable().optional(),
  cast: z.array(z.string().trim().min(1).max(80)).max(50).nullable().optional(),
  lang_audio: z
    .string()
    .regex(/^[a-z]{2}(-[a-z]{2})?$/)
    .nullable()
    .optional(),
  age_rating: z.string().trim().min(1).max(8).nullable().optional(),
  colour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .nullable()
    .optional(),
  free_count: z.number().int().min(0).max(MAX_EPISODE_NO).nullable().optional(),
  default_price: price.nullable().optional(),
  is_finished: z.boolean().nullable().optional(),
  /** The place on Home: small numbers come first, and dramas without one last. */
  sort: z.number().int().min(-MAX_INT32).max(MAX_INT32).nullable().optional(),
  /** By film, which is the number of the episode in the package. */
  episode_titles: z.record(film, z.partialRecord(lang, titleText.nullable()).nullable()).optional(),
  episode_prices: z.record(film, price.nullable()).optional(),
  /** The new number of a film that moves. Unlocks stay with the number. */
  numbers: z.record(film, z.number().int().min(1).max(MAX_EPISODE_NO)).optional(),
  cover: z
    .string()
    .regex(/^cover-[0-9a-f]{16}\.webp$/)
    .nullable()
    .optional(),
  banner: z
    .string()
    .regex(/^banner-[0-9a-f]{16}\.webp$/)
    .nullable()
    .optional()
})

export const createRequest = z.object({
  /** The id becomes `d_` and this name. It stands in every link and never changes. */
  slug: z.string().regex(/^[a-z0-9-]{1,64}$/),
  title: titleText,
  /** Of the title, which the other languages have as a start. */
  lang
})

export const publishAtRequest = z.object({
  id: dramaId,
  /** Epoch ms; null: not at a time any more. */
  at: z.number().int().positive().nullable()
})

export const deleteRequest = z.strictObject({
  id: dramaId,
  /** Of `drama_show`: if another editor was faster, nothing is deleted. */
  version: z.number().int().min(1)
})
