import { z } from 'zod'
import { isBeforeKey, page, readCursor, writeCursor } from '../../lib/cursor.js'
import { ownCampaigns } from './own-campaigns.js'
import type { PartnerAction } from './partner-action.js'

const day = z.iso.date().optional()
const rootsRequest = z.object({
  lpid: z.string().max(64).optional(),
  from: day,
  to: day,
  cursor: z.string().max(512).optional(),
  page_size: z.coerce.number().int().min(1).max(1000).default(100)
})

/** The roots of the caller's campaigns, day by day, the newest first; `from` and `to` are both included. */
export const listingRoots: PartnerAction<typeof rootsRequest> = {
  method: 'GET',
  path: '/partner/roots',
  request: rootsRequest,
  run: async (desk, { lpid, from, to, cursor, page_size: size }) => {
    const lpids = (await ownCampaigns(desk, lpid)).map(campaign => campaign.lpid)
    const after = readCursor('roots', ['text', 'text'], cursor)
    const rows = await desk.db
      .selectFrom('ledger_roots')
      .select(['day', 'lpid', 'root', 'chains'])
      .where('lpid', 'in', lpids.length > 0 ? lpids : [''])
      .where('lpid', '<>', '')
      .$if(from !== undefined, query => query.where('day', '>=', from ?? ''))
      .$if(to !== undefined, query => query.where('day', '<=', to ?? ''))
      .$if(after !== null, query => query.where(isBeforeKey(['day', 'lpid'], after ?? [])))
      .orderBy('day', 'desc')
      .orderBy('lpid', 'desc')
      .limit(size + 1)
      .execute()
    const cut = page(rows, size, last => writeCursor('roots', [last.day, last.lpid]))
    return { ...cut, server_time: desk.now.getTime() }
  }
}
