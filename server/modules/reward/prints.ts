import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../db/schema.js'

/**
 * What a picture looks like, 1600 bits each: whole first, then with edges cut off; `turned` when it is turned or
 * mirrored. `isBlank`: there is nothing to see on it; `isPlain`: too little for its looks to tell it from others.
 */
export interface Prints {
  bits: string[]
  turned: string[]
  isBlank: boolean
  isPlain: boolean
}

/**
 * Bits that may differ between two copies of one picture. Measured on 60 drawn chats and lists of chats: copies that
 * were resized, recompressed and cut by up to 2 % at every edge differ by 38 at most, others by 48 at least.
 */
export const MOST_DIFFERENCE = 42
/** How far back looks are compared; the very same pixels are refused for ever. */
const LOOKS_DAYS = 60
const DAY_MS = 86_400_000
/** Rows that are compared at most, the newest: a submission has 14, and a statement 2.5 s. */
const MOST_COMPARED = 100_000

/** Those of a picture that was sent before looks were turned have none. */
export const readPrints = (text: string): Prints => ({ turned: [], ...JSON.parse(text) })

interface Seen {
  sha256: string
  prints: Prints
  now: Date
}

/** Whether this picture, or a copy of it, was handed in before, by anybody. */
export async function looksUsed(db: Kysely<Database>, { sha256, prints, now }: Seen): Promise<boolean> {
  const same = await db.selectFrom('reward_prints').select('no').where('sha256', '=', sha256).executeTakeFirst()
  if (same !== undefined) return true
  const [whole, ...cut] = prints.bits
  const changed = [...cut, ...prints.turned]
  if (prints.isPlain || whole === undefined) return false
  const isNear = (bits: string) => sql<boolean>`bit_count(bits # ${bits}::varbit) <= ${MOST_DIFFERENCE}`
  const ones = [...prints.bits, ...prints.turned].map(onesIn)
  const { rows } = await sql`select 1 from (
      select no, bits from reward_prints
      where created_at > ${new Date(now.getTime() - LOOKS_DAYS * DAY_MS)}
        and ones between ${Math.min(...ones) - MOST_DIFFERENCE} and ${Math.max(...ones) + MOST_DIFFERENCE}
      order by created_at desc limit ${MOST_COMPARED}
    ) as newest
    where ${isNear(whole)} or (no = 0 and (${sql.join(changed.map(isNear), sql` or `)}))
    limit 1`.execute(db)
  return rows.length > 0
}

const onesIn = (bits: string) => bits.length - bits.replaceAll('1', '').length

/** Remembers what was handed in; it stays when the picture is removed. */
export async function keepPrints(
  trx: Transaction<Database>,
  { submissionId, sha256, prints, now }: Seen & { submissionId: string }
): Promise<void> {
  // A plain picture would look like every other one.
  const kept = prints.isPlain ? [null] : prints.bits
  await trx
    .insertInto('reward_prints')
    .values(
      kept.map((bits, no) => ({
        ...{ submission_id: submissionId, no, sha256: no === 0 ? sha256 : null, bits, created_at: now },
        ones: bits === null ? null : onesIn(bits)
      }))
    )
    .execute()
}
