import { z } from 'zod'
import { banner, dramaCard } from './drama.js'
import { episode } from './episode.js'
import { defineEndpoint } from './protocol/endpoint.js'
import { languageSchema } from './protocol/language.js'
import { listOf, listRequest } from './protocol/list.js'

export const feedEntry = z.object({ drama: banner, episode, is_favorite: z.boolean() })
export type FeedEntry = z.infer<typeof feedEntry>

export const feed = defineEndpoint({
  method: 'GET',
  path: '/index/feed',
  access: 'none',
  description: 'Lists first episodes to preview.',
  notes: ['With a token each entry says whether it is a favourite, and dramas that the viewer has begun are left out.'],
  request: z.object({ lang: languageSchema }).extend(listRequest.shape),
  response: listOf(feedEntry)
})

export const rankedDrama = dramaCard.extend({ rank: z.number().int() })
export type RankedDrama = z.infer<typeof rankedDrama>

export const rank = defineEndpoint({
  method: 'GET',
  path: '/index/rank',
  access: 'none',
  description: 'Lists at most 50 dramas with their rank.',
  request: z.object({ lang: languageSchema, type: z.enum(['hot', 'new', 'fav']).catch('hot').optional() }),
  response: z.object({ list: z.array(rankedDrama) })
})

export const tag = z.object({ id: z.string(), name: z.string(), count: z.number().int() })
export type Tag = z.infer<typeof tag>

export const tags = defineEndpoint({
  method: 'GET',
  path: '/index/tags',
  access: 'none',
  description: 'Lists all tags with the number of their dramas.',
  request: z.object({ lang: languageSchema }),
  response: z.object({ list: z.array(tag) })
})
