import { sql } from 'kysely'
import { z } from 'zod'
import { dramaId } from '../../../../contract/drama.js'
import { episodeNo } from '../../../../contract/episode.js'
import { listOf } from '../../../../contract/protocol/list.js'
import { lpid } from '../../../../contract/visitor.js'
import { createFieldError } from '../../../http/business-error.js'
import { cutToPage, formatCursor, parseCursor } from '../../../lib/cursor.js'
import { createPromoLink } from '../../campaign/create-promo-link.js'
import { MAX_PROMO_MINUTES } from '../../campaign/promo-link.js'
import { defineOperatorAction, type OperatorContext } from '../operator-action.js'
import { saveRequest } from './campaign-request.js'
import { campaignResponse, campaignRow, linkResponse } from './campaign-response.js'
import { completeCampaign, writeCampaign } from './campaign-writes.js'

const listRequest = z.object({
  /** Part of an id or a name. */
  q: z.string().trim().max(64).optional(),
  partner_id: z.string().max(64).optional(),
  status: z.enum(['active', 'closed']).optional(),
  cursor: z.string().max(512).optional(),
  page_size: z.coerce.number().int().min(1).max(100).default(50)
})

const listResponse = listOf(campaignRow)

export const listCampaignsAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/campaign_list',
  roles: ['editor', 'support', 'analyst'],
  description: 'Lists campaigns by id.',
  request: listRequest,
  response: listResponse,
  subject: null,
  run: async ({ db }, { q, partner_id, status, cursor, page_size: size }) => {
    const after = parseCursor('campaigns', ['text'], cursor)
    const rows = await db
      .selectFrom('campaigns')
      .selectAll()
      .$if(q !== undefined && q !== '', query => query.where(matchesText(q ?? '')))
      .$if(partner_id !== undefined, query => query.where('partner_id', '=', partner_id ?? ''))
      .$if(status !== undefined, query => query.where('status', '=', status ?? 'active'))
      .$if(after !== null, query => query.where('lpid', '>', after?.[0] ?? ''))
      .orderBy('lpid')
      .limit(size + 1)
      .execute()
    return cutToPage(rows, size, last => formatCursor('campaigns', [last.lpid]))
  }
})

const matchesText = (text: string) =>
  sql<boolean>`strpos(lower(lpid), lower(${text}::text)) + strpos(lower(name), lower(${text}::text)) > 0`

const nameRequest = z.object({ lpid })

export const showCampaignAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/campaign_show',
  roles: ['editor', 'support', 'analyst'],
  description: 'Returns a campaign.',
  request: nameRequest,
  response: campaignResponse,
  subject: null,
  run: async (context, { lpid }) => ({
    campaign: await completeCampaign(context.db, await requireCampaign(context, lpid))
  })
})

export const saveCampaignAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/campaign_save',
  roles: ['editor'],
  description: 'Creates a campaign, or changes the fields that are sent; null clears a field.',
  request: saveRequest,
  response: campaignResponse,
  subject: ({ lpid }) => lpid,
  secretFields: ['meta_token', 'tiktok_token'],
  readState: readCampaignState,
  run: async (context, change) => ({ campaign: await writeCampaign(context, change) })
})

export const closeCampaignAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/campaign_close',
  roles: ['editor'],
  description: 'Closes a campaign: visitors still land, and its settings no longer apply.',
  request: nameRequest,
  response: campaignResponse,
  subject: ({ lpid }) => lpid,
  readState: readCampaignState,
  run: async (context, { lpid }) => ({
    campaign: await writeCampaign(context, { lpid, mode: 'set', status: 'closed' })
  })
})

const MAX_LINK_DAYS = 366

const linkRequest = z.object({
  lpid,
  drama_id: dramaId,
  episode_no: episodeNo,
  minutes: z.number().int().min(1).max(MAX_PROMO_MINUTES).default(30),
  /** The first use of the link must be before this time, in epoch ms. Default: 30 days from now. */
  expires_at: z.number().int().positive().optional(),
  page: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .optional()
})

export const createLinkAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/campaign_link',
  roles: ['editor'],
  description: 'Signs a promo link, which frees an episode for minutes.',
  request: linkRequest,
  response: linkResponse,
  errors: { 4204: 'The drama or the episode is not online' },
  subject: ({ lpid }) => lpid,
  run: async (context, request) => {
    const { status } = await requireCampaign(context, request.lpid)
    return createPromoLink(context, request, { status, maxDays: MAX_LINK_DAYS })
  }
})

async function requireCampaign({ db }: OperatorContext, lpid: string) {
  const row = await db.selectFrom('campaigns').selectAll().where('lpid', '=', lpid).executeTakeFirst()
  if (row === undefined) throw createFieldError('lpid', 'no_campaign')
  return row
}

async function readCampaignState({ db }: OperatorContext, { lpid }: { lpid: string }) {
  const row = await db.selectFrom('campaigns').selectAll().where('lpid', '=', lpid).executeTakeFirst()
  return row === undefined ? null : completeCampaign(db, row)
}
