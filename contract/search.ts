import { z } from 'zod'
import { dramaCard } from './drama.js'
import { defineEndpoint } from './protocol/endpoint.js'
import { languageSchema } from './protocol/language.js'
import { listOf, listRequest } from './protocol/list.js'

const MAX_KEYWORD_CHARACTERS = 140

const surroundingSpace = /^[\s\p{Cc}\p{Cf}]+|[\s\p{Cc}\p{Cf}]+$/gu

export const keyword = z
  .string()
  .max(1000)
  .transform(text => text.replace(surroundingSpace, ''))
  .refine(
    text => text !== '' && [...text].length <= MAX_KEYWORD_CHARACTERS && !text.includes('\0'),
    '1 to 140 characters'
  )

export const search = defineEndpoint({
  method: 'GET',
  path: '/search/index',
  access: 'none',
  description: 'Searches dramas; best match first.',
  notes: [
    'Finds dramas whose title (in any language), cast, tags or synopsis contain every word of the keyword, or a word that begins with it. Case, accents and width do not matter, and Chinese matches anywhere in a text.',
    '`corrected` is a similar spelling, set if only that one had results.'
  ],
  limit: '60 a minute',
  request: z.object({ lang: languageSchema, keyword }).extend(listRequest.shape),
  response: listOf(dramaCard).extend({ corrected: z.string().optional() })
})
export type SearchResponse = z.infer<typeof search.response>

export const suggest = defineEndpoint({
  method: 'GET',
  path: '/search/suggest',
  access: 'none',
  description: 'Completes a keyword while it is typed.',
  limit: '240 a minute',
  request: z.object({ lang: languageSchema, keyword }),
  response: z.object({ list: z.array(z.string()) })
})

export const hotKeywords = defineEndpoint({
  method: 'GET',
  path: '/search/hot',
  access: 'none',
  description: 'Lists keywords that many visitors search for.',
  request: z.object({ lang: languageSchema }),
  response: z.object({ list: z.array(z.string()) })
})
