import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import { alignedDifference, allOrientations, readSmall } from './alignment.js'

/**
 * What a picture looks like, 1600 bits each: whole first, then with edges cut off; `turned` when it is turned or
 * mirrored. `small` is what is laid over other pictures, null where that cannot be. `isBlank`: there is nothing to see on it; `isPlain`: too little for its looks to tell it from others.
 */
export interface Fingerprint {
  bits: string[]
  turned: string[]
  small: string | null
  isBlank: boolean
  isPlain: boolean
}

/**
 * Bits that may differ between two copies of one picture. Measured on 60 drawn chats and lists of chats: copies that
 * were resized, recompressed and cut by up to 2 % at every edge differ by 38 at most, others by 48 at least.
 */
export const MOST_DIFFERENCE = 42
/** How far back looks are compared; the very same pixels are refused for ever. */
const DUPLICATE_DAYS = 60
const DAY_MS = 86_400_000
/** Rows that are compared at most, the newest: a submission has 14, and a statement 2.5 s. */
const MOST_COMPARED = 100_000

/**
 * The same for pictures that are laid over each other. Measured on drawn chats and lists of chats: copies cut by up
 * to 5 %, turned, mirrored or with a border of up to 5 % differ by 37 at most, others (2171 pairs) by 75 at
 * least, and a chat that went on by one short line by 41.
 */
export const MOST_LAID_DIFFERENCE = 40
/** The number of the looks with 2 % cut off all around. */
const INNER = 7
/** Rows that are put in order by how near they are, the newest, and how many of the nearest are laid over. */
const MOST_NEAR = 14_000
const LAID = 12

/** Those of a picture that was sent before looks were turned have none. */
export const readPrints = (text: string): Fingerprint => ({ turned: [], small: null, ...JSON.parse(text) })

interface Seen {
  sha256: string
  prints: Fingerprint
  now: Date
}

/** Whether this picture, or a copy of it, was handed in before, by anybody. */
export async function isDuplicateImage(db: Kysely<Database>, { sha256, prints, now }: Seen): Promise<boolean> {
  const same = await db.selectFrom('reward_prints').select('no').where('sha256', '=', sha256).executeTakeFirst()
  if (same !== undefined) return true
  const [whole, ...cut] = prints.bits
  const changed = [...cut, ...prints.turned]
  if (prints.isPlain || whole === undefined) return false
  const isNear = (bits: string) => sql<boolean>`bit_count(bits # ${bits}::varbit) <= ${MOST_DIFFERENCE}`
  const ones = [...prints.bits, ...prints.turned].map(onesIn)
  const { rows } = await sql`select 1 from (
      select no, bits from reward_prints
      where created_at > ${new Date(now.getTime() - DUPLICATE_DAYS * DAY_MS)}
        and ones between ${Math.min(...ones) - MOST_DIFFERENCE} and ${Math.max(...ones) + MOST_DIFFERENCE}
      order by created_at desc limit ${MOST_COMPARED}
    ) as newest
    where ${isNear(whole)} or (no = 0 and (${sql.join(changed.map(isNear), sql` or `)}))
    limit 1`.execute(db)
  return rows.length > 0 || (await matchesWhenAligned(db, { sha256, prints, now }))
}

/** Those whose looks are nearest are looked at closely: copies that were turned and cut, or given a border. */
async function matchesWhenAligned(db: Kysely<Database>, { prints, now }: Seen): Promise<boolean> {
  const own = readSmall(prints.small)
  const [whole, inner] = [prints.bits[0], prints.bits[INNER]]
  if (own === null || whole === undefined || inner === undefined) return false
  const ways = [whole, inner, ...prints.turned]
  const away = ways.map(bits => sql`bit_count(bits # ${bits}::varbit)`)
  // Turned by a quarter a picture has as many steps as it had from row to row: far fewer, or far more; borders add some.
  const ones = ways.map(onesIn)
  const { rows } = await sql<{ prints: string }>`select reward_images.prints from (
      select submission_id, min(least(${sql.join(away)})) as away from (
        select submission_id, bits from reward_prints
        where created_at > ${new Date(now.getTime() - DUPLICATE_DAYS * DAY_MS)} and no in (0, ${INNER}::int)
          and ones between ${Math.floor(Math.min(...ones) * 0.5)}::int and ${Math.ceil(Math.max(...ones) * 2)}::int
        order by created_at desc limit ${MOST_NEAR}
      ) as newest group by submission_id order by away limit ${LAID}
    ) as near join reward_images on reward_images.submission_id = near.submission_id
    where removed_at is null`.execute(db)
  const upper = allOrientations(own)
  for (const row of rows) {
    const lower = readSmall(readPrints(row.prints).small)
    if (lower !== null && alignedDifference(lower, upper) <= MOST_LAID_DIFFERENCE) return true
    // Others are served between two of them.
    await new Promise(resolve => setImmediate(resolve))
  }
  return false
}

const onesIn = (bits: string) => bits.length - bits.replaceAll('1', '').length

/** Remembers what was handed in; it stays when the picture is removed. */
export async function storeFingerprint(
  trx: Transaction<Database>,
  { submissionId, sha256, prints, now }: Seen & { submissionId: string }
): Promise<void> {
  // A plain picture would look like every other one.
  const kept = prints.isPlain ? [null] : prints.bits
  await trx
    .insertInto('reward_prints')
    .values(
      kept.map((bits, no) => ({
        submission_id: submissionId,
        no,
        sha256: no === 0 ? sha256 : null,
        bits,
        created_at: now,
        ones: bits === null ? null : onesIn(bits)
      }))
    )
    .execute()
}
