import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'

/**
 * What speaks for a person: money that was not returned, the word of the campaign's partner, minutes of film on another
 * day, an e-mail address, or nothing.
 */
export type PersonProof = 'payment' | 'partner' | 'returning' | 'email' | null

/** A farm carries its visitors into one wallet sooner. */
const RETURN_HOURS = 20
const RETURN_SECONDS = 300

/** A part may have been returned, but not half of it. */
export const isPaidOrder = sql<boolean>`orders.status = 'paid' and orders.refunded_amount * 2 < orders.amount`

interface Person {
  userId: string
  lpid: string
}

/** In the order of `people`. */
export async function readPersonProofs(
  db: Kysely<Database>,
  people: readonly Person[],
  now: Date
): Promise<PersonProof[]> {
  const userIds = people.map(({ userId }) => userId)
  const lpids = people.map(({ lpid }) => lpid)
  const returnedBefore = new Date(now.getTime() - RETURN_HOURS * 3_600_000)
  const { rows } = await sql<{ proof: PersonProof }>`select case
      when exists (select 1 from orders where user_id = person.user_id and ${isPaidOrder}) then 'payment'
      when exists (select 1 from partner_identities join campaigns using (partner_id)
        where user_id = person.user_id and campaigns.lpid = person.lpid) then 'partner'
      when coalesce((select sum(played_s) from watch_beats where user_id = person.user_id and at <= ${returnedBefore}), 0)
        + coalesce((select earlier_s from watch_clocks where user_id = person.user_id), 0)
        >= ${RETURN_SECONDS}::int then 'returning'
      when exists (select 1 from users where id = person.user_id and email_verified_at is not null) then 'email'
    end as proof
    from unnest(${userIds}::text[], ${lpids}::text[]) with ordinality as person (user_id, lpid, place)
    order by place`.execute(db)
  return rows.map(({ proof }) => proof)
}

export async function readPersonProof(
  db: Kysely<Database>,
  { now, ...person }: Person & { now: Date }
): Promise<PersonProof> {
  const [proof = null] = await readPersonProofs(db, [person], now)
  return proof
}
