import type { Expression, Kysely, Transaction } from 'kysely'
import type { Consent } from '../../../contract/visitor.js'
import type { Database } from '../../db/schema/schema.js'
import type { PartnerIdentity } from '../../http/viewer.js'
import { type AssignedVisit, hasExperiment, insertAssignment } from '../experiment/assignments.js'
import { originColumns, type VisitOrigin } from './consent.js'

export interface NewVisit extends AssignedVisit {
  id: string
  lpid: string | null
  isKnown: boolean
  deviceId: string
  consent: Consent | null
  origin: VisitOrigin
}

const SAME_VISIT_MS = 600_000

/**
 * Skips the visit if the same device came with the same campaign within the last ten minutes, both as a test or both
 * not. Sets the user's last campaign in any case.
 */
export async function recordVisit(db: Kysely<Database>, visit: NewVisit): Promise<void> {
  const recent = await db
    .selectFrom('visits')
    .select('id')
    .where('user_id', '=', visit.userId)
    .where('device_id', '=', visit.deviceId)
    .where('lpid', 'is not distinct from', visit.lpid)
    .where('is_test', '=', visit.isTest)
    .where('created_at', '>', new Date(visit.now.getTime() - SAME_VISIT_MS))
    .executeTakeFirst()
  if (recent === undefined) await insertVisit(db, visit).execute()
  await updateLastCampaign(db, visit)
}

const insertVisit = (db: Kysely<Database>, visit: NewVisit) =>
  db.insertInto('visits').values({
    user_id: visit.userId,
    id: visit.id,
    lpid: visit.lpid,
    known: visit.isKnown,
    device_id: visit.deviceId,
    consent: visit.consent,
    is_test: visit.isTest,
    ...originColumns(visit.origin),
    created_at: visit.now
  })

/** Whether the newest visit of this viewer on this device is a test. */
export async function isInTestVisit(db: Kysely<Database>, userId: string, deviceId: string): Promise<boolean> {
  const row = await selectIsTestVisit(db, userId, deviceId).executeTakeFirst()
  return row?.is_test ?? false
}

/** No row without a visit. */
export const selectIsTestVisit = (
  db: Kysely<Database>,
  userId: string | Expression<string>,
  deviceId: string | Expression<string>
) =>
  db
    .selectFrom('visits')
    .select('is_test')
    .where('user_id', '=', userId)
    .where('device_id', '=', deviceId)
    .orderBy('created_at', 'desc')
    .limit(1)

async function updateLastCampaign(db: Kysely<Database>, { userId, lpid, now }: NewVisit): Promise<void> {
  if (lpid === null) return
  await db
    .updateTable('users')
    .set(({ fn, ref, val }) => ({
      last_lpid: lpid,
      last_lpid_at: now,
      first_lpid: fn.coalesce(ref('first_lpid'), val(lpid))
    }))
    .where('id', '=', userId)
    .execute()
}

export async function findUserOfDeviceSecret(db: Kysely<Database>, secretHash: string): Promise<string | null> {
  const row = await db
    .selectFrom('device_secrets')
    .innerJoin('users', 'users.id', 'device_secrets.user_id')
    .select('users.id')
    .where('secret_hash', '=', secretHash)
    .where('users.kind', '=', 'visitor')
    .where('users.merged_into', 'is', null)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.id ?? null
}

/** A secret stays with the first visitor who brings it. Later calls of that visitor update its device. */
export async function storeDeviceSecret(
  db: Kysely<Database>,
  secretHash: string,
  userId: string,
  { deviceId, now }: { deviceId: string; now: Date }
): Promise<void> {
  await db
    .insertInto('device_secrets')
    .values({ secret_hash: secretHash, user_id: userId, created_at: now, device_id: deviceId })
    .onConflict(conflict =>
      conflict.column('secret_hash').doUpdateSet({ device_id: deviceId }).where('device_secrets.user_id', '=', userId)
    )
    .execute()
}

export interface NewVisitor {
  id: string
  nickname: string
  locale: string
  lpid: string | null
  lpidAt?: Date | null
  now: Date
}

const insertUser = (db: Kysely<Database>, { id, nickname, locale, lpid, lpidAt, now }: NewVisitor) =>
  db.insertInto('users').values({
    id,
    kind: 'visitor',
    nickname,
    avatar_url: null,
    locale,
    first_lpid: lpid,
    last_lpid: lpid,
    last_lpid_at: lpid === null ? null : lpidAt === undefined ? now : lpidAt,
    created_at: now
  })

export const insertVisitor = (trx: Transaction<Database>, visitor: NewVisitor) => insertUser(trx, visitor).execute()

/** In one statement. Returns the row of the user. */
export function insertVisitorWithVisit(
  trx: Transaction<Database>,
  { visitor, session, visit }: { visitor: NewVisitor; session: NewSession; visit: NewVisit }
) {
  const writing = trx
    .with('added_user', () => insertUser(trx, visitor).returningAll())
    .with('added_session', () => insertSessionRow(trx, session))
    .with('added_visit', () => insertVisit(trx, visit))
  return hasExperiment(visit)
    ? writing
        .with('added_assignment', () => insertAssignment(trx, visit))
        .selectFrom('added_user')
        .selectAll()
        .executeTakeFirstOrThrow()
    : writing.selectFrom('added_user').selectAll().executeTakeFirstOrThrow()
}

export interface NewSession {
  tokenHash: string
  userId: string
  deviceId: string
  expiresAt: Date
  now: Date
  /** The session is valid only while the partner's page confirms this identity. */
  partner?: PartnerIdentity | undefined
}

const insertSessionRow = (db: Kysely<Database>, session: NewSession) => {
  const { tokenHash, userId, deviceId, expiresAt, now, partner } = session
  return db.insertInto('sessions').values({
    token_hash: tokenHash,
    user_id: userId,
    device_id: deviceId,
    partner_id: partner?.id,
    subject_hash: partner?.subjectHash,
    created_at: now,
    last_seen_at: now,
    expires_at: expiresAt
  })
}

export const insertSession = (db: Kysely<Database>, session: NewSession) => insertSessionRow(db, session).execute()
