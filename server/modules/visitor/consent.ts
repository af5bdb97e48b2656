import type { Kysely } from 'kysely'
import type { Consent } from '../../../contract/visitor.js'
import type { Database } from '../../db/schema/schema.js'
import type { RequestContext } from '../../http/request-context.js'
import {
  parseAdParameters,
  parseLandingUrl,
  parseReferrerHost,
  toStorableEntries,
  toUtmSource
} from './landing-page.js'

export interface VisitOrigin {
  landingUrl: string | null
  referrerHost: string | null
  clickIds: Record<string, string>
  utm: Record<string, string>
  utmSource: string
  country: string
  userAgent: string
}

export interface ReportedOrigin {
  consent?: Consent | undefined
  landing_url?: string | undefined
  referrer?: string | undefined
  click_ids?: Record<string, string> | undefined
  utm?: Record<string, string> | undefined
}

const EMPTY_ORIGIN: VisitOrigin = {
  landingUrl: null,
  referrerHost: null,
  clickIds: {},
  utm: {},
  utmSource: '',
  country: '',
  userAgent: ''
}

/** Drops everything if consent is denied or not given yet, whatever the client has sent. */
export function toVisitOrigin(
  reported: ReportedOrigin,
  { userAgent, country }: Pick<RequestContext, 'userAgent' | 'country'>
): VisitOrigin {
  if (reported.consent === 'denied' || reported.consent === 'unknown') return EMPTY_ORIGIN
  const { clickIds, utm: landingUtm } = parseAdParameters(reported.landing_url)
  const utm = { ...landingUtm, ...toStorableEntries(reported.utm) }
  return {
    landingUrl: parseLandingUrl(reported.landing_url),
    referrerHost: parseReferrerHost(reported.referrer),
    clickIds: { ...clickIds, ...toStorableEntries(reported.click_ids) },
    utm,
    utmSource: toUtmSource(utm.source),
    country,
    userAgent
  }
}

export const originColumns = ({
  landingUrl,
  referrerHost,
  clickIds,
  utm,
  utmSource,
  country,
  userAgent
}: VisitOrigin) => ({
  landing_url: landingUrl,
  referrer_host: referrerHost,
  click_ids: JSON.stringify(clickIds),
  utm: JSON.stringify(utm),
  utm_source: utmSource,
  country,
  user_agent: userAgent,
  pixel_ids: '{}'
})

interface ConsentChange {
  userId: string
  deviceId: string
  lpid: string | null
  consent: Consent | null
  isTest: boolean
  origin: VisitOrigin
  now: Date
}

const CONSENT_WINDOW_MS = 86_400_000

/**
 * Applies a later answer: `granted` completes the newest visit that waited for it, `denied` clears the origin of all
 * visits of this device. False if no visit changed.
 */
export async function changeConsent(db: Kysely<Database>, change: ConsentChange): Promise<boolean> {
  const { userId, deviceId, lpid, consent, isTest, origin, now } = change
  const ownVisits = db
    .updateTable('visits')
    .set({ consent, ...originColumns(origin) })
    .where('user_id', '=', userId)
    .where('device_id', '=', deviceId)
  if (consent === 'denied') {
    const { numUpdatedRows } = await ownVisits.executeTakeFirst()
    if (numUpdatedRows > 0n) await forgetOrderSources(db, userId)
    return numUpdatedRows > 0n
  }
  if (consent !== 'granted') return false
  const newest = await db
    .selectFrom('visits')
    .select(['id', 'consent'])
    .where('user_id', '=', userId)
    .where('device_id', '=', deviceId)
    .where('lpid', 'is not distinct from', lpid)
    .where('is_test', '=', isTest)
    .where('created_at', '>', new Date(now.getTime() - CONSENT_WINDOW_MS))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (newest?.consent !== 'unknown' && newest?.consent !== 'denied') return false
  await ownVisits.where('id', '=', newest.id).execute()
  return true
}

async function forgetOrderSources(db: Kysely<Database>, userId: string): Promise<void> {
  await db.updateTable('orders').set({ utm_source: '', country: '' }).where('user_id', '=', userId).execute()
}
