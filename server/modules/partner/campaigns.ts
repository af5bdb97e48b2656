import { z } from 'zod'
import { listOf } from '../../../contract/protocol/list.js'
import { cutToPage, formatCursor, parseCursor } from '../../lib/cursor.js'
import { isTimeZone } from '../../lib/time-zone.js'
import { formatCsvTable } from '../report/csv.js'
import { definePartnerAction } from './partner-action.js'

const campaign = z.object({
  lpid: z.string(),
  name: z.string(),
  status: z.enum(['active', 'closed']),
  timezone: z.string(),
  start_drama_id: z.string().nullable(),
  start_episode_no: z.number().int().nullable(),
  free_episodes: z.number().int().nullable(),
  attribution_window_days: z.number().int(),
  created_at: z.date()
})

const listRequest = z.object({
  status: z.enum(['active', 'closed']).optional(),
  format: z.enum(['json', 'csv']).default('json'),
  cursor: z.string().max(512).optional(),
  page_size: z.coerce.number().int().min(1).max(200).default(100)
})
/** `script_url` is the address of drama-app.js. */
const listResponse = listOf(campaign).extend({ script_url: z.string() })

export const listOwnCampaignsAction = definePartnerAction({
  method: 'GET',
  path: '/partner/campaign_list',
  description: 'Lists the partner’s campaigns by id, with the settings that matter to them.',
  request: listRequest,
  response: listResponse,
  run: async ({ db, config, partner, origin }, { status, cursor, page_size: size }) => {
    const after = parseCursor('own campaigns', ['text'], cursor)
    const rows = await db
      .selectFrom('campaigns')
      .select(['lpid', 'name', 'status', 'timezone', 'start_drama_id', 'start_episode_no'])
      .select(['free_episodes_override as free_episodes', 'attribution_window_days', 'created_at'])
      .where('partner_id', '=', partner.id)
      .$if(status !== undefined, query => query.where('status', '=', status ?? 'active'))
      .$if(after !== null, query => query.where('lpid', '>', after?.[0] ?? ''))
      .orderBy('lpid')
      .limit(size + 1)
      .execute()
    const { list, ...more } = cutToPage(rows, size, last => formatCursor('own campaigns', [last.lpid]))
    return {
      list: list.map(({ timezone, ...row }) => ({
        ...row,
        timezone: timezone !== null && isTimeZone(timezone) ? timezone : config.timezone
      })),
      ...more,
      script_url: `${config.publicUrl ?? origin}/drama-app.js`
    }
  },
  toCsv: ({ list }) => ({ name: 'campaigns', text: formatCsvTable(Object.keys(campaign.shape), list) })
})
