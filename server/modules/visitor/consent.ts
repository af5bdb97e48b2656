import type { Kysely } from 'kysely'
import type { Consent } from '../../../contract/visitor.js'
import type { Database } from '../../db/schema/schema.js'
import { clickIdsOf, landingUrlOf, parametersOf, referrerHostOf } from './rules.js'

/** Where a visitor came from, and with what. */
export interface VisitOrigin {
  landingUrl: string | null
  referrerHost: string | null
  clickIds: Record<string, string>
  utm: Record<string, string>
  userAgent: string
}

/** What a sign-in tells of it. */
export interface ReportedOrigin {
  consent?: Consent | undefined
  landing_url?: string | undefined
  referrer?: string | undefined
  click_ids?: Record<string, string> | undefined
  utm?: Record<string, string> | undefined
}

const nothing: VisitOrigin = { landingUrl: null, referrerHost: null, clickIds: {}, utm: {}, userAgent: '' }

/** What may be kept of it: nothing unless it was granted, whatever the caller has sent. */
export function toVisitOrigin(told: ReportedOrigin, userAgent: string): VisitOrigin {
  if (told.consent === 'denied' || told.consent === 'unknown') return nothing
  const { clickIds, utm } = parametersOf(told.landing_url)
  return {
    landingUrl: landingUrlOf(told.landing_url),
    referrerHost: referrerHostOf(told.referrer),
    clickIds: { ...clickIds, ...clickIdsOf(told.click_ids) },
    utm: { ...utm, ...clickIdsOf(told.utm) },
    userAgent
  }
}

/** A visit's columns with where it came from. */
export const originColumns = ({ landingUrl, referrerHost, clickIds, utm, userAgent }: VisitOrigin) => ({
  landing_url: landingUrl,
  referrer_host: referrerHost,
  click_ids: JSON.stringify(clickIds),
  utm: JSON.stringify(utm),
  user_agent: userAgent
})

interface Answer {
  userId: string
  deviceId: string
  lpid: string | null
  consent: Consent | null
  origin: VisitOrigin
  now: Date
}

/** So long a visit waits for its answer. */
const OPEN_MS = 86_400_000

/**
 * A visitor who is known has answered, or thinks otherwise. Who grants has the visit that waited for it completed; who
 * denies has everything forgotten that this device's visits came with. False where there was no visit to change.
 */
export async function changeConsent(db: Kysely<Database>, answer: Answer): Promise<boolean> {
  const { userId, deviceId, lpid, consent, origin, now } = answer
  const own = db
    .updateTable('visits')
    .set({ consent, ...originColumns(origin) })
    .where('user_id', '=', userId)
    .where('device_id', '=', deviceId)
  if (consent === 'denied') {
    const { numUpdatedRows } = await own.executeTakeFirst()
    return numUpdatedRows > 0n
  }
  if (consent !== 'granted') return false
  const newest = await db
    .selectFrom('visits')
    .select(['id', 'consent'])
    .where('user_id', '=', userId)
    .where('device_id', '=', deviceId)
    .where('lpid', 'is not distinct from', lpid)
    .where('created_at', '>', new Date(now.getTime() - OPEN_MS))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (newest?.consent !== 'unknown' && newest?.consent !== 'denied') return false
  await own.where('id', '=', newest.id).execute()
  return true
}
