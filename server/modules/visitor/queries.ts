import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../db/schema.js'

/** A visit to be recorded: one per device and campaign in ten minutes. */
export interface Visit {
  id: string
  userId: string
  lpid: string | null
  isKnown: boolean
  deviceId: string
  landingUrl: string | null
  referrerHost: string | null
  clickIds: Record<string, string>
  userAgent: string
  now: Date
}

const SAME_VISIT_MS = 600_000

/** Records the visit unless the same device came with the same campaign within the last ten minutes. */
export async function recordVisit(db: Kysely<Database>, visit: Visit): Promise<void> {
  const recent = await db
    .selectFrom('visits')
    .select('id')
    .where('user_id', '=', visit.userId)
    .where('device_id', '=', visit.deviceId)
    .where('lpid', 'is not distinct from', visit.lpid)
    .where('created_at', '>', new Date(visit.now.getTime() - SAME_VISIT_MS))
    .executeTakeFirst()
  if (recent !== undefined) return
  await db
    .insertInto('visits')
    .values({
      user_id: visit.userId,
      id: visit.id,
      lpid: visit.lpid,
      known: visit.isKnown,
      device_id: visit.deviceId,
      landing_url: visit.landingUrl,
      referrer_host: visit.referrerHost,
      click_ids: JSON.stringify(visit.clickIds),
      user_agent: visit.userAgent,
      created_at: visit.now
    })
    .execute()
  await rememberCampaign(db, visit)
}

async function rememberCampaign(db: Kysely<Database>, { userId, lpid }: Visit): Promise<void> {
  if (lpid === null) return
  await db.updateTable('users').set({ last_lpid: lpid }).where('id', '=', userId).execute()
}

/** The user a device secret belongs to. */
export async function userOfSecret(db: Kysely<Database>, secretHash: string): Promise<string | null> {
  const row = await db
    .selectFrom('device_secrets')
    .innerJoin('users', 'users.id', 'device_secrets.user_id')
    .select('users.id')
    .where('secret_hash', '=', secretHash)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Remembers a device secret; the first user to bring it keeps it. */
export async function keepSecret(db: Kysely<Database>, secretHash: string, userId: string, now: Date): Promise<void> {
  await db
    .insertInto('device_secrets')
    .values({ secret_hash: secretHash, user_id: userId, created_at: now })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

export function insertVisitor(
  trx: Transaction<Database>,
  { id, nickname, locale, lpid, now }: { id: string; nickname: string; locale: string; lpid: string | null; now: Date }
) {
  return trx
    .insertInto('users')
    .values({
      id,
      kind: 'visitor',
      nickname,
      avatar_url: null,
      locale,
      first_lpid: lpid,
      last_lpid: lpid,
      created_at: now
    })
    .execute()
}

/** A session to be opened; only the token's hash is stored. */
export interface NewSession {
  tokenHash: string
  userId: string
  deviceId: string
  expiresAt: Date
  now: Date
}

export function insertSession(db: Kysely<Database>, { tokenHash, userId, deviceId, expiresAt, now }: NewSession) {
  return db
    .insertInto('sessions')
    .values({
      token_hash: tokenHash,
      user_id: userId,
      device_id: deviceId,
      created_at: now,
      last_seen_at: now,
      expires_at: expiresAt
    })
    .execute()
}
