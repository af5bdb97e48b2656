import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'

/** A partner's access for the audit log: whether it has ended, and the ids of its valid keys. */
export async function readAccessState(db: Kysely<Database>, id: string) {
  const partner = await db
    .selectFrom('partners')
    .select(['id', 'name', 'revoked_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (partner === undefined) return null
  const readKeyIds = async (table: 'partner_keys' | 'partner_secrets') => {
    const keys = await db
      .selectFrom(table)
      .select('id')
      .where('partner_id', '=', id)
      .where('revoked_at', 'is', null)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return keys.map(key => key.id)
  }
  return { ...partner, api_keys: await readKeyIds('partner_keys'), signing_keys: await readKeyIds('partner_secrets') }
}
