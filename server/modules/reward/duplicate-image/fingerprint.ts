import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'

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
export const DUPLICATE_DAYS = 60

/**
 * Bits that may differ after an alignment. Measured on drawn chats and lists of chats: copies cut by up to 5 %, turned,
 * mirrored or with a border of up to 5 % differ by at most 37, others (2171 pairs) by at least 75, and a chat that went
 * on by one short line by 41.
 */
export const MAX_ALIGNED_FINGERPRINT_DIFFERENCE_BITS = 40
/** Index in `bits` of the picture with 2 % cut off at every edge. */
export const INNER_CROP_INDEX = 7

/** Old fingerprints have no `turned` and no `small`. */
export const parseFingerprint = (text: string): Fingerprint => ({ turned: [], small: null, ...JSON.parse(text) })

interface SubmittedImage {
  sha256: string
  fingerprint: Fingerprint
  now: Date
}

/**
 * Finds identical pixels among all pictures, and similar ones among those with a position above `comparedTo`. The
 * caller holds `lockFingerprints`, so that no other picture is written meanwhile.
 */
export async function isDuplicateImage(
  db: Kysely<Database>,
  { sha256, fingerprint, comparedTo }: Omit<SubmittedImage, 'now'> & { comparedTo: number }
): Promise<boolean> {
  const isIdentical = sql<boolean>`exists (select 1 from reward_prints where sha256 = ${sha256})`
  const [whole, ...cut] = fingerprint.bits
  const variants = [...cut, ...fingerprint.turned]
  const isNear = (bits: string) => sql<boolean>`bit_count(bits # ${bits}::varbit) <= ${MAX_FINGERPRINT_DIFFERENCE_BITS}`
  const isSimilar =
    fingerprint.isPlain || whole === undefined
      ? sql`false`
      : sql`exists (select 1 from reward_prints where position > ${comparedTo}
          and (${isNear(whole)} or (no = 0 and (${sql.join(variants.map(isNear), sql` or `)}))))`
  const { rows } = await sql<{ found: boolean }>`select ${isIdentical} or ${isSimilar} as found`.execute(db)
  return rows[0]?.found === true
}

/** Until the transaction ends, because two similar pictures sent together would not find each other. */
export const lockFingerprints = (trx: Transaction<Database>) =>
  sql`select pg_advisory_xact_lock(7205759403)`.execute(trx)

/** Returns the picture's position: a lower one was committed earlier, because the caller holds `lockFingerprints`. */
export async function storeFingerprint(
  trx: Transaction<Database>,
  { submissionId, sha256, fingerprint, now }: SubmittedImage & { submissionId: string }
): Promise<number> {
  // Stores no bits of a plain picture, because it would match all others.
  const storedBits = fingerprint.isPlain ? [null] : fingerprint.bits
  const { rows } = await sql<{ position: number }>`
    insert into reward_prints (submission_id, no, sha256, bits, ones, created_at, position)
    select ${submissionId}, no - 1, case when no = 1 then ${sha256} end, bits::varbit, bit_count(bits::varbit), ${now},
      (select coalesce(max(position), 0) + 1 from reward_prints)
    from unnest(${storedBits}::text[]) with ordinality as given (bits, no)
    returning position`.execute(trx)
  return rows[0]?.position ?? 0
}
