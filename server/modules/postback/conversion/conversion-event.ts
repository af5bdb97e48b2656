import type { Kysely } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import type { OutboxRow } from '../../../db/schema/store-tables.js'
import { sha256Hex } from '../../../lib/sha256.js'
import { type PostbackPayload, toReportedValue } from '../payload.js'
import { type CampaignVisitor, readCampaignVisitor } from '../visitor-details.js'

/** What both networks are sent, before it takes their form. Hashes are SHA-256 in hex. */
export interface ConversionEvent {
  eventId: string
  /** In seconds since 1970, as both networks count. */
  time: number
  isTest: boolean
  pageUrl: string
  userAgent: string
  emailHash: string | null
  externalIdHash: string
  visitor: Pick<CampaignVisitor, 'fbp' | 'fbc' | 'ttp' | 'ttclid'>
  money: { value: number; currency: string } | null
  dramaId: string | null
  orderNo: string | null
}

/** Null without the viewer's consent, or if nothing is known about the visit. */
export async function readConversionEvent(db: Kysely<Database>, row: OutboxRow): Promise<ConversionEvent | null> {
  const payload = row.payload as PostbackPayload
  const { page_url: pageUrl, user_agent: userAgent, ...visitor } = await readCampaignVisitor(db, row)
  if (pageUrl === null || userAgent === null) return null
  const user = await db.selectFrom('users').select('email').where('id', '=', row.user_id).executeTakeFirst()
  const value = toReportedValue(payload)
  const { currency } = payload
  return {
    eventId: row.event_id,
    time: Math.floor(payload.at / 1000),
    isTest: payload.is_test ?? false,
    pageUrl,
    userAgent,
    emailHash: user?.email ? hashNormalized(user.email) : null,
    externalIdHash: hashNormalized(row.user_id),
    visitor,
    money: value === null || currency === undefined ? null : { value, currency },
    dramaId: payload.drama_id ?? null,
    orderNo: payload.order_no ?? null
  }
}

const hashNormalized = (text: string) => sha256Hex(text.trim().toLowerCase())
