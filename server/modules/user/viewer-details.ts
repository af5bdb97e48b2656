import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { isBeforeKey } from '../../lib/cursor.js'

const MAX_ROWS = 50

export function readFirstVisit(db: Kysely<Database>, userIds: readonly string[]) {
  return db
    .selectFrom('visits')
    .select(['lpid', 'utm_source', 'country', 'referrer_host', 'created_at'])
    .where('user_id', 'in', userIds)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** The newest first; without the hashes that sign in. */
export function readSessions(db: Kysely<Database>, userIds: readonly string[]) {
  return db
    .selectFrom('sessions')
    .select(['user_id', 'device_id', 'created_at', 'last_seen_at', 'expires_at', 'revoked_at', 'partner_id'])
    .where('user_id', 'in', userIds)
    .orderBy('last_seen_at', 'desc')
    .limit(MAX_ROWS)
    .execute()
}

export function readPartnersOf(db: Kysely<Database>, userIds: readonly string[]) {
  return db
    .selectFrom('partner_identities')
    .innerJoin('partners', 'partners.id', 'partner_identities.partner_id')
    .select(['partners.id', 'partners.name'])
    .where('user_id', 'in', userIds)
    .orderBy('partners.id')
    .execute()
}

export function readPasses(db: Kysely<Database>, userId: string) {
  return db
    .selectFrom('passes')
    .select(['id', 'kind', 'starts_at', 'ends_at', 'revoked_at', 'order_no'])
    .where('user_id', '=', userId)
    .orderBy('ends_at', 'desc')
    .limit(MAX_ROWS)
    .execute()
}

export function readMerges(db: Kysely<Database>, userId: string, mergedIds: readonly string[]) {
  return db
    .selectFrom('account_merges')
    .select(['from_user_id', 'user_id', 'created_at'])
    .where('from_user_id', 'in', [...mergedIds, userId])
    .orderBy('created_at', 'desc')
    .execute()
}

type PageKey = readonly [Date, string] | null

/** The newest first, with the title of the drama. */
export function readUnlocks(
  db: Kysely<Database>,
  userIds: readonly string[],
  { after, limit }: { after: PageKey; limit: number }
) {
  return db
    .selectFrom('unlocks')
    .leftJoin('dramas', 'dramas.id', 'unlocks.drama_id')
    .select(['unlocks.user_id', 'unlocks.episode_id', 'unlocks.drama_id', 'unlocks.episode_no', 'unlocks.price'])
    .select(['coins_paid', 'bonus_paid', 'source', 'unlocks.lpid', 'unlocks.created_at', 'refunded_at', 'title'])
    .where('unlocks.user_id', 'in', userIds)
    .$if(after !== null, query => query.where(isBeforeKey(['unlocks.created_at', 'unlocks.episode_id'], after ?? [])))
    .orderBy('unlocks.created_at', 'desc')
    .orderBy('unlocks.episode_id', 'desc')
    .limit(limit)
    .execute()
}

export function readSubmissions(
  db: Kysely<Database>,
  userIds: readonly string[],
  { after, limit }: { after: PageKey; limit: number }
) {
  return db
    .selectFrom('reward_submissions')
    .select(['id', 'user_id', 'channel', 'status', 'reason', 'note', 'image_id', 'telegram_id', 'reward_bonus'])
    .select(['lpid', 'appeal', 'created_at', 'reviewed_at', 'reviewer', 'claim_until', 'claimed_at'])
    .where('user_id', 'in', userIds)
    .$if(after !== null, query => query.where(isBeforeKey(['created_at', 'id'], after ?? [])))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export function readNewestTransactions(
  db: Kysely<Database>,
  userId: string,
  { before, limit }: { before: number | null; limit: number }
) {
  return db
    .selectFrom('ledger_txns')
    .selectAll()
    .where('user_id', '=', userId)
    .$if(before !== null, query => query.where('seq', '<', String(before)))
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
}

export function readEntriesOf(db: Kysely<Database>, userId: string, seqs: readonly string[]) {
  return db
    .selectFrom('ledger_entries')
    .select(['seq', 'account', 'amount'])
    .where('user_id', '=', userId)
    .where('seq', 'in', seqs.length === 0 ? ['0'] : [...seqs])
    .orderBy('seq')
    .orderBy('no')
    .execute()
}
