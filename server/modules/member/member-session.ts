import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import type { Clock } from '../../lib/clock.js'
import { createIdentifier } from '../../lib/identifier.js'
import type { Random } from '../../lib/random.js'
import { sha256Hex } from '../../lib/sha256.js'
import type { MemberRole } from './member-role.js'

export const SESSION_LIFETIME_S = 12 * 60 * 60
const SEEN_INTERVAL_MS = 60_000

export interface MemberSession {
  id: string
  expiresAt: Date
  csrfToken: string
  member: {
    id: string
    email: string
    name: string
    role: MemberRole
    partner: { id: string; name: string } | null
    /** May manage the other members of the partner. */
    is_partner_admin: boolean
  }
}

export interface SessionOrigin {
  address: string
  userAgent: string
}

/** Returns the token for the cookie; the database has its hash. */
export async function createMemberSession(
  db: Kysely<Database>,
  memberId: string,
  { address, userAgent, now, random, clock }: SessionOrigin & { now: Date; random: Random; clock: Clock }
): Promise<string> {
  const token = random.bytes(32).toString('base64url')
  await db
    .insertInto('member_sessions')
    .values({
      id: createIdentifier('ms', { clock, random }),
      token_hash: sha256Hex(token),
      member_id: memberId,
      address,
      user_agent: userAgent,
      created_at: now,
      seen_at: now,
      expires_at: new Date(now.getTime() + SESSION_LIFETIME_S * 1000)
    })
    .execute()
  return token
}

/** Null if the session has ended, its member is disabled, or the member's partner is revoked. */
export async function findMemberSession(db: Kysely<Database>, token: string, now: Date): Promise<MemberSession | null> {
  const row = await db
    .selectFrom('member_sessions')
    .innerJoin('members', 'members.id', 'member_sessions.member_id')
    .leftJoin('partners', 'partners.id', 'members.partner_id')
    .select(['member_sessions.id', 'expires_at', 'seen_at', 'member_id', 'email', 'members.name', 'role'])
    .select('is_partner_admin')
    .select(['partners.id as partner_id', 'partners.name as partner_name', 'partners.revoked_at'])
    .where('token_hash', '=', sha256Hex(token))
    .where('expires_at', '>', now)
    .where('ended_at', 'is', null)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined || row.revoked_at !== null) return null
  if (now.getTime() - row.seen_at.getTime() > SEEN_INTERVAL_MS)
    await db.updateTable('member_sessions').set({ seen_at: now }).where('id', '=', row.id).execute()
  const { partner_id: partnerId, partner_name: partnerName } = row
  return {
    id: row.id,
    expiresAt: row.expires_at,
    csrfToken: sha256Hex(`csrf ${token}`),
    member: {
      id: row.member_id,
      email: row.email,
      name: row.name,
      role: row.role,
      partner: partnerId === null ? null : { id: partnerId, name: partnerName ?? '' },
      is_partner_admin: row.is_partner_admin
    }
  }
}

export const listMemberSessions = (db: Kysely<Database>, memberId: string, now: Date) =>
  db
    .selectFrom('member_sessions')
    .select(['id', 'address', 'user_agent', 'created_at', 'seen_at', 'expires_at'])
    .where('member_id', '=', memberId)
    .where('expires_at', '>', now)
    .where('ended_at', 'is', null)
    .orderBy('seen_at', 'desc')
    .limit(100)
    .execute()

/** All sessions of the member without `sessionId`. Returns how many it ended. */
export async function endMemberSessions(
  db: Kysely<Database>,
  { memberId, sessionId, now }: { memberId: string; sessionId?: string; now: Date }
): Promise<number> {
  const ended = await db
    .updateTable('member_sessions')
    .set({ ended_at: now })
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .$if(sessionId !== undefined, query => query.where('id', '=', sessionId ?? ''))
    .returning('id')
    .execute()
  return ended.length
}
