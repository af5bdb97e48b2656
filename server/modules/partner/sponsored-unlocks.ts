import { z } from 'zod'
import { listOf } from '../../../contract/protocol/list.js'
import { cutToPage, formatCursor, isBeforeKey, parseCursor } from '../../lib/cursor.js'
import { formatCsvTable } from '../report/csv.js'
import { definePartnerAction } from './partner-action.js'
import { readPrepaidBalance } from './prepaid-wallet.js'

const sponsoredRequest = z.object({
  format: z.enum(['json', 'csv']).default('json'),
  cursor: z.string().max(512).optional(),
  page_size: z.coerce.number().int().min(1).max(200).default(50)
})

const sponsoredUnlock = z.object({
  token_id: z.string(),
  drama_id: z.string(),
  episode_no: z.number().int(),
  price: z.number().int(),
  lpid: z.string().nullable(),
  created_at: z.number().int()
})
const sponsoredResponse = listOf(sponsoredUnlock).extend({ coins: z.number().int(), server_time: z.number().int() })

export const listSponsoredUnlocksAction = definePartnerAction({
  method: 'GET',
  path: '/partner/sponsored',
  description: 'Returns the partner’s prepaid coins and lists the episodes they paid for, newest first.',
  request: sponsoredRequest,
  response: sponsoredResponse,
  run: async ({ db, partner, now }, { cursor, page_size: size }) => {
    const after = parseCursor('sponsored', ['instant', 'text'], cursor)
    const rows = await db
      .selectFrom('sponsored_unlocks')
      .select(['token_id', 'drama_id', 'episode_no', 'price', 'lpid', 'created_at'])
      .where('partner_id', '=', partner.id)
      .$if(after !== null, query => query.where(isBeforeKey(['created_at', 'token_id'], after ?? [])))
      .orderBy('created_at', 'desc')
      .orderBy('token_id', 'desc')
      .limit(size + 1)
      .execute()
    const { list, ...more } = cutToPage(rows, size, last => formatCursor('sponsored', [last.created_at, last.token_id]))
    return {
      coins: await readPrepaidBalance(db, partner.id),
      list: list.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.getTime() })),
      ...more,
      server_time: now.getTime()
    }
  },
  toCsv: ({ list }) => ({ name: 'sponsored', text: formatCsvTable(Object.keys(sponsoredUnlock.shape), list) })
})
