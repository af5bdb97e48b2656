import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import type { OutboxRow } from '../../db/schema/store-tables.js'

/** Where a viewer came from. Everything is null if the newest visit with the campaign has no consent. */
export interface VisitorDetails {
  page_url: string | null
  user_agent: string | null
  fbp: string | null
  fbc: string | null
  ttp: string | null
  utm: Record<string, string> | null
}

export interface CampaignVisitor extends VisitorDetails {
  clickId: string | null
  ttclid: string | null
}

const NO_DETAILS: VisitorDetails = { page_url: null, user_agent: null, fbp: null, fbc: null, ttp: null, utm: null }

const CLICK_ID_NAMES = ['clickid', 'click_id', 'fbclid', 'ttclid', 'gclid']
const MAX_VISITS = 20

export async function readCampaignVisitor(
  db: Kysely<Database>,
  { user_id, lpid }: Pick<OutboxRow, 'user_id' | 'lpid'>
): Promise<CampaignVisitor> {
  const visits = await db
    .selectFrom('visits')
    .select(['consent', 'click_ids', 'landing_url', 'user_agent', 'utm', 'pixel_ids', 'created_at'])
    .where('user_id', '=', user_id)
    .where('lpid', '=', lpid)
    .orderBy('created_at', 'desc')
    .limit(MAX_VISITS)
    .execute()
  const clickIds = visits.flatMap(visit => CLICK_ID_NAMES.flatMap(name => visit.click_ids[name] || []))
  const clickId = clickIds[0] ?? null
  const [newest] = visits
  const isAllowed = newest !== undefined && (newest.consent === null || newest.consent === 'granted')
  if (!isAllowed) return { ...NO_DETAILS, clickId, ttclid: null }
  const findId = (name: 'fbp' | 'fbc' | 'ttp') => visits.find(visit => visit.pixel_ids[name])?.pixel_ids[name] ?? null
  const clicked = visits.find(visit => visit.click_ids.fbclid)
  const clickedFbc = clicked ? `fb.1.${clicked.created_at.getTime()}.${clicked.click_ids.fbclid}` : null
  return {
    page_url: newest.landing_url,
    user_agent: newest.user_agent || null,
    fbp: findId('fbp'),
    fbc: findId('fbc') ?? clickedFbc,
    ttp: findId('ttp'),
    utm: Object.keys(newest.utm).length > 0 ? newest.utm : null,
    clickId,
    ttclid: visits.find(visit => visit.click_ids.ttclid)?.click_ids.ttclid ?? null
  }
}
