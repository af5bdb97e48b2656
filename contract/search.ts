import { z } from 'zod'
import { dramaCard } from './drama.js'
import { defineEndpoint } from './protocol/endpoint.js'
import { languageSchema } from './protocol/language.js'
import { listOf, listRequest } from './protocol/list.js'

const LONGEST = 140

/** What stands around a keyword without being part of it: spaces of any kind, control and direction marks. */
const around = /^[\s\p{Cc}\p{Cf}]+|[\s\p{Cc}\p{Cf}]+$/gu

/** 1 to 140 characters after trimming; anything else is a parameter error. An emoji is one character. */
export const keyword = z
  .string()
  .max(1000)
  .transform(text => text.replace(around, ''))
  .refine(text => text !== '' && [...text].length <= LONGEST && !text.includes('\0'), '1 to 140 characters')

/**
 * Dramas whose title (in any language), cast, tags or synopsis have every word of the keyword or words that begin with
 * it, whatever the case, accents and width; best match first. Chinese is found by any part of a text.
 * `corrected` is there when nothing matched and the results are those of a keyword spelt almost the same.
 */
export const search = defineEndpoint({
  method: 'GET',
  path: '/search/index',
  access: 'none',
  request: z.object({ lang: languageSchema, keyword }).extend(listRequest.shape),
  response: listOf(dramaCard).extend({ corrected: z.string().optional() })
})
export type SearchAnswer = z.infer<typeof search.response>

/** At most 10 titles, names and tags in the language of the request that hold what is being typed. */
export const suggest = defineEndpoint({
  method: 'GET',
  path: '/search/suggest',
  access: 'none',
  request: z.object({ lang: languageSchema, keyword }),
  response: z.object({ list: z.array(z.string()) })
})

/** At most 10 keywords: what several visitors searched and found of late, then titles of the most played dramas. */
export const hotKeywords = defineEndpoint({
  method: 'GET',
  path: '/search/hot',
  access: 'none',
  request: z.object({ lang: languageSchema }),
  response: z.object({ list: z.array(z.string()) })
})
