import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'

export interface QueueState {
  depth: number
  /** Of the entry that has been due for longest; 0 if none is due. */
  overdueSeconds: number
}

export const queueNames = [
  'events',
  'postbacks',
  'push_messages',
  'push_releases',
  'orders_open',
  'reward_reviews',
  'reward_payments',
  'report_facts'
] as const
export type QueueName = (typeof queueNames)[number]

/** A longer queue counts as this long, so that the statement stays cheap. */
export const MAX_COUNTED = 10_000
const MAX_COUNTED_PER_RECEIVER = 1_000

/** `rows` has `due_at` and is in its order, which an index has too. */
const summarize = (name: QueueName, rows: RawBuilder<unknown>, max = MAX_COUNTED) =>
  sql`select ${name}::text as name, count(*)::int as depth, min(due_at) as due_at from (${rows} limit ${max}) as waiting`

const receivers = sql`(
  select id from campaign_postbacks where removed_at is null
  union all select id from campaign_conversions where removed_at is null
) as receiver`

/** What nobody will deliver, because its receiver was removed, does not count. */
const postbacks = sql`select due_at from ${receivers} cross join lateral (
  select next_at as due_at from event_outbox where postback_id = receiver.id and status = 'waiting'
  order by next_at limit ${MAX_COUNTED_PER_RECEIVER}
) as of_receiver order by due_at`

const statements = [
  summarize(
    'events',
    sql`select next_at as due_at from event_outbox where postback_id = '' and status = 'waiting' order by next_at`
  ),
  summarize('postbacks', postbacks),
  summarize('push_messages', sql`select next_at as due_at from push_messages order by next_at`),
  summarize(
    'push_releases',
    sql`select released_at as due_at from episode_releases where queued_at is null order by released_at`
  ),
  summarize(
    'orders_open',
    sql`select expires_at as due_at from orders where status in ('created', 'pending') order by expires_at`
  ),
  summarize('reward_reviews', sql`select due_at from reward_submissions where status = 0 order by due_at, id`),
  summarize(
    'reward_payments',
    sql`select created_at as due_at from pending_earnings where paid_at is null order by created_at, id`
  ),
  summarize('report_facts', sql`select at as due_at from report_facts order by id`)
]

interface QueueRow {
  name: QueueName
  depth: number
  due_at: Date | null
}

export async function readQueues(db: Kysely<Database>, now: Date): Promise<Map<QueueName, QueueState>> {
  const { rows } = await sql<QueueRow>`${sql.join(statements, sql` union all `)}`.execute(db)
  return new Map(
    rows.map(({ name, depth, due_at: dueAt }) => {
      const overdueMs = dueAt === null ? 0 : now.getTime() - new Date(dueAt).getTime()
      return [name, { depth, overdueSeconds: Math.max(0, overdueMs / 1000) }]
    })
  )
}
