import { z } from 'zod'
import { listOf } from '../../../contract/protocol/list.js'
import { cutToPage, formatCursor, isBeforeKey, parseCursor } from '../../lib/cursor.js'
import { formatCsvTable } from '../report/csv.js'
import { readOwnCampaigns } from './own-campaigns.js'
import { definePartnerAction } from './partner-action.js'

const optionalDate = z.iso.date().optional()
const rootsRequest = z.object({
  lpid: z.string().max(64).optional(),
  from: optionalDate,
  to: optionalDate,
  format: z.enum(['json', 'csv']).default('json'),
  cursor: z.string().max(512).optional(),
  page_size: z.coerce.number().int().min(1).max(1000).default(100)
})

const ledgerRoot = z.object({ day: z.string(), lpid: z.string(), root: z.string(), chains: z.number().int() })
const rootsResponse = listOf(ledgerRoot).extend({ server_time: z.number().int() })

export const listLedgerRootsAction = definePartnerAction({
  method: 'GET',
  path: '/partner/roots',
  description:
    'Lists the daily ledger roots of the partner’s campaigns, newest first: `day`, `lpid`, `root`, `chains`. `from` and `to` are days in UTC, both included.',
  request: rootsRequest,
  response: rootsResponse,
  run: async (context, { lpid, from, to, cursor, page_size: size }) => {
    const lpids = (await readOwnCampaigns(context, lpid)).map(campaign => campaign.lpid)
    const after = parseCursor('roots', ['text', 'text'], cursor)
    const rows = await context.db
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
    const result = cutToPage(rows, size, last => formatCursor('roots', [last.day, last.lpid]))
    return { ...result, server_time: context.now.getTime() }
  },
  toCsv: ({ list }) => ({ name: 'roots', text: formatCsvTable(Object.keys(ledgerRoot.shape), list) })
})
