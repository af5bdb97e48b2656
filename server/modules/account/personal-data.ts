import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'

type PersonalTable = {
  [Table in keyof Database]: 'user_id' extends keyof Database[Table] ? Table : never
}[keyof Database]

/**
 * What account deletion does to each table with a `user_id`: it deletes `deleted` rows, empties the personal columns
 * of `anonymized` rows and leaves `kept` rows. Exports leave out `secret` columns; a missing table is a compile error.
 */
export const personalTables: Record<
  PersonalTable,
  { onDeletion: 'deleted' | 'anonymized' | 'kept'; secret?: readonly string[] }
> = {
  visits: { onDeletion: 'anonymized' },
  campaign_newcomers: { onDeletion: 'anonymized' },
  experiment_assignments: { onDeletion: 'kept' },
  experiment_money: { onDeletion: 'kept' },
  experiment_previews: { onDeletion: 'deleted' },
  device_secrets: { onDeletion: 'deleted', secret: ['secret_hash'] },
  sessions: { onDeletion: 'deleted', secret: ['token_hash', 'subject_hash'] },
  drama_progress: { onDeletion: 'deleted' },
  episode_progress: { onDeletion: 'deleted' },
  favorites: { onDeletion: 'deleted' },
  unlocks: { onDeletion: 'kept' },
  passes: { onDeletion: 'kept' },
  drama_auto_unlocks: { onDeletion: 'deleted' },
  spending_limits: { onDeletion: 'deleted' },
  search_visits: { onDeletion: 'deleted' },
  feedback: { onDeletion: 'deleted', secret: ['answered_by'] },
  watch_beats: { onDeletion: 'deleted' },
  watch_clocks: { onDeletion: 'deleted' },
  viewer_writes: { onDeletion: 'deleted', secret: ['lsn'] },
  ledger_txns: { onDeletion: 'kept' },
  ledger_entries: { onDeletion: 'kept' },
  ledger_root_leaves: { onDeletion: 'kept' },
  ledger_unpublished: { onDeletion: 'kept' },
  bonus_lots: { onDeletion: 'kept' },
  coin_adjustments: {
    onDeletion: 'kept',
    secret: ['request_key', 'requested_by', 'requested_member', 'decided_by', 'decided_member']
  },
  idempotent_answers: { onDeletion: 'kept', secret: ['request_hash'] },
  account_merges: { onDeletion: 'kept' },
  orders: { onDeletion: 'anonymized', secret: ['provider_ref', 'payment_ref', 'pay_url'] },
  event_outbox: { onDeletion: 'kept', secret: ['last_response'] },
  playback_claims: { onDeletion: 'kept' },
  reward_zones: { onDeletion: 'deleted' },
  task_counts: { onDeletion: 'deleted', secret: ['nonce_hash'] },
  task_states: { onDeletion: 'kept' },
  reward_images: {
    onDeletion: 'anonymized',
    secret: ['sha256', 'prints', 'compared_to', 'is_duplicate', 'position']
  },
  reward_submissions: {
    onDeletion: 'anonymized',
    secret: ['telegram_key', 'objection', 'earner', 'budget_lpid', 'undone_at']
  },
  share_codes: { onDeletion: 'deleted' },
  collected_events: { onDeletion: 'deleted' },
  play_marks: { onDeletion: 'deleted' },
  share_clicks: { onDeletion: 'deleted', secret: ['visitor_id', 'network'] },
  payer_scopes: { onDeletion: 'deleted', secret: ['key'] },
  pending_earnings: { onDeletion: 'kept', secret: ['earner'] },
  promo_grants: { onDeletion: 'deleted' },
  push_subscriptions: { onDeletion: 'deleted', secret: ['endpoint', 'p256dh', 'auth'] },
  partner_identities: { onDeletion: 'deleted', secret: ['subject_hash'] },
  sponsored_unlocks: { onDeletion: 'kept', secret: ['token_id', 'purse_seq'] }
}

export async function deletePersonalData(trx: Transaction<Database>, ids: readonly string[], now: Date): Promise<void> {
  await sql`update dramas set favorite_count = greatest(0, favorite_count - 1)
    where id in (select drama_id from favorites where user_id in (${sql.join(ids)}))`.execute(trx)
  await trx
    .updateTable('visits')
    .set({
      device_id: '',
      landing_url: null,
      referrer_host: null,
      click_ids: '{}',
      utm: '{}',
      utm_source: '',
      country: '',
      user_agent: '',
      pixel_ids: '{}'
    })
    .where('user_id', 'in', [...ids])
    .execute()
  await trx
    .updateTable('orders')
    .set({ return_url: null, utm_source: '', country: '' })
    .where('user_id', 'in', [...ids])
    .execute()
  // Closes unpaid orders, because the deleted account could not use what they buy.
  await trx
    .updateTable('orders')
    .set({ status: 'closed' })
    .where('user_id', 'in', [...ids])
    .where('status', 'in', ['created', 'pending'])
    .execute()
  await anonymizeSubmissions(trx, ids)
  for (const [table, { onDeletion }] of Object.entries(personalTables)) {
    if (onDeletion === 'deleted')
      await sql`delete from ${sql.table(table)} where user_id in (${sql.join(ids)})`.execute(trx)
  }
  await trx
    .deleteFrom('served_media')
    .where('owner', 'in', [...ids])
    .execute()
  await trx
    .updateTable('users')
    .set({ nickname: '', avatar_url: null, email: null, email_verified_at: null, recovery_hash: null, deleted_at: now })
    .where('id', 'in', [...ids])
    .execute()
}

/**
 * Keeps the hash of the Telegram id, so that the id is rewarded only once. The cleanup job of uploads deletes the
 * pictures.
 */
async function anonymizeSubmissions(trx: Transaction<Database>, ids: readonly string[]): Promise<void> {
  await trx
    .updateTable('reward_submissions')
    .set({ telegram_id: null, appeal: null })
    .where('user_id', 'in', [...ids])
    .execute()
}

type Row = Record<string, unknown>

export async function* readPersonalData(
  db: Kysely<Database>,
  ids: readonly string[]
): AsyncGenerator<{ name: string; rows: Row[] }> {
  const users = await db
    .selectFrom('users')
    .selectAll()
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute()
  yield { name: 'users', rows: users.map(row => omitColumns(row, ['recovery_hash'])) }
  for (const [name, { secret = [] }] of Object.entries(personalTables)) {
    const { rows } = await sql<Row>`select * from ${sql.table(name)} where user_id in (${sql.join(ids)})`.execute(db)
    yield { name, rows: rows.map(row => omitColumns(row, secret)) }
  }
}

const omitColumns = (row: Row, columns: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !columns.includes(name)))
