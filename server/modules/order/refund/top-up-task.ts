import { sql, type Transaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import type { OrderRow } from '../../../db/schema/store-tables.js'
import { addDays, formatDate, isTimeZone, startOfDate, toLocalDate } from '../../../lib/time-zone.js'
import { computeBonusEnd } from '../../ledger/grants.js'
import type { Movement } from '../../ledger/movements.js'
import { postTransaction } from '../../ledger/post.js'
import { lockWallet, type WalletState } from '../../ledger/wallet.js'
import { type LotOrigin, readMergedBonus, readOriginLots } from './order-lots.js'
import { computeReversedAmount } from './refund-state.js'

const DAY_MS = 86_400_000

interface PaidTask {
  userIds: string[]
  day: string
  claimedAt: Date
  zones: string[]
}

/**
 * Takes what is left of the bonus for a top-up once all coins that were bought on the task's day are returned, and gives
 * it again if that changes. Call it after the order has changed. What was spent of it stays spent.
 */
export async function updateTopUpTasks(
  trx: Transaction<Database>,
  order: OrderRow,
  { now, zone }: { now: Date; zone: string }
): Promise<void> {
  if (order.kind !== 'coins' || order.paid_at === null) return
  for (const task of await readPaidTasks(trx, order.user_id)) {
    const [start, end] = computeTaskDay(task, zone)
    if (order.paid_at < start || order.paid_at >= end) continue
    const isReturned = await isEverythingReturned(trx, order.user_id, start, end)
    const origin = { type: 'task', id: `${task.day}:topup_gift`, userIds: task.userIds } as const
    const { count, taken } = await readTaken(trx, origin)
    if (isReturned === taken > 0) continue
    const wallet = await lockWallet(trx, order.user_id)
    const change: Movement = isReturned
      ? { type: 'withhold', lots: await selectTaskLots(trx, origin, wallet) }
      : { type: 'earn', coins: 0, bonus: taken, endsAt: computeBonusEnd(now, zone) }
    if (change.type === 'withhold' && change.lots.length === 0) continue
    const ref = { type: origin.type, id: origin.id }
    const key = `task_refund:${origin.id}:${count + 1}`
    await postTransaction(trx, { userId: order.user_id, kind: 'order_refund', ref, key, change, now, wallet })
  }
}

/** A task of a merged user is in the name of the account. `userIds` are all who had its bonus. */
async function readPaidTasks(trx: Transaction<Database>, userId: string): Promise<PaidTask[]> {
  const { rows } = await sql<{ day: string; claimed_at: Date; user_ids: string[]; zones: (string | null)[] }>`
    select day, done_at as claimed_at, (
        with recursive owners as (
          select task.paid_to as id
          union select users.merged_into from users join owners using (id) where users.merged_into is not null
        ) select array_agg(id) from owners
      ) as user_ids, array(
        select zone from reward_zones where user_id = task.user_id and starts_at <= done_at and ends_at > done_at
        union all
        select timezone from campaigns join users on users.last_lpid = campaigns.lpid where users.id = task.user_id
        union all
        select timezone from campaigns join orders on orders.lpid = campaigns.lpid where orders.user_id = task.user_id
      ) as zones
    from task_states task
    where user_id = ${userId} and code = 'topup_gift' and claimed_at is not null`.execute(trx)
  return rows.map(({ day, claimed_at: claimedAt, user_ids: userIds, zones }) => ({
    day,
    claimedAt,
    userIds,
    zones: zones.filter(zone => zone !== null && isTimeZone(zone)) as string[]
  }))
}

/** A task stores its date but not its time zone. Without a zone that fits, a day before and after the claim count. */
function computeTaskDay({ day, claimedAt, zones }: PaidTask, defaultZone: string): readonly [Date, Date] {
  const zone = [...zones, defaultZone].find(name => formatDate(toLocalDate(claimedAt, name)) === day)
  if (zone === undefined) return [new Date(claimedAt.getTime() - DAY_MS), new Date(claimedAt.getTime() + DAY_MS)]
  const date = toLocalDate(claimedAt, zone)
  return [startOfDate(date, zone), startOfDate(addDays(date, 1), zone)]
}

async function isEverythingReturned(
  trx: Transaction<Database>,
  userId: string,
  start: Date,
  end: Date
): Promise<boolean> {
  const orders = await trx
    .selectFrom('orders')
    .select(['status', 'amount', 'refunded_amount', 'disputed_amount'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'coins')
    .where('paid_at', '>=', start)
    .where('paid_at', '<', end)
    .execute()
  return orders.every(order => computeReversedAmount(order) === Number(order.amount))
}

async function readTaken(trx: Transaction<Database>, { id, userIds }: Extract<LotOrigin, { type: 'task' }>) {
  const row = await trx
    .selectFrom('ledger_txns')
    .select(({ fn }) => [fn.countAll<string>().as('count'), fn.sum<string | null>('bonus').as('bonus')])
    .where('user_id', 'in', userIds)
    .where('kind', '=', 'order_refund')
    .where('ref_type', '=', 'task')
    .where('ref_id', '=', id)
    .executeTakeFirstOrThrow()
  return { count: Number(row.count), taken: -Number(row.bonus ?? 0) }
}

async function selectTaskLots(trx: Transaction<Database>, origin: LotOrigin, { userId, lots }: WalletState) {
  const own = await readOriginLots(trx, origin)
  const merged = await readMergedBonus(trx, origin, userId, own)
  let mergedLeft = merged.limit
  return lots.flatMap(({ id, remaining }) => {
    if (own.some(lot => lot.userId === userId && lot.id === id)) return [{ id, amount: remaining }]
    const amount = merged.lotIds.includes(id) ? Math.min(remaining, mergedLeft) : 0
    mergedLeft -= amount
    return amount > 0 ? [{ id, amount }] : []
  })
}
