import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { MemberRow } from '../../db/schema/member-tables.js'
import type { Database } from '../../db/schema/schema.js'
import { createFieldError } from '../../http/business-error.js'

export const findActiveMember = (db: Kysely<Database>, email: string): Promise<MemberRow | undefined> =>
  db.selectFrom('members').selectAll().where('email', '=', email).where('disabled_at', 'is', null).executeTakeFirst()

/** Members with when they were last seen, and how many passkeys, sessions and open links they have. */
export const selectListedMembers = (db: Kysely<Database>, now: Date) =>
  db
    .selectFrom('members')
    .leftJoin('partners', 'partners.id', 'members.partner_id')
    .select(['members.id', 'email', 'members.name', 'role', 'partner_id', 'members.created_at', 'disabled_at'])
    .select(['is_partner_admin', 'partners.name as partner_name'])
    .select(({ selectFrom }) => [
      selectFrom('member_sessions')
        .whereRef('member_id', '=', 'members.id')
        .select(({ fn }) => fn.max('seen_at').as('seen_at'))
        .as('seen_at'),
      selectFrom('member_sessions')
        .whereRef('member_id', '=', 'members.id')
        .where('expires_at', '>', now)
        .where('ended_at', 'is', null)
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .as('sessions'),
      selectFrom('member_passkeys')
        .whereRef('member_id', '=', 'members.id')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .as('passkeys'),
      selectFrom('member_links')
        .whereRef('member_id', '=', 'members.id')
        .where('expires_at', '>', now)
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .as('links')
    ])

/** Continues a list of members, the oldest first. `key` is `created_at` and `id` of the last one. */
export const isAfterMember = (key: readonly unknown[]): RawBuilder<boolean> =>
  sql<boolean>`(members.created_at, members.id) > (${sql.join(key)})`

export async function hasOwner(db: Kysely<Database>): Promise<boolean> {
  const owner = await db
    .selectFrom('members')
    .select('id')
    .where('role', '=', 'owner')
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  return owner !== undefined
}

export async function hasPartnerAdmin(db: Kysely<Database>, partnerId: string): Promise<boolean> {
  const admin = await db
    .selectFrom('members')
    .select('id')
    .where('partner_id', '=', partnerId)
    .where('is_partner_admin', '=', true)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  return admin !== undefined
}

/** Changes of owners wait for each other, so that two of them cannot remove the last two owners. */
export const lockOwners = (trx: Transaction<Database>) =>
  trx.selectFrom('members').select('id').where('role', '=', 'owner').orderBy('id').forUpdate().execute()

export async function requireAnotherOwner(trx: Transaction<Database>, id: string): Promise<void> {
  const other = await trx
    .selectFrom('members')
    .select('id')
    .where('role', '=', 'owner')
    .where('disabled_at', 'is', null)
    .where('id', '!=', id)
    .executeTakeFirst()
  if (other === undefined) throw createFieldError('role', 'last_owner')
}
