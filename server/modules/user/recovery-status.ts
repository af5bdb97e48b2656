import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'

export async function isRecoverable(db: Kysely<Database>, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select(['email', 'recovery_hash'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return row.email !== null || row.recovery_hash !== null || (await isKnownToPartner(db, userId))
}

export async function isKnownToPartner(db: Kysely<Database>, userId: string): Promise<boolean> {
  const identities = db.selectFrom('partner_identities').select('user_id').where('user_id', '=', userId)
  return (await identities.limit(1).executeTakeFirst()) !== undefined
}
