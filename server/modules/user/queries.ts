import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'

export async function hasUnlocks(db: Kysely<Database>, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('unlocks')
    .select('episode_id')
    .where('user_id', '=', userId)
    .where('refunded_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export function readUser(db: Kysely<Database>, userId: string) {
  return db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
}

/** Blocks sign-ins, charges and changes of limits of this user until the transaction ends. */
export async function lockUser(trx: Transaction<Database>, userId: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
}

export interface ProfileChange {
  nickname?: string | undefined
  locale?: string | undefined
}

export function changeProfile(db: Kysely<Database>, userId: string, change: ProfileChange) {
  return db.updateTable('users').set(change).where('id', '=', userId).returningAll().executeTakeFirstOrThrow()
}

export async function readMergedUserIds(db: Kysely<Database>, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`with recursive selves as (
      select id from users where id = ${userId}
      union select users.id from users join selves on users.merged_into = selves.id
    ) select id from selves order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * By id, by the ID of eight signs that My shows, or by e-mail. Leads to the account that a visitor was merged into, with
 * all that were merged into it. Empty if there is no such user.
 */
export async function findUserIdsOfPerson(db: Kysely<Database>, name: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`with recursive owners as (
      select id, merged_into from users
        where id = ${name} or upper(right(id, 8)) = upper(${name}) or email = lower(${name})
      union select users.id, users.merged_into from users join owners on users.id = owners.merged_into
    ) select id from owners where merged_into is null order by id`.execute(db)
  const persons = await Promise.all(rows.map(({ id }) => readMergedUserIds(db, id)))
  return persons.flat()
}
