import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'

/**
 * What speaks for a person: money that was not returned, the word of the campaign's partner, minutes of film on another
 * day, an e-mail address, or nothing.
 */
export type PersonProof = 'payment' | 'partner' | 'returning' | 'email' | null

/** A farm carries its visitors into one wallet sooner. */
const RETURN_HOURS = 20
const RETURN_SECONDS = 300

/** Film that a viewer watched on another day. */
const watchedEarlier = (userId: RawBuilder<string>, now: Date) => sql<boolean>`(
  select coalesce(sum(played_s), 0) >= ${RETURN_SECONDS}::int from watch_beats
  where user_id = ${userId} and at <= ${new Date(now.getTime() - RETURN_HOURS * 3_600_000)})`

/** A part may have been returned, but not half of it. */
export const isPaidOrder = sql<boolean>`orders.status = 'paid' and orders.refunded_amount * 2 < orders.amount`

interface Person {
  userId: string
  lpid: string
  now: Date
}

export async function readPersonProof(db: Kysely<Database>, { userId, lpid, now }: Person): Promise<PersonProof> {
  const { rows } = await sql<{
    has_paid: boolean
    has_partner: boolean
    has_email: boolean
    is_returning: boolean
  }>`select
      exists (select 1 from orders where user_id = ${userId} and ${isPaidOrder}) as has_paid,
      exists (select 1 from partner_identities join campaigns using (partner_id)
        where user_id = ${userId} and campaigns.lpid = ${lpid}) as has_partner,
      ${watchedEarlier(sql`${userId}`, now)} as is_returning,
      exists (select 1 from users where id = ${userId} and email_verified_at is not null) as has_email`.execute(db)
  const [row] = rows
  if (row?.has_paid) return 'payment'
  if (row?.has_partner) return 'partner'
  if (row?.is_returning) return 'returning'
  return row?.has_email ? 'email' : null
}
