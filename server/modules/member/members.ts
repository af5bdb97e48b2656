import type { Kysely, Transaction } from 'kysely'
import type { MemberRow } from '../../db/schema/member-tables.js'
import type { Database } from '../../db/schema/schema.js'
import { createFieldError } from '../../http/business-error.js'

export const findActiveMember = (db: Kysely<Database>, email: string): Promise<MemberRow | undefined> =>
  db.selectFrom('members').selectAll().where('email', '=', email).where('disabled_at', 'is', null).executeTakeFirst()

export async function hasOwner(db: Kysely<Database>): Promise<boolean> {
  const owner = await db
    .selectFrom('members')
    .select('id')
    .where('role', '=', 'owner')
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  return owner !== undefined
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
