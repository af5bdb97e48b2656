import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'

/**
 * What speaks for a person: money that was not returned, a partner's word, film watched on two days, an e-mail address, or
 * nothing.
 */
export type Proof = 'payment' | 'partner' | 'returning' | 'email' | null

/** Between the first and the last watched film. A farm carries its visitors into one wallet sooner. */
const RETURN_HOURS = 20

/** A part may have been returned, but not half of it. */
export const isPaidOrder = sql<boolean>`orders.status = 'paid' and orders.refunded_amount * 2 < orders.amount`

export async function readProof(db: Kysely<Database>, userId: string): Promise<Proof> {
  const { rows } = await sql<{
    has_paid: boolean
    has_partner: boolean
    has_email: boolean
    is_returning: boolean
  }>`select
      exists (select 1 from orders where user_id = ${userId} and ${isPaidOrder}) as has_paid,
      exists (select 1 from partner_identities where user_id = ${userId}) as has_partner,
      (select max(at) - min(at) >= make_interval(hours => ${RETURN_HOURS}::int) from watch_beats
        where user_id = ${userId} and played_s > 0) as is_returning,
      exists (select 1 from users where id = ${userId} and email_verified_at is not null) as has_email`.execute(db)
  const [row] = rows
  if (row?.has_paid) return 'payment'
  if (row?.has_partner) return 'partner'
  if (row?.is_returning) return 'returning'
  return row?.has_email ? 'email' : null
}
