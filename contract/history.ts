import { z } from 'zod'
import { continueCard, dramaId } from './drama.js'
import { defineEndpoint } from './protocol/endpoint.js'
import { languageSchema } from './protocol/language.js'
import { listOf, listRequest } from './protocol/list.js'

export const userHistory = defineEndpoint({
  method: 'GET',
  path: '/user/history',
  access: 'any',
  description: 'Lists watched dramas, newest first.',
  request: z.object({ lang: languageSchema }).extend(listRequest.shape),
  response: listOf(continueCard)
})

export const deleteHistory = defineEndpoint({
  method: 'POST',
  path: '/user/history_delete',
  access: 'any',
  description: 'Removes dramas from the history.',
  notes: ['Needs `drama_ids` or `all`.'],
  request: z
    .object({
      lang: languageSchema,
      drama_ids: z.array(dramaId).min(1).max(200).optional(),
      all: z.literal(1).optional()
    })
    .refine(({ drama_ids, all }) => (drama_ids === undefined) !== (all === undefined), {
      message: 'drama_ids or all',
      path: ['drama_ids']
    }),
  response: z.object({ deleted: z.number().int() })
})
