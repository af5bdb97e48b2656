import { z } from 'zod'
import { dramaCard, dramaId } from './drama.js'
import { defineEndpoint } from './protocol/endpoint.js'
import { languageSchema } from './protocol/language.js'
import { listOf, listRequest } from './protocol/list.js'

export const favorite = defineEndpoint({
  method: 'POST',
  path: '/user/favorite',
  access: 'any',
  description: 'Adds a drama to the favourites (`on` 1) or removes it (0).',
  errors: { 4204: 'The drama is not online' },
  request: z.object({ lang: languageSchema, drama_id: dramaId, on: z.union([z.literal(0), z.literal(1)]) }),
  response: z.object({ is_favorite: z.boolean(), favorite_count: z.number().int() })
})

export const favoriteCard = dramaCard.extend({ created_at: z.number().int() })

export const favorites = defineEndpoint({
  method: 'GET',
  path: '/user/favorites',
  access: 'any',
  description: 'Lists the favourites, newest first.',
  request: z.object({ lang: languageSchema }).extend(listRequest.shape),
  response: listOf(favoriteCard)
})
