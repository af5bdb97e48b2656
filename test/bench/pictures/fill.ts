import { type Kysely, sql } from 'kysely'
import sharp from 'sharp'
import type { Database } from '../../../server/db/schema/schema.js'
import {
  formatReducedImage,
  REDUCED_SIDE_PX,
  toReducedImage
} from '../../../server/modules/reward/duplicate-image/alignment.js'
import { drawChat } from '../../server/support/rewards.js'
import { createDraw } from '../../support/seeded-random.js'

export const LOOKS_PER_PICTURE = 14
const BASES = 1024
/** Two bases are combined, and screenshots have about 100 ones of 1600 bits. */
const ONES_SHARE = 0.033
const REDUCED_IMAGES = 8
const BATCH_PICTURES = 1000
const DAYS = 59

/** Writes submitted pictures of the last 59 days, with fingerprints that differ as those of screenshots do. */
export async function fillPictures(db: Kysely<Database>, pictures: number): Promise<void> {
  const draw = createDraw(7)
  const bases = Array.from({ length: BASES }, () =>
    Array.from({ length: 1600 }, () => (draw() < ONES_SHARE ? '1' : '0')).join('')
  )
  await sql`create table bench_bases (base integer primary key, bits bit varying)`.execute(db)
  for (let first = 0; first < BASES; first += 128) {
    const rows = bases.slice(first, first + 128)
    await sql`insert into bench_bases select ${first}::int + ordinality - 1, bits::varbit
      from unnest(${rows}::text[]) with ordinality as given (bits, ordinality)`.execute(db)
  }
  await sql`create table bench_reduced (variant integer primary key, prints text)`.execute(db)
  for (let id = 0; id < REDUCED_IMAGES; id++) {
    const size = REDUCED_SIDE_PX
    const pixels = await sharp(await drawChat(50_000 + id))
      .resize(size, size, { fit: 'fill' })
      .raw()
      .toBuffer()
    const prints = JSON.stringify({ bits: [], small: formatReducedImage(toReducedImage(pixels)) })
    await sql`insert into bench_reduced values (${id}, ${prints})`.execute(db)
  }
  for (let from = 1; from <= pictures; from += BATCH_PICTURES) {
    const to = Math.min(pictures, from + BATCH_PICTURES - 1)
    const createdAt = sql`now() - make_interval(secs => ${DAYS * 86_400}::float8 * (${pictures}::float8 - id) / ${pictures}::float8)`
    await sql`insert into reward_prints (submission_id, no, sha256, bits, ones, created_at, position)
      select 's_bench' || id, no, case when no = 0 then encode(sha256(id::text::bytea), 'hex') end,
        one.bits # other.bits, bit_count(one.bits # other.bits), ${createdAt}, id
      from generate_series(${from}::int, ${to}::int) as id, generate_series(0, ${LOOKS_PER_PICTURE - 1}::int) as no
      join bench_bases as one on true join bench_bases as other on true
      where one.base = (id * 7 + no * 131) % ${BASES}::int and other.base = (id / 146 + no * 61 + 500) % ${BASES}::int`.execute(
      db
    )
    await sql`insert into reward_images
      (id, user_id, sha256, prints, width, height, created_at, expires_at, submission_id, compared_to, position)
      select 'i_bench' || id, 'v_bench', encode(sha256(id::text::bytea), 'hex'), prints, 720, 1440, now(), now(),
        's_bench' || id, id - 1, id
      from generate_series(${from}::int, ${to}::int) as id join bench_reduced on variant = id % ${REDUCED_IMAGES}::int
      where ${createdAt} > now() - interval '34 days'`.execute(db)
  }
  await sql`analyze reward_prints`.execute(db)
}
