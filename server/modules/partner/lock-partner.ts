import type { Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { createFieldError } from '../../http/business-error.js'

/** Throws 4001 if the partner is unknown or revoked. */
export async function lockPartner(trx: Transaction<Database>, id: string): Promise<void> {
  const partner = await trx
    .selectFrom('partners')
    .select('id')
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (partner === undefined) throw createUnknownPartnerError()
}

export const createUnknownPartnerError = () => createFieldError('id', 'unknown_partner')
