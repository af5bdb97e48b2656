import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { createGroupCommit } from '../../lib/group-commit.js'
import type { TokenBucketStore, TokenReply, TokenRequest } from './shared-token-buckets.js'

const MAX_REQUESTS_PER_STATEMENT = 500
const STATEMENT_INTERVAL_MS = 5

/** In an unlogged table: no write waits for the disk, and a crash of the database empties it. */
export function createPostgresTokenBucketStore(db: Kysely<Database>): TokenBucketStore {
  const requests = createGroupCommit<TokenRequest, TokenReply>({
    maxGroupSize: MAX_REQUESTS_PER_STATEMENT,
    intervalMs: STATEMENT_INTERVAL_MS,
    mayFailAlone: () => false,
    writeAll: group => takeTokens(db, group)
  })
  return { take: request => requests.write(request) }
}

interface AskedBucket {
  key: string
  burst: number
  per_ms: number
  now: number
  wanted: number
}

/** Of the requests for one bucket the first are allowed. */
async function takeTokens(db: Kysely<Database>, requests: readonly TokenRequest[]): Promise<TokenReply[]> {
  const asked = new Map<string, AskedBucket>()
  for (const { key, rate, now } of requests) {
    const known = asked.get(key)
    asked.set(key, { key, burst: rate.burst, per_ms: rate.perMs, now, wanted: (known?.wanted ?? 0) + 1 })
  }
  const { rows } = await sql<{ key: string; tokens: number; granted: number }>`with asked as (
      select * from jsonb_to_recordset(${JSON.stringify([...asked.values()])}::jsonb) as asked (key text,
        burst double precision, per_ms double precision, now double precision, wanted integer)
    )
    insert into rate_buckets as bucket (key, tokens, granted, at_ms)
      select key, burst - least(wanted, burst), least(wanted, burst), now from asked order by key
    on conflict (key) do update set (tokens, granted, at_ms) = (
      select filled.tokens - least(wanted, floor(filled.tokens)), least(wanted, floor(filled.tokens)), now
      from asked cross join lateral (
        select least(burst, bucket.tokens + greatest(0, now - bucket.at_ms) * burst / per_ms) as tokens
      ) as filled
      where asked.key = bucket.key
    )
    returning key, tokens, granted`.execute(db)
  const left = new Map(rows.map(row => [row.key, { ...row }]))
  return requests.map(({ key }) => {
    const bucket = left.get(key)
    if (bucket === undefined) throw new Error('a bucket was not returned')
    bucket.granted -= 1
    return { isAllowed: bucket.granted >= 0, tokens: bucket.tokens }
  })
}

/** The longest limit is of an hour, after which a bucket is full. */
const MAX_AGE_MS = 2 * 3_600_000

export async function deleteUnusedBuckets(db: Kysely<Database>, now: number): Promise<void> {
  await db
    .deleteFrom('rate_buckets')
    .where('at_ms', '<', now - MAX_AGE_MS)
    .execute()
}
