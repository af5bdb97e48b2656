import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import { createOrientations, measureAlignedDifference, parseReducedImage } from './alignment.js'

/**
 * `bits` has strings of 1600 bits: the whole picture first, then with edges cut off; `turned` has those of the turned
 * and mirrored picture. `small` is for the alignment, `isBlank` means nothing is visible, `isPlain` too little detail
 * to compare.
 */
export interface Fingerprint {
  bits: string[]
  turned: string[]
  small: string | null
  isBlank: boolean
  isPlain: boolean
}

/**
 * Bits that may differ between two copies. Measured on 60 drawn chats and lists of chats: copies that were resized,
 * recompressed and cut by up to 2 % at every edge differ by at most 38, other pictures by at least 48.
 */
export const MAX_FINGERPRINT_DIFFERENCE_BITS = 42
/** Similar pictures are refused for this time, identical pixels for ever. */
const DUPLICATE_DAYS = 60
const DAY_MS = 86_400_000
/** Compares only the newest rows: a submission has 14 rows, and a statement may take 2.5 s. */
const MAX_COMPARED_ROWS = 100_000

/**
 * Bits that may differ after an alignment. Measured on drawn chats and lists of chats: copies cut by up to 5 %, turned,
 * mirrored or with a border of up to 5 % differ by at most 37, others (2171 pairs) by at least 75, and a chat that went
 * on by one short line by 41.
 */
export const MAX_ALIGNED_FINGERPRINT_DIFFERENCE_BITS = 40
/** Index in `bits` of the picture with 2 % cut off at every edge. */
const INNER_CROP_INDEX = 7
const MAX_RANKED_ROWS = 14_000
const MAX_ALIGNED_PICTURES = 12

/** Old fingerprints have no `turned` and no `small`. */
export const parseFingerprint = (text: string): Fingerprint => ({ turned: [], small: null, ...JSON.parse(text) })

interface SubmittedImage {
  sha256: string
  fingerprint: Fingerprint
  now: Date
}

export async function isDuplicateImage(
  db: Kysely<Database>,
  { sha256, fingerprint, now }: SubmittedImage
): Promise<boolean> {
  const identical = await db.selectFrom('reward_prints').select('no').where('sha256', '=', sha256).executeTakeFirst()
  if (identical !== undefined) return true
  const [whole, ...cut] = fingerprint.bits
  const variants = [...cut, ...fingerprint.turned]
  if (fingerprint.isPlain || whole === undefined) return false
  const isNear = (bits: string) => sql<boolean>`bit_count(bits # ${bits}::varbit) <= ${MAX_FINGERPRINT_DIFFERENCE_BITS}`
  const counts = [...fingerprint.bits, ...fingerprint.turned].map(countOnes)
  const { rows } = await sql`select 1 from (
      select no, bits from reward_prints
      where created_at > ${new Date(now.getTime() - DUPLICATE_DAYS * DAY_MS)}
        and ones between ${Math.min(...counts) - MAX_FINGERPRINT_DIFFERENCE_BITS} and ${Math.max(...counts) + MAX_FINGERPRINT_DIFFERENCE_BITS}
      order by created_at desc limit ${MAX_COMPARED_ROWS}
    ) as newest
    where ${isNear(whole)} or (no = 0 and (${sql.join(variants.map(isNear), sql` or `)}))
    limit 1`.execute(db)
  return rows.length > 0 || (await hasAlignedMatch(db, { sha256, fingerprint, now }))
}

async function hasAlignedMatch(db: Kysely<Database>, { fingerprint, now }: SubmittedImage): Promise<boolean> {
  const reduced = parseReducedImage(fingerprint.small)
  const [whole, inner] = [fingerprint.bits[0], fingerprint.bits[INNER_CROP_INDEX]]
  if (reduced === null || whole === undefined || inner === undefined) return false
  const orientations = [whole, inner, ...fingerprint.turned]
  const distances = orientations.map(bits => sql`bit_count(bits # ${bits}::varbit)`)
  // A quarter turn exchanges horizontal and vertical steps, so that the number of ones may halve or double. A border
  // adds some.
  const counts = orientations.map(countOnes)
  const { rows } = await sql<{ prints: string }>`select reward_images.prints from (
      select submission_id, min(least(${sql.join(distances)})) as away from (
        select submission_id, bits from reward_prints
        where created_at > ${new Date(now.getTime() - DUPLICATE_DAYS * DAY_MS)} and no in (0, ${INNER_CROP_INDEX}::int)
          and ones between ${Math.floor(Math.min(...counts) * 0.5)}::int and ${Math.ceil(Math.max(...counts) * 2)}::int
        order by created_at desc limit ${MAX_RANKED_ROWS}
      ) as newest group by submission_id order by away limit ${MAX_ALIGNED_PICTURES}
    ) as near join reward_images on reward_images.submission_id = near.submission_id
    where removed_at is null`.execute(db)
  const upper = createOrientations(reduced)
  for (const row of rows) {
    const lower = parseReducedImage(parseFingerprint(row.prints).small)
    if (lower !== null && measureAlignedDifference(lower, upper) <= MAX_ALIGNED_FINGERPRINT_DIFFERENCE_BITS) return true
    // Lets other requests run between two alignments.
    await new Promise(resolve => setImmediate(resolve))
  }
  return false
}

const countOnes = (bits: string) => bits.length - bits.replaceAll('1', '').length

export async function storeFingerprint(
  trx: Transaction<Database>,
  { submissionId, sha256, fingerprint, now }: SubmittedImage & { submissionId: string }
): Promise<void> {
  // Stores no bits of a plain picture, because it would match all others.
  const storedBits = fingerprint.isPlain ? [null] : fingerprint.bits
  await trx
    .insertInto('reward_prints')
    .values(
      storedBits.map((bits, no) => ({
        submission_id: submissionId,
        no,
        sha256: no === 0 ? sha256 : null,
        bits,
        created_at: now,
        ones: bits === null ? null : countOnes(bits)
      }))
    )
    .execute()
}
