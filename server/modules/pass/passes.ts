import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import type { OrderRow } from '../../db/schema/store-tables.js'

const DAY_MS = 86_400_000
const MAX_AHEAD_MS = 365 * DAY_MS

async function readNextStart(db: Kysely<Database>, userId: string, now: Date): Promise<Date> {
  const row = await db
    .selectFrom('passes')
    .select('ends_at')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('ends_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined || row.ends_at < now ? now : row.ends_at
}

export async function isPassAllowed(db: Kysely<Database>, userId: string, days: number, now: Date): Promise<boolean> {
  const start = await readNextStart(db, userId, now)
  return start.getTime() + days * DAY_MS <= now.getTime() + MAX_AHEAD_MS
}

/**
 * Does not check the 365-day limit, because a paid order is never refused. The user's row must be locked, as for
 * `revokePass` and `restorePass`.
 */
export async function appendPass(trx: Transaction<Database>, order: OrderRow, now: Date): Promise<void> {
  const { user_id, order_no, kind, days } = order
  if (kind === 'coins' || days === null) throw new Error(`order ${order_no} is of no pass`)
  const startsAt = await readNextStart(trx, user_id, now)
  const endsAt = new Date(startsAt.getTime() + days * DAY_MS)
  await trx
    .insertInto('passes')
    .values({ user_id, id: order_no, kind, starts_at: startsAt, ends_at: endsAt, order_no })
    .execute()
}

const HOUR_MS = 3_600_000

/** The share of the order's money that belongs to the hours of its pass that have not begun, in minor units. */
export async function readUnusedPassAmount(
  db: Kysely<Database>,
  { order_no, days, amount }: OrderRow,
  now: Date
): Promise<number> {
  const { starts_at, ends_at, revoked_at } = await readPass(db, order_no)
  if (revoked_at !== null || days === null) return 0
  const leftMs = ends_at.getTime() - Math.max(starts_at.getTime(), now.getTime())
  const leftHours = Math.max(0, Math.ceil(leftMs / HOUR_MS))
  return Math.floor((Number(amount) * Math.min(leftHours, days * 24)) / (days * 24))
}

const readPass = (db: Kysely<Database>, orderNo: string) =>
  db.selectFrom('passes').selectAll().where('order_no', '=', orderNo).executeTakeFirstOrThrow()

export async function isPassRevoked(db: Kysely<Database>, orderNo: string): Promise<boolean> {
  return (await readPass(db, orderNo)).revoked_at !== null
}

export async function revokePass(
  trx: Transaction<Database>,
  { order_no, user_id }: OrderRow,
  now: Date
): Promise<void> {
  const pass = await readPass(trx, order_no)
  const isRunning = pass.starts_at < now && pass.ends_at > now
  const remainingMs = pass.ends_at.getTime() - Math.max(pass.starts_at.getTime(), now.getTime())
  await trx
    .updateTable('passes')
    .set({ revoked_at: now, taken_ms: Math.max(0, remainingMs), ...(isRunning ? { ends_at: now } : {}) })
    .where('order_no', '=', order_no)
    .execute()
  await closePassGap(trx, user_id, now)
}

export async function restorePass(
  trx: Transaction<Database>,
  { order_no, user_id }: OrderRow,
  now: Date
): Promise<void> {
  const { taken_ms } = await readPass(trx, order_no)
  const startsAt = await readNextStart(trx, user_id, now)
  const times = { starts_at: startsAt, ends_at: new Date(startsAt.getTime() + Number(taken_ms)) }
  await trx
    .updateTable('passes')
    .set({ revoked_at: null, taken_ms: 0, ...(Number(taken_ms) === 0 ? {} : times) })
    .where('order_no', '=', order_no)
    .execute()
}

async function closePassGap(trx: Transaction<Database>, userId: string, now: Date): Promise<void> {
  const passes = await trx
    .selectFrom('passes')
    .select(['id', 'starts_at', 'ends_at'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('ends_at', '>', now)
    .orderBy('starts_at')
    .execute()
  let nextFreeAt = now
  for (const { id, starts_at, ends_at } of passes) {
    const hasBegun = starts_at <= now
    const shift = hasBegun ? 0 : Math.max(0, starts_at.getTime() - nextFreeAt.getTime())
    const end = new Date(ends_at.getTime() - shift)
    if (shift > 0) {
      await trx
        .updateTable('passes')
        .set({ starts_at: new Date(starts_at.getTime() - shift), ends_at: end })
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .execute()
    }
    if (end > nextFreeAt) nextFreeAt = end
  }
}
