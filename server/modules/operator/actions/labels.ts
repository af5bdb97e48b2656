import { z } from 'zod'
import { defineOperatorAction } from '../operator-action.js'
import { dramaReaders } from './drama-readers.js'

export const listLabelsAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/label_list',
  roles: dramaReaders,
  description: 'Lists the labels that dramas have, the most used first.',
  request: z.object({ page_size: z.coerce.number().int().min(1).max(500).default(200) }),
  response: z.object({
    list: z.array(z.object({ id: z.string(), title: z.record(z.string(), z.string()), drama_count: z.number().int() }))
  }),
  subject: null,
  run: async ({ db }, { page_size: size }) => ({
    list: await db
      .selectFrom('labels')
      .selectAll()
      .where('drama_count', '>', 0)
      .orderBy('drama_count', 'desc')
      .orderBy('id', 'desc')
      .limit(size)
      .execute()
  })
})
