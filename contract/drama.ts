import { z } from 'zod'
import { defineEndpoint } from './protocol/endpoint.js'
import { languageSchema } from './protocol/language.js'
import { listOf, listRequest } from './protocol/list.js'

export const dramaCard = z.object({
  id: z.string(),
  title: z.string(),
  cover_url: z.string(),
  colour: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  episode_count: z.number().int(),
  free_count: z.number().int(),
  is_finished: z.boolean(),
  is_new: z.boolean(),
  score: z.number(),
  play_count: z.number().int()
})
export type DramaCard = z.infer<typeof dramaCard>

export const drama = dramaCard.extend({
  synopsis: z.string(),
  banner_url: z.string(),
  cast: z.array(z.string()),
  lang_audio: z.string(),
  subtitles: z.array(z.string()),
  default_price: z.number().int(),
  total_duration_s: z.number(),
  total_minutes: z.number().int(),
  favorite_count: z.number().int(),
  age_rating: z.string()
})
export type Drama = z.infer<typeof drama>

export const continueCard = z.object({
  drama: dramaCard,
  episode_no: z.number().int(),
  position_s: z.number(),
  duration_s: z.number(),
  updated_at: z.number().int()
})
export type ContinueCard = z.infer<typeof continueCard>

export const banner = dramaCard.extend({ banner_url: z.string(), synopsis: z.string() })
export type Banner = z.infer<typeof banner>

export const homeShelf = z.object({ id: z.string(), title: z.string(), list: z.array(dramaCard) })
export type HomeShelf = z.infer<typeof homeShelf>

export const homeResponse = z.object({
  banners: z.array(banner),
  shelves: z.array(homeShelf),
  continue: z.array(continueCard),
  next_cursor: z.string().nullable(),
  has_more: z.boolean()
})
export type HomeResponse = z.infer<typeof homeResponse>

export const dramaId = z.string().regex(/^d_[A-Za-z0-9_-]{1,64}$/)

export const home = defineEndpoint({
  method: 'GET',
  path: '/index/home',
  access: 'none',
  description: 'Returns Home: banners, shelves page by page and, with a token, dramas to continue.',
  notes: [
    '`page_size` counts shelves (10 by default). Only the first page has `banners` and `continue`.',
    'The `id` of a shelf is `hot`, `new`, a `tag_id` of `/index/discover`, or `more-<no>` for dramas on no other shelf.',
    '`hot` lists the ten most watched dramas by rank. Other shelves begin with dramas that no shelf before begins with.'
  ],
  request: z.object({ lang: languageSchema }).extend(listRequest.shape),
  response: homeResponse
})

export const discover = defineEndpoint({
  method: 'GET',
  path: '/index/discover',
  access: 'none',
  description: 'Lists dramas, all or of one tag, in one of three orders.',
  request: z
    .object({
      lang: languageSchema,
      tag_id: z.string().max(64).optional(),
      sort: z.enum(['hot', 'new', 'finish']).catch('hot').optional()
    })
    .extend(listRequest.shape),
  response: listOf(dramaCard)
})

export const dramaDetail = defineEndpoint({
  method: 'GET',
  path: '/drama/detail',
  access: 'none',
  description: 'Returns one drama with related dramas and, with a token, favourite and progress.',
  errors: { 4204: 'The drama is not online' },
  request: z.object({ lang: languageSchema, drama_id: dramaId }),
  response: z.object({
    drama,
    is_favorite: z.boolean(),
    progress: z.object({ episode_no: z.number().int(), position_s: z.number() }).nullable(),
    pass_active: z.boolean(),
    related: z.array(dramaCard)
  })
})
export type DramaDetail = z.infer<typeof dramaDetail.response>
