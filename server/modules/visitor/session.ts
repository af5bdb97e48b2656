import type { Kysely } from 'kysely'
import { selectWrittenPosition } from '../../db/replicas/viewer-writes.js'
import type { Database } from '../../db/schema/schema.js'
import { BusinessError } from '../../http/business-error.js'
import type { RequestContext } from '../../http/request-context.js'
import type { Viewer } from '../../http/viewer.js'
import { sha256Hex } from '../../lib/sha256.js'

const DAY_MS = 86_400_000
const SESSION_LIFETIME_MS = 90 * DAY_MS
const LAST_SEEN_INTERVAL_MS = 3_600_000

const computeSessionEnd = (now: Date) => new Date(now.getTime() + SESSION_LIFETIME_MS)

export function requireViewer(viewer: Viewer | null): Viewer {
  if (viewer === null) throw new BusinessError(999)
  return viewer
}

/** Extends the session at most once an hour. Null if it is unknown, expired or revoked. */
export async function findViewer(db: Kysely<Database>, token: string, now: Date): Promise<Viewer | null> {
  const row = await findSession(db, sha256Hex(token), now)
  if (row === undefined) return null
  const isStale = now.getTime() - row.last_seen_at.getTime() > LAST_SEEN_INTERVAL_MS
  const expiresAt = isStale ? await extendSession(db, sha256Hex(token), now, row.expires_at) : row.expires_at
  const partnerIdentity = toPartnerIdentity(row)
  const contentVersion = row.content_version ?? ''
  const { user_id: userId, kind, writtenPosition } = row
  return { userId, kind, expiresAt, replacedBy: null, partnerIdentity, writtenPosition, contentVersion }
}

/** Finds the former viewer of a session that a sign-in to another user replaced. */
export async function findReplacedViewer(db: Kysely<Database>, token: string, now: Date): Promise<Viewer | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.user_id', 'sessions.expires_at', 'sessions.replaced_by', 'users.kind'])
    .select(['sessions.partner_id', 'sessions.subject_hash'])
    .where('sessions.token_hash', '=', sha256Hex(token))
    .where('sessions.expires_at', '>', now)
    .where('sessions.replaced_by', 'is not', null)
    .executeTakeFirst()
  if (row === undefined) return null
  const { user_id: userId, kind, expires_at: expiresAt, replaced_by: replacedBy } = row
  return {
    userId,
    kind,
    expiresAt,
    replacedBy,
    partnerIdentity: toPartnerIdentity(row),
    writtenPosition: null,
    contentVersion: null
  }
}

function toPartnerIdentity({
  partner_id: id,
  subject_hash: subjectHash
}: {
  partner_id: string | null
  subject_hash: string | null
}) {
  return id === null || subjectHash === null ? null : { id, subjectHash }
}

export function createSession(
  { random, deviceId, now }: Pick<RequestContext, 'random' | 'deviceId' | 'now'>,
  userId: string
) {
  const token = random.bytes(32).toString('base64url')
  return { token, tokenHash: sha256Hex(token), userId, deviceId, expiresAt: computeSessionEnd(now), now }
}

function findSession(db: Kysely<Database>, tokenHash: string, now: Date) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.user_id', 'sessions.expires_at', 'sessions.last_seen_at'])
    .select(['users.kind', 'sessions.partner_id', 'sessions.subject_hash'])
    .select(({ selectFrom }) => selectFrom('content_version').select('version').as('content_version'))
    .select(({ ref }) => selectWrittenPosition(ref('sessions.user_id')).as('writtenPosition'))
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', now)
    .where('sessions.revoked_at', 'is', null)
    .where('users.deleted_at', 'is', null)
    .where('users.merged_into', 'is', null)
    .executeTakeFirst()
}

// Ignores a failed update, because reads must work while the database refuses writes.
async function extendSession(db: Kysely<Database>, tokenHash: string, now: Date, expiresAt: Date): Promise<Date> {
  const end = computeSessionEnd(now)
  const update = db
    .updateTable('sessions')
    .set({ last_seen_at: now, expires_at: end })
    .where('token_hash', '=', tokenHash)
    .execute()
  return update.then(
    () => end,
    () => expiresAt
  )
}
