import { z } from 'zod'
import { dramaId } from '../../../contract/drama.js'
import { languageSchema } from '../../../contract/protocol/language.js'
import { findDramasById, findDramasInOrder } from '../catalogue/list-queries.js'
import { searchDramas } from '../search/search.js'
import { definePartnerAction } from './partner-action.js'

const listRequest = z.object({
  q: z.string().trim().max(100).default(''),
  lang: languageSchema,
  page_size: z.coerce.number().int().min(1).max(50).default(20)
})

const drama = z.object({
  drama_id: z.string(),
  title: z.string(),
  episode_count: z.number().int(),
  free_count: z.number().int()
})
const listResponse = z.object({ list: z.array(drama) })

export const listDramasAction = definePartnerAction({
  method: 'GET',
  path: '/partner/drama_list',
  description:
    'Lists dramas that a link can open: those that match `q`, which is a text or the id of a drama, otherwise the most played.',
  request: listRequest,
  response: listResponse,
  run: async ({ db }, { q, lang = 'pt', page_size: limit }) => {
    const ids = dramaId.safeParse(q).success
      ? [q]
      : (await searchDramas(db, q, { lang, after: null, limit })).rows.map(row => row.drama_id)
    const rows = q === '' ? await findDramasInOrder(db, 'hot', { after: null, limit }) : await findDramasById(db, ids)
    return {
      list: rows.map(({ id, title, episode_count, free_count }) => ({
        drama_id: id,
        title: title[lang],
        episode_count,
        free_count
      }))
    }
  }
})
