import { z } from 'zod'
import { banner, dramaCard } from './drama.js'
import { episode } from './episode.js'
import { defineEndpoint } from './protocol/endpoint.js'
import { languageSchema } from './protocol/language.js'
import { listOf, listRequest } from './protocol/list.js'

/**
 * A drama to be met by its first episode, which is free for everybody. No entry holds an address that plays.
 * `is_favorite`: the viewer keeps it; without a token nobody does.
 */
export const feedEntry = z.object({ drama: banner, episode, is_favorite: z.boolean() })
export type FeedEntry = z.infer<typeof feedEntry>

/** Dramas by plays; with a token those the viewer has begun are left out. */
export const feed = defineEndpoint({
  method: 'GET',
  path: '/index/feed',
  access: 'none',
  request: z.object({ lang: languageSchema }).extend(listRequest.shape),
  response: listOf(feedEntry)
})

/** A drama with its place in a ranking, which starts at 1. */
export const rankedDrama = dramaCard.extend({ rank: z.number().int() })
export type RankedDrama = z.infer<typeof rankedDrama>

/** At most 50 dramas: most played (`hot`), newest (`new`) or most kept as favourites (`fav`). */
export const rank = defineEndpoint({
  method: 'GET',
  path: '/index/rank',
  access: 'none',
  request: z.object({ lang: languageSchema, type: z.enum(['hot', 'new', 'fav']).catch('hot').optional() }),
  response: z.object({ list: z.array(rankedDrama) })
})

/** A category or trope; `id` is what discover takes as `tag_id`, `count` how many dramas have it. */
export const tag = z.object({ id: z.string(), name: z.string(), count: z.number().int() })
export type Tag = z.infer<typeof tag>

/** The tags that most dramas have, at most 200, most frequent first. */
export const tags = defineEndpoint({
  method: 'GET',
  path: '/index/tags',
  access: 'none',
  request: z.object({ lang: languageSchema }),
  response: z.object({ list: z.array(tag) })
})
