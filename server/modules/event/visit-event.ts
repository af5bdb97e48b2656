import { type Kysely, sql, type Transaction } from 'kysely'
import type { PixelIds } from '../../../contract/event.js'
import type { Database } from '../../db/schema/schema.js'

interface DeviceAtTime {
  userId: string
  deviceId: string
  now: Date
}

const VISIT_EVENT_WINDOW_MS = 86_400_000

/**
 * Gives the event id to the newest recorded visit without one. Null if there is none: each visit is reported to partners
 * once, and only visits that the server knows.
 */
export async function claimVisit(
  trx: Transaction<Database>,
  { userId, deviceId, now }: DeviceAtTime,
  eventId: string
): Promise<{ lpid: string | null; is_test: boolean } | null> {
  const visit = await trx
    .selectFrom('visits')
    .select(['id', 'lpid', 'is_test'])
    .where('user_id', '=', userId)
    .where('device_id', '=', deviceId)
    .where('event_id', 'is', null)
    .where('created_at', '>', new Date(now.getTime() - VISIT_EVENT_WINDOW_MS))
    .orderBy('created_at', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (visit === undefined) return null
  await trx
    .updateTable('visits')
    .set({ event_id: eventId })
    .where('user_id', '=', userId)
    .where('id', '=', visit.id)
    .execute()
  return visit
}

/** Adds the ids to the newest visit on this device, unless its consent is missing. */
export async function storePixelIds(
  db: Kysely<Database>,
  { userId, deviceId }: Pick<DeviceAtTime, 'userId' | 'deviceId'>,
  pixelIds: PixelIds
): Promise<void> {
  await sql`update visits set pixel_ids = pixel_ids || ${JSON.stringify(pixelIds)}::jsonb
    where user_id = ${userId} and (consent is null or consent = 'granted') and id = (
      select id from visits where user_id = ${userId} and device_id = ${deviceId} order by created_at desc limit 1
    )`.execute(db)
}
