import type { Kysely } from 'kysely'
import type { Consent } from '../../../contract/visitor.js'
import type { Database } from '../../db/schema/schema.js'
import { parseAdParameters, parseLandingUrl, parseReferrerHost, toStorableEntries } from './landing-page.js'

export interface VisitOrigin {
  landingUrl: string | null
  referrerHost: string | null
  clickIds: Record<string, string>
  utm: Record<string, string>
  userAgent: string
}

export interface ReportedOrigin {
  consent?: Consent | undefined
  landing_url?: string | undefined
  referrer?: string | undefined
  click_ids?: Record<string, string> | undefined
  utm?: Record<string, string> | undefined
}

const EMPTY_ORIGIN: VisitOrigin = { landingUrl: null, referrerHost: null, clickIds: {}, utm: {}, userAgent: '' }

/** Drops everything if consent is denied or not given yet, whatever the client has sent. */
export function toVisitOrigin(reported: ReportedOrigin, userAgent: string): VisitOrigin {
  if (reported.consent === 'denied' || reported.consent === 'unknown') return EMPTY_ORIGIN
  const { clickIds, utm } = parseAdParameters(reported.landing_url)
  return {
    landingUrl: parseLandingUrl(reported.landing_url),
    referrerHost: parseReferrerHost(reported.referrer),
    clickIds: { ...clickIds, ...toStorableEntries(reported.click_ids) },
    utm: { ...utm, ...toStorableEntries(reported.utm) },
    userAgent
  }
}

export const originColumns = ({ landingUrl, referrerHost, clickIds, utm, userAgent }: VisitOrigin) => ({
  landing_url: landingUrl,
  referrer_host: referrerHost,
  click_ids: JSON.stringify(clickIds),
  utm: JSON.stringify(utm),
  user_agent: userAgent
})

interface ConsentChange {
  userId: string
  deviceId: string
  lpid: string | null
  consent: Consent | null
  origin: VisitOrigin
  now: Date
}

const CONSENT_WINDOW_MS = 86_400_000

/**
 * Applies a later answer: `granted` completes the newest visit that waited for it, `denied` clears the origin of all
 * visits of this device. False if no visit changed.
 */
export async function changeConsent(db: Kysely<Database>, change: ConsentChange): Promise<boolean> {
  const { userId, deviceId, lpid, consent, origin, now } = change
  const ownVisits = db
    .updateTable('visits')
    .set({ consent, ...originColumns(origin) })
    .where('user_id', '=', userId)
    .where('device_id', '=', deviceId)
  if (consent === 'denied') {
    const { numUpdatedRows } = await ownVisits.executeTakeFirst()
    return numUpdatedRows > 0n
  }
  if (consent !== 'granted') return false
  const newest = await db
    .selectFrom('visits')
    .select(['id', 'consent'])
    .where('user_id', '=', userId)
    .where('device_id', '=', deviceId)
    .where('lpid', 'is not distinct from', lpid)
    .where('created_at', '>', new Date(now.getTime() - CONSENT_WINDOW_MS))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (newest?.consent !== 'unknown' && newest?.consent !== 'denied') return false
  await ownVisits.where('id', '=', newest.id).execute()
  return true
}
