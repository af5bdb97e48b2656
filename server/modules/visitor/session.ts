import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema.js'
import { BusinessError } from '../../lib/business-error.js'
import { digest } from '../../lib/digest.js'

const DAY_MS = 86_400_000
const SESSION_MS = 90 * DAY_MS
const TOUCH_EVERY_MS = 3_600_000

/** Who is calling, with the campaign's rule that changes what is free for them. */
export interface Viewer {
  userId: string
  kind: 'visitor' | 'user'
  freeOverride: number | null
  expiresAt: Date
}

/** When a session that is used now ends. */
export const sessionEnd = (now: Date) => new Date(now.getTime() + SESSION_MS)

/** The caller of an endpoint that needs one; throws 999 when there is none. */
export function requireViewer(viewer: Viewer | null): Viewer {
  if (viewer === null) throw new BusinessError(999)
  return viewer
}

/** The token of a request: raw, or after `Bearer `; null when there is none. */
export function tokenOf(authorization: string | undefined): string | null {
  const token = (authorization ?? '').replace(/^Bearer /i, '').trim()
  return token === '' ? null : token
}

/** Finds whose token this is and lets the session slide; null when unknown, expired or revoked. */
export async function findViewer(db: Kysely<Database>, token: string, now: Date): Promise<Viewer | null> {
  const row = await sessionRow(db, digest(token), now)
  if (row === undefined) return null
  const isStale = now.getTime() - row.last_seen_at.getTime() > TOUCH_EVERY_MS
  const expiresAt = isStale ? await touch(db, digest(token), now, row.expires_at) : row.expires_at
  return { userId: row.user_id, kind: row.kind, freeOverride: row.free_episodes_override, expiresAt }
}

function sessionRow(db: Kysely<Database>, tokenHash: string, now: Date) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('campaigns', join =>
      join.onRef('campaigns.lpid', '=', 'users.last_lpid').on('campaigns.status', '=', 'active')
    )
    .select(['sessions.user_id', 'sessions.expires_at', 'sessions.last_seen_at'])
    .select(['users.kind', 'campaigns.free_episodes_override'])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', now)
    .where('sessions.revoked_at', 'is', null)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
}

// Reads must go on while writes are refused: a session that cannot slide is still valid.
async function touch(db: Kysely<Database>, tokenHash: string, now: Date, expiresAt: Date): Promise<Date> {
  const end = sessionEnd(now)
  const sliding = db
    .updateTable('sessions')
    .set({ last_seen_at: now, expires_at: end })
    .where('token_hash', '=', tokenHash)
    .execute()
  return sliding.then(
    () => end,
    () => expiresAt
  )
}
