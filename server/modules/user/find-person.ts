import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'

export type PersonRow = Selectable<Database['users']>

/**
 * The user who has this user's money and unlocks now: the account if a visitor was merged. Undefined for an unknown id
 * and for a partner's wallet.
 */
export async function findPerson(db: Kysely<Database>, userId: string): Promise<PersonRow | undefined> {
  return selectPersons(db, sql`id = ${userId}`).executeTakeFirst()
}

/** As `findPerson`, and locks the user until the transaction ends. */
export async function lockPerson(trx: Transaction<Database>, userId: string): Promise<PersonRow | undefined> {
  const person = await findPerson(trx, userId)
  if (person === undefined) return undefined
  const locked = await trx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', person.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return locked.merged_into === null ? locked : lockPerson(trx, locked.merged_into)
}

/** Persons whose account, or a visitor merged into it, fulfils the condition. */
export const selectPersons = (db: Kysely<Database>, condition: ReturnType<typeof sql>) =>
  db
    .selectFrom('users')
    .selectAll()
    .where('merged_into', 'is', null)
    .where(({ eb, ref, val }) => eb(ref('kind'), '<>', val('partner' as 'user')))
    .where(
      sql<boolean>`id in (
        with recursive owners as (
          select id, merged_into from users where ${condition}
          union select users.id, users.merged_into from users join owners on users.id = owners.merged_into
        ) select id from owners
      )`
    )
