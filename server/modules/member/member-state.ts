import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { listMemberSessions } from './member-session.js'
import { listPasskeys } from './sign-in/passkeys.js'

/** A member for the audit log, with the ids of their sessions and passkeys, and when their link ends. */
export async function readMemberState(db: Kysely<Database>, member: { id: string } | { email: string }, now: Date) {
  const row = await db
    .selectFrom('members')
    .select(['id', 'email', 'name', 'role', 'partner_id', 'is_partner_admin', 'disabled_at'])
    .$if('id' in member, query => query.where('id', '=', 'id' in member ? member.id : ''))
    .$if('email' in member, query => query.where('email', '=', 'email' in member ? member.email : ''))
    .executeTakeFirst()
  if (row === undefined) return null
  const link = await db
    .selectFrom('member_links')
    .select('expires_at')
    .where('member_id', '=', row.id)
    .executeTakeFirst()
  const sessions = await listMemberSessions(db, row.id, now)
  const passkeys = await listPasskeys(db, row.id)
  return {
    ...row,
    link_expires_at: link?.expires_at ?? null,
    sessions: sessions.map(({ id }) => id).toSorted(),
    passkeys: passkeys.map(({ id, name }) => ({ id, name }))
  }
}
