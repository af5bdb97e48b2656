import { z } from 'zod'
import { postbackEvent } from '../../../contract/event.js'
import { listOf } from '../../../contract/protocol/list.js'
import { lpid } from '../../../contract/visitor.js'
import type { ConversionSettings } from '../../config/config.js'
import type { AdNetwork } from '../../db/schema/partner-tables.js'
import { createFieldError } from '../../http/business-error.js'
import { cutToPage, formatCursor, isBeforeKey, parseCursor } from '../../lib/cursor.js'
import { readOwnCampaigns } from '../partner/own-campaigns.js'
import { definePartnerAction } from '../partner/partner-action.js'
import { networkCalls } from './conversion/network-calls.js'
import { removeQuery } from './url-template.js'

const listRequest = z.object({
  lpid: lpid.optional(),
  status: z.enum(['waiting', 'delivered', 'failed']).optional(),
  event: z.string().max(32).optional(),
  cursor: z.string().max(512).optional(),
  page_size: z.coerce.number().int().min(1).max(200).default(50)
})

const delivery = z.object({
  id: z.string(),
  event: postbackEvent,
  event_id: z.string(),
  lpid: z.string().nullable(),
  postback_id: z.string(),
  method: z.enum(['GET', 'POST']),
  url: z.string(),
  network: z.enum(['meta', 'tiktok']).nullable(),
  status: z.enum(['waiting', 'delivered', 'failed', 'spread']),
  attempts: z.number().int(),
  last_response: z.string().nullable(),
  next_at: z.number().int().nullable(),
  delivered_at: z.number().int().nullable(),
  created_at: z.number().int()
})
const listResponse = listOf(delivery).extend({ server_time: z.number().int() })

export const listDeliveriesAction = definePartnerAction({
  method: 'GET',
  path: '/partner/postbacks',
  description: 'Lists sent and waiting postbacks, newest first.',
  request: listRequest,
  response: listResponse,
  run: async (context, { lpid, status, event, cursor, page_size: size }) => {
    const lpids = (await readOwnCampaigns(context, lpid)).map(campaign => campaign.lpid)
    if (lpids.length === 0) return { list: [], next_cursor: null, has_more: false, server_time: context.now.getTime() }
    const after = parseCursor('postbacks', ['instant', 'text'], cursor)
    const rows = await context.db
      .selectFrom('event_outbox')
      .leftJoin('campaign_postbacks', 'campaign_postbacks.id', 'event_outbox.postback_id')
      .leftJoin('campaign_conversions', 'campaign_conversions.id', 'event_outbox.postback_id')
      .leftJoin('campaigns', 'campaigns.lpid', 'campaign_conversions.lpid')
      .select(['event_outbox.id', 'event_outbox.event', 'event_outbox.event_id', 'event_outbox.lpid'])
      .select(['postback_id', 'method', 'url', 'network', 'campaigns.pixel_hint', 'event_outbox.status'])
      .select(['attempts', 'last_response', 'next_at', 'delivered_at', 'event_outbox.created_at'])
      .where('event_outbox.lpid', 'in', lpids)
      .where('postback_id', '<>', '')
      .$if(status !== undefined, query => query.where('event_outbox.status', '=', status ?? 'waiting'))
      .$if(event !== undefined, query => query.where('event_outbox.event', '=', (event ?? '') as 'purchase'))
      .$if(after !== null, query =>
        query.where(isBeforeKey(['event_outbox.created_at', 'event_outbox.id'], after ?? []))
      )
      .orderBy('event_outbox.created_at', 'desc')
      .orderBy('event_outbox.id', 'desc')
      .limit(size + 1)
      .execute()
    const { list, ...more } = cutToPage(rows, size, last => formatCursor('postbacks', [last.created_at, last.id]))
    return {
      list: list.map(
        ({ url, method, network, pixel_hint, status: state, next_at, delivered_at, created_at, ...row }) => ({
          ...row,
          method: method ?? 'POST',
          url: removeQuery(url ?? toNetworkUrl(context.config.conversions, network, pixel_hint)),
          network,
          status: state,
          next_at: state === 'waiting' ? next_at.getTime() : null,
          delivered_at: delivered_at?.getTime() ?? null,
          created_at: created_at.getTime()
        })
      ),
      ...more,
      server_time: context.now.getTime()
    }
  }
})

function toNetworkUrl(
  conversions: ConversionSettings,
  network: AdNetwork | null,
  pixelHint: Record<string, string> | null
): string {
  return network === null ? '' : networkCalls[network].url(conversions, pixelHint?.[`${network}_id`] ?? '')
}

const resendRequest = z.object({ id: z.string().regex(/^[0-9a-f]{32}$/) })

const resendResponse = z.object({ id: z.string(), status: z.literal('waiting') })

export const resendDeliveryAction = definePartnerAction({
  method: 'POST',
  path: '/partner/resend',
  description: 'Sends a postback again at once, with the same `event_id`.',
  request: resendRequest,
  response: resendResponse,
  run: async ({ db, partner, now }, { id }) => {
    const row = await db
      .selectFrom('event_outbox')
      .leftJoin('campaign_postbacks', 'campaign_postbacks.id', 'event_outbox.postback_id')
      .leftJoin('campaign_conversions', 'campaign_conversions.id', 'event_outbox.postback_id')
      .innerJoin('campaigns', 'campaigns.lpid', 'event_outbox.lpid')
      .select(({ fn, ref }) =>
        fn.coalesce(ref('campaign_postbacks.removed_at'), ref('campaign_conversions.removed_at')).as('removed_at')
      )
      .where('event_outbox.id', '=', id)
      .where('event_outbox.postback_id', '<>', '')
      .where('campaigns.partner_id', '=', partner.id)
      .executeTakeFirst()
    if (row === undefined) throw createFieldError('id', 'unknown_postback')
    if (row.removed_at !== null) throw createFieldError('id', 'postback_removed')
    const requeued = await db
      .updateTable('event_outbox')
      .set({ status: 'waiting', attempts: 0, next_at: now, leased_until: null, delivered_at: null })
      .where('id', '=', id)
      .where(({ or, eb }) => or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]))
      .returning('id')
      .executeTakeFirst()
    if (requeued === undefined) throw createFieldError('id', 'being_sent')
    return { id, status: 'waiting' as const }
  }
})
