import { type ExpressionBuilder, sql } from 'kysely'
import { z } from 'zod'
import { postbackEvent } from '../../../contract/event.js'
import { listOf } from '../../../contract/protocol/list.js'
import { END_OF_YEAR_9999_MS } from '../../../contract/protocol/time.js'
import { lpid } from '../../../contract/visitor.js'
import type { ConversionSettings } from '../../config/config.js'
import type { AdNetwork } from '../../db/schema/partner-tables.js'
import type { Database } from '../../db/schema/schema.js'
import type { OutboxRow } from '../../db/schema/store-tables.js'
import { createFieldError } from '../../http/business-error.js'
import { cutToPage, formatCursor, isBeforeKey, parseCursor } from '../../lib/cursor.js'
import { readOwnCampaigns } from '../partner/own-campaigns.js'
import { definePartnerAction, type PartnerContext } from '../partner/partner-action.js'
import { formatCsvTable } from '../report/csv.js'
import { networkCalls } from './conversion/network-calls.js'
import { formatConversionBody } from './conversion/send-conversion.js'
import { toMacroValues } from './payload.js'
import { listMacroParameters, removeQuery } from './url-template.js'

const listRequest = z.object({
  lpid: lpid.optional(),
  /** `failing`: it waits after a failed attempt. */
  status: z.enum(['waiting', 'delivered', 'failed', 'failing']).optional(),
  event: z.string().max(32).optional(),
  /** When the event happened, in epoch ms; `to_at` is excluded. */
  from_at: z.coerce.number().int().min(0).max(END_OF_YEAR_9999_MS).optional(),
  to_at: z.coerce.number().int().min(0).max(END_OF_YEAR_9999_MS).optional(),
  format: z.enum(['json', 'csv']).default('json'),
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
  run: async (context, { page_size: size, ...filter }) => {
    const lpids = (await readOwnCampaigns(context, filter.lpid)).map(campaign => campaign.lpid)
    if (lpids.length === 0) return { list: [], next_cursor: null, has_more: false, server_time: context.now.getTime() }
    const rows = await readDeliveries(context.db, lpids, { ...filter, limit: size + 1 })
    const { list, ...more } = cutToPage(rows, size, last => formatCursor('postbacks', [last.created_at, last.id]))
    return {
      list: list.map(row => toDelivery(row, context.config.conversions)),
      ...more,
      server_time: context.now.getTime()
    }
  },
  toCsv: ({ list }) => ({ name: 'postbacks', text: formatCsvTable(Object.keys(delivery.shape), list) })
})

type DeliveryFilter = Omit<z.output<typeof listRequest>, 'lpid' | 'page_size' | 'format'> & { limit: number }

/** Reads each campaign in the order of its index, so that a partner with much history waits as long as one with little. */
function readDeliveries(
  db: PartnerContext['db'],
  lpids: readonly string[],
  { status, event, from_at, to_at, cursor, limit }: DeliveryFilter
) {
  const after = parseCursor('postbacks', ['instant', 'text'], cursor)
  return db
    .with('newest', cte =>
      cte
        .selectFrom(sql<{ campaign: string }>`unnest(array[${sql.join(lpids)}]::text[])`.as<'own'>(sql`own (campaign)`))
        .innerJoinLateral(
          query =>
            query
              .selectFrom('event_outbox')
              .select('id')
              .whereRef('lpid', '=', 'own.campaign')
              .where('postback_id', '<>', '')
              .$if(status !== undefined, some =>
                some.where('status', '=', status === undefined || status === 'failing' ? 'waiting' : status)
              )
              .$if(status === 'failing', some => some.where('attempts', '>', 0).where('last_response', 'is not', null))
              .$if(event !== undefined, some => some.where('event', '=', (event ?? '') as 'purchase'))
              .$if(from_at !== undefined, some => some.where('created_at', '>=', new Date(from_at ?? 0)))
              .$if(to_at !== undefined, some => some.where('created_at', '<', new Date(to_at ?? 0)))
              .$if(after !== null, some => some.where(isBeforeKey(['created_at', 'id'], after ?? [])))
              .orderBy('created_at', 'desc')
              .orderBy('id', 'desc')
              .limit(limit)
              .as('listed'),
          join => join.onTrue()
        )
        .select('listed.id')
    )
    .selectFrom('newest')
    .innerJoin('event_outbox', 'event_outbox.id', 'newest.id')
    .leftJoin('campaign_postbacks', 'campaign_postbacks.id', 'event_outbox.postback_id')
    .leftJoin('campaign_conversions', 'campaign_conversions.id', 'event_outbox.postback_id')
    .leftJoin('campaigns', 'campaigns.lpid', 'campaign_conversions.lpid')
    .select(deliveryColumns)
    .orderBy('event_outbox.created_at', 'desc')
    .orderBy('event_outbox.id', 'desc')
    .limit(limit)
    .execute()
}

const deliveryColumns = [
  'event_outbox.id',
  'event_outbox.event',
  'event_outbox.event_id',
  'event_outbox.lpid',
  'event_outbox.postback_id',
  'event_outbox.status',
  'event_outbox.attempts',
  'event_outbox.last_response',
  'event_outbox.next_at',
  'event_outbox.delivered_at',
  'event_outbox.created_at',
  'campaign_postbacks.method',
  'campaign_postbacks.url',
  'campaign_conversions.network',
  'campaigns.pixel_hint'
] as const

type DeliveryRow = Awaited<ReturnType<typeof readDeliveries>>[number]

const toDelivery = (
  { url, method, network, pixel_hint, status, next_at, delivered_at, created_at, ...row }: DeliveryRow,
  conversions: ConversionSettings
): z.output<typeof delivery> => ({
  ...row,
  method: method ?? 'POST',
  url: removeQuery(url ?? toNetworkUrl(conversions, network, pixel_hint)),
  network,
  status,
  next_at: status === 'waiting' ? next_at.getTime() : null,
  delivered_at: delivered_at?.getTime() ?? null,
  created_at: created_at.getTime()
})

const showRequest = z.object({ id: z.string().regex(/^[0-9a-f]{32}$/) })

const showResponse = z.object({
  delivery,
  /** JSON as it is sent to a POST address; null for GET, and if a network is sent nothing. */
  body: z.string().nullable(),
  /** Parameters of a GET address that hold macros. Others may be secrets and are left out. */
  parameters: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Why it cannot be sent now. */
  resend_refusal: z.enum(['not_tried', 'being_sent', 'postback_removed']).nullable()
})

export const showDeliveryAction = definePartnerAction({
  method: 'GET',
  path: '/partner/postback_show',
  description:
    'Returns a postback with the `body` that is sent, by the consent of this moment and without secrets. `resend_refusal` says why it cannot be sent again now.',
  request: showRequest,
  response: showResponse,
  run: async ({ db, config, partner, now }, { id }) => {
    const row = await db
      .selectFrom('event_outbox')
      .innerJoin('campaigns', 'campaigns.lpid', 'event_outbox.lpid')
      .leftJoin('campaign_postbacks', 'campaign_postbacks.id', 'event_outbox.postback_id')
      .leftJoin('campaign_conversions', 'campaign_conversions.id', 'event_outbox.postback_id')
      .selectAll('event_outbox')
      .select(deliveryColumns)
      .select('campaign_conversions.test_code')
      .select(selectRemovedAt)
      .where('event_outbox.id', '=', id)
      .where('event_outbox.postback_id', '<>', '')
      .where('campaigns.partner_id', '=', partner.id)
      .executeTakeFirst()
    if (row === undefined) throw createFieldError('id', 'unknown_postback')
    const { payload: _, user_id: _user, leased_until: _lease, removed_at: _removed, test_code, ...shown } = row
    const resend_refusal = toResendRefusal(row, now)
    const { network, method, url, pixel_hint } = row
    if (network !== null) {
      const pixelId = pixel_hint[`${network}_id`] ?? null
      const body = await formatConversionBody(db, { ...row, network, token: '…', test_code, pixel_id: pixelId })
      return { delivery: toDelivery(shown, config.conversions), body, parameters: [], resend_refusal }
    }
    const values = await toMacroValues(db, row)
    return {
      delivery: toDelivery(shown, config.conversions),
      body: method === 'GET' ? null : JSON.stringify(values),
      parameters: method === 'GET' ? listMacroParameters(url ?? '', values) : [],
      resend_refusal
    }
  }
})

/** Of the address or the network, whichever the delivery is for. */
const selectRemovedAt = ({
  fn,
  ref
}: ExpressionBuilder<
  Pick<Database, 'campaign_postbacks' | 'campaign_conversions'>,
  'campaign_postbacks' | 'campaign_conversions'
>) => fn.coalesce(ref('campaign_postbacks.removed_at'), ref('campaign_conversions.removed_at')).as('removed_at')

type ResendRow = Pick<OutboxRow, 'status' | 'attempts' | 'leased_until'> & { removed_at: Date | null }

function toResendRefusal(
  { status, attempts, leased_until, removed_at }: ResendRow,
  now: Date
): z.output<typeof showResponse>['resend_refusal'] {
  if (removed_at !== null) return 'postback_removed'
  if (leased_until !== null && leased_until > now) return 'being_sent'
  return status === 'waiting' && attempts === 0 ? 'not_tried' : null
}

function toNetworkUrl(
  conversions: ConversionSettings,
  network: AdNetwork | null,
  pixelHint: Record<string, string> | null
): string {
  return network === null ? '' : networkCalls[network].url(conversions, pixelHint?.[`${network}_id`] ?? '')
}

const resendRequest = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  status: z.enum(['waiting', 'delivered', 'failed']).optional(),
  attempts: z.number().int().min(0).optional()
})

const resendResponse = z.object({ id: z.string(), status: z.literal('waiting') })

export const resendDeliveryAction = definePartnerAction({
  method: 'POST',
  path: '/partner/resend',
  description:
    'Sends a postback again at once, with the same `event_id`. One that waits after a failed attempt is sent now instead of later, as its next attempt. With `status` and `attempts` as shown it is refused with `changed` if it was sent meanwhile.',
  request: resendRequest,
  response: resendResponse,
  readState: async ({ db, partner }, { id }) => {
    const row = await db
      .selectFrom('event_outbox')
      .innerJoin('campaigns', 'campaigns.lpid', 'event_outbox.lpid')
      .select(['event_outbox.id', 'event', 'event_outbox.status', 'attempts', 'next_at', 'delivered_at'])
      .where('event_outbox.id', '=', id)
      .where('campaigns.partner_id', '=', partner.id)
      .executeTakeFirst()
    return row ?? null
  },
  run: async ({ db, partner, now }, { id, status, attempts }) => {
    const row = await db
      .selectFrom('event_outbox')
      .leftJoin('campaign_postbacks', 'campaign_postbacks.id', 'event_outbox.postback_id')
      .leftJoin('campaign_conversions', 'campaign_conversions.id', 'event_outbox.postback_id')
      .innerJoin('campaigns', 'campaigns.lpid', 'event_outbox.lpid')
      .select(selectRemovedAt)
      .where('event_outbox.id', '=', id)
      .where('event_outbox.postback_id', '<>', '')
      .where('campaigns.partner_id', '=', partner.id)
      .executeTakeFirst()
    if (row === undefined) throw createFieldError('id', 'unknown_postback')
    if (row.removed_at !== null) throw createFieldError('id', 'postback_removed')
    const requeued = await db
      .updateTable('event_outbox')
      .set({
        status: 'waiting',
        attempts: sql`case when status = 'waiting' then attempts else 0 end`,
        next_at: now,
        leased_until: null,
        delivered_at: null
      })
      .where('id', '=', id)
      .where(({ or, eb }) => or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]))
      .$if(status !== undefined, query => query.where('status', '=', status ?? 'waiting'))
      .$if(attempts !== undefined, query => query.where('attempts', '=', attempts ?? 0))
      .returning('id')
      .executeTakeFirst()
    if (requeued === undefined)
      throw createFieldError('id', (await isBeingSent(db, id, now)) ? 'being_sent' : 'changed')
    return { id, status: 'waiting' as const }
  }
})

async function isBeingSent(db: PartnerContext['db'], id: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('event_outbox')
    .select('id')
    .where('id', '=', id)
    .where('leased_until', '>', now)
    .executeTakeFirst()
  return row !== undefined
}
