import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import type { Services } from '../../services.js'
import { isRefundWaiting } from '../order/refund/requested-refunds.js'
import { toRewardDay } from '../reward/reward-day.js'
import { REVIEW_DELAY_S } from '../reward/submission-rules.js'

export type AttentionKind =
  | ('submissions' | 'waiting_rewards' | 'budgets_used' | 'failed_postbacks' | 'disputes')
  | ('waiting_refunds' | 'failed_refunds' | 'feedback' | 'coin_requests' | 'failed_ingests' | 'clock')

/** The part of the console where a person can do something about it. */
export type AttentionTarget =
  | 'review'
  | 'rewards'
  | 'campaigns'
  | 'postbacks'
  | 'orders'
  | 'feedback'
  | 'coin_requests'
  | 'ingests'
  | 'health'

export interface AttentionItem {
  kind: AttentionKind
  target: AttentionTarget
  count: number
  /** How many of them are due already. */
  overdue: number
  oldest_at: Date | null
  /** Those with most of them, if it is about campaigns. */
  campaigns: { lpid: string; name: string; partner_id: string | null; count: number }[]
}

export type AttentionContext = Pick<Services, 'db' | 'config' | 'isClockTrusted'> & { now: Date }

/** A longer list counts as this long, so that the statements stay cheap. */
const MAX_COUNTED = 10_000
const MAX_CAMPAIGNS = 20
const DAY_MS = 86_400_000
/** Providers answer a refund within seconds. */
const REFUND_PATIENCE_MS = 15 * 60_000
/** A dispute that is lost stays one; most are decided within this time. */
const DISPUTE_DAYS = 90
const FAILED_REFUND_DAYS = 30
const FAILED_INGEST_DAYS = 30

export async function readAttention(context: AttentionContext): Promise<AttentionItem[]> {
  const { db, now } = context
  const items = [
    ...(await readQueues(db, now)),
    await readFailedPostbacks(db, now),
    await readUsedBudgets(context),
    readClock(context)
  ]
  return items.filter(({ count }) => count > 0)
}

const targets: Partial<Record<AttentionKind, AttentionTarget>> = {
  submissions: 'review',
  waiting_rewards: 'rewards',
  feedback: 'feedback',
  coin_requests: 'coin_requests',
  failed_ingests: 'ingests'
}

interface QueueRow {
  kind: AttentionKind
  count: number
  overdue: number
  oldest_at: Date | null
}

/** `rows` has `at` and `due_at`. */
const summarize = (kind: AttentionKind, now: Date, rows: RawBuilder<unknown>) =>
  sql`select ${kind}::text as kind, count(*)::integer as count,
      (count(*) filter (where due_at < ${now}::timestamptz))::integer as overdue, min(at) as oldest_at
    from (${rows} limit ${sql.lit(MAX_COUNTED)}) as waiting`

async function readQueues(db: Kysely<Database>, now: Date): Promise<AttentionItem[]> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const noDueTime = sql`null::timestamptz as due_at`
  const parts = [
    summarize(
      'submissions',
      now,
      // `due_at` moves on with every look of the review job.
      sql`select coalesce(appealed_at, created_at) as at, created_at + make_interval(secs => ${REVIEW_DELAY_S}) as due_at
        from reward_submissions where status = 0`
    ),
    summarize(
      'waiting_rewards',
      now,
      sql`select created_at as at, ${noDueTime} from pending_earnings where paid_at is null`
    ),
    summarize(
      'disputes',
      now,
      sql`select refunded_at as at, ${noDueTime} from orders
        where status = 'disputed' and refunded_at > ${before(DISPUTE_DAYS * DAY_MS)}`
    ),
    summarize(
      'waiting_refunds',
      now,
      sql`select created_at as at, ${noDueTime} from order_refunds
        where created_at < ${before(REFUND_PATIENCE_MS)} and ${isRefundWaiting}`
    ),
    summarize(
      'failed_refunds',
      now,
      sql`select received_at as at, ${noDueTime} from order_events
        where outcome = 'refund_failed' and received_at > ${before(FAILED_REFUND_DAYS * DAY_MS)}`
    ),
    summarize('feedback', now, sql`select created_at as at, ${noDueTime} from feedback where answer is null`),
    summarize(
      'coin_requests',
      now,
      sql`select created_at as at, ${noDueTime} from coin_adjustments where status = 'waiting'`
    ),
    summarize(
      'failed_ingests',
      now,
      // A later job of the drama replaces what failed.
      sql`select finished_at as at, ${noDueTime} from ingest_jobs
        where state = 'failed' and finished_at > ${before(FAILED_INGEST_DAYS * DAY_MS)} and not exists (
          select 1 from ingest_jobs as later where later.drama_id = ingest_jobs.drama_id and later.id > ingest_jobs.id
        )`
    )
  ]
  const { rows } = await sql<QueueRow>`${sql.join(parts, sql` union all `)}`.execute(db)
  return rows.map(({ kind, oldest_at, ...row }) => ({
    kind,
    target: targets[kind] ?? 'orders',
    ...row,
    oldest_at: oldest_at === null ? null : new Date(oldest_at),
    campaigns: []
  }))
}

interface FailedPostbacksRow {
  lpid: string | null
  name: string | null
  partner_id: string | null
  count: number
  oldest_at: Date
}

/** Deliveries that are not tried again, whose last try was due within a day. */
async function readFailedPostbacks(db: Kysely<Database>, now: Date): Promise<AttentionItem> {
  const { rows } = await sql<FailedPostbacksRow>`
    select failed.lpid, campaigns.name, campaigns.partner_id, failed.count, failed.oldest_at from (
      select lpid, count(*)::integer as count, min(next_at) as oldest_at from (
        select lpid, next_at from event_outbox
        where status = 'failed' and next_at > ${new Date(now.getTime() - DAY_MS)} and postback_id <> ''
          and coalesce(last_response, '') not in (
            'not sent: the postback was removed', 'not sent: the server saw no such play'
          )
        limit ${sql.lit(MAX_COUNTED)}
      ) as given_up group by lpid
    ) as failed left join campaigns on campaigns.lpid = failed.lpid
    order by failed.count desc, failed.lpid`.execute(db)
  const times = rows.map(({ oldest_at }) => new Date(oldest_at).getTime())
  return {
    kind: 'failed_postbacks',
    target: 'postbacks',
    count: rows.reduce((sum, { count }) => sum + count, 0),
    overdue: 0,
    oldest_at: times.length === 0 ? null : new Date(Math.min(...times)),
    campaigns: rows
      .slice(0, MAX_CAMPAIGNS)
      .flatMap(({ lpid, name, partner_id, count }) =>
        lpid === null ? [] : [{ lpid, name: name ?? lpid, partner_id, count }]
      )
  }
}

/** Campaigns that can approve nothing more today without a reviewer. */
async function readUsedBudgets({ db, config, now }: AttentionContext): Promise<AttentionItem> {
  const rows = await db
    .selectFrom('reward_budgets')
    .leftJoin('campaigns', 'campaigns.lpid', 'reward_budgets.lpid')
    .select(['reward_budgets.lpid', 'reward_budgets.day', 'reward_budgets.approved'])
    .select(['campaigns.name', 'campaigns.partner_id', 'campaigns.reward_budget', 'campaigns.timezone'])
    // The days of all time zones at one moment.
    .where(
      'day',
      'in',
      [-1, 0, 1].map(days => toRewardDay('UTC', new Date(now.getTime() + days * DAY_MS)).day)
    )
    .execute()
  const used = rows.filter(
    ({ day, approved, reward_budget, timezone }) =>
      approved > 0 &&
      approved >= (reward_budget ?? config.rewards.budget) &&
      day === toRewardDay(timezone ?? config.timezone, now).day
  )
  return {
    kind: 'budgets_used',
    target: 'campaigns',
    count: used.length,
    overdue: 0,
    oldest_at: null,
    campaigns: used
      .slice(0, MAX_CAMPAIGNS)
      .map(({ lpid, name, partner_id }) => ({ lpid, name: name ?? '', partner_id, count: 1 }))
  }
}

const readClock = ({ isClockTrusted }: AttentionContext): AttentionItem => ({
  kind: 'clock',
  target: 'health',
  count: isClockTrusted() ? 0 : 1,
  overdue: 0,
  oldest_at: null,
  campaigns: []
})
