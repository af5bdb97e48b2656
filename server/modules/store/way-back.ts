import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema.js'

/** Whether a user who loses their device gets their coins back: by e-mail or recovery code. */
export async function hasWayBack(db: Kysely<Database>, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select(['email', 'recovery_hash'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return row.email !== null || row.recovery_hash !== null
}
