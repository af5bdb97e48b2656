import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Lang } from '../../../contract/protocol/language.js'
import type { WalletRecord } from '../../../contract/wallet.js'
import type { Database } from '../../db/schema/schema.js'
import type { OrderRow } from '../../db/schema/store-tables.js'
import { formatProductTitle } from '../store/product-titles.js'
import { formatRecordTitle, undoneTitles } from './record-titles.js'

/** When the record was made, and a name that orders records of the same moment. */
export type TopUpKey = readonly [Date, string]

export interface TopUpRecord {
  key: TopUpKey
  record: WalletRecord
}

const NO_EPISODE = { drama_id: null, episode_no: null }

interface PageOptions {
  before: TopUpKey | null
  limit: number
  lang: Lang
}

export async function readTopUps(db: Kysely<Database>, userId: string, options: PageOptions): Promise<TopUpRecord[]> {
  const lists = [
    await readCoinRecords(db, userId, options),
    await readPassRecords(db, userId, options),
    await readPassReturns(db, userId, options)
  ]
  const newest = lists.flat().sort((one, other) => compare(other.key, one.key))
  return newest.slice(0, options.limit)
}

const compare = ([time, name]: TopUpKey, [otherTime, otherName]: TopUpKey) =>
  time.getTime() - otherTime.getTime() || (name < otherName ? -1 : name > otherName ? 1 : 0)

function isBefore(time: string, name: string, [at, last]: TopUpKey) {
  const column = sql.ref(time)
  return sql<SqlBool>`${column} <= ${at} and (${column} < ${at} or (${sql.raw(name)}) collate "C" < ${last})`
}

const SEQ_NAME = `lpad(ledger_txns.seq::text, 20, '0')`

async function readCoinRecords(db: Kysely<Database>, userId: string, { before, limit, lang }: PageOptions) {
  const rows = await db
    .selectFrom('ledger_txns')
    .leftJoin('orders', join =>
      join.onRef('orders.order_no', '=', 'ledger_txns.ref_id').on('ledger_txns.ref_type', '=', 'order')
    )
    .select(['ledger_txns.seq', 'ledger_txns.kind', 'ledger_txns.ref_type', 'ledger_txns.coins', 'ledger_txns.bonus'])
    .leftJoin('order_returns', join =>
      join
        .onRef('order_returns.order_no', '=', 'orders.order_no')
        .onRef('order_returns.ledger_key', '=', 'ledger_txns.idempotency_key')
    )
    .select(['ledger_txns.created_at', 'orders.order_no', 'orders.amount', 'orders.currency', 'orders.refunded_at'])
    .select(['order_returns.amount as returned', 'orders.bonus as order_bonus', 'orders.gift'])
    .where('ledger_txns.user_id', '=', userId)
    .where(({ eb, or, and }) =>
      or([
        eb('ledger_txns.kind', '=', 'topup'),
        // The bonus for a top-up that a refund takes is in the list of bonus.
        and([eb('ledger_txns.kind', '=', 'order_refund'), eb('ledger_txns.ref_type', '<>', 'task')]),
        and([eb('ledger_txns.kind', '=', 'merge'), eb('ledger_txns.coins', '>', '0')]),
        and([eb('ledger_txns.kind', '=', 'adjust'), eb('ledger_txns.coins', '<>', '0')])
      ])
    )
    .$if(before !== null, query => query.where(isBefore('ledger_txns.created_at', SEQ_NAME, before as TopUpKey)))
    .orderBy('ledger_txns.created_at', 'desc')
    .orderBy('ledger_txns.seq', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row): TopUpRecord => {
    const isDebt = row.ref_type === 'debt'
    const isRestored = Number(row.returned) < 0
    const isRefunded = row.kind === 'order_refund' || row.refunded_at !== null
    const isTaken = row.kind === 'adjust' && Number(row.coins) < 0
    const isGranted = row.kind === 'adjust' || row.kind === 'merge' || isRestored
    const status = isDebt || isTaken ? 'spent' : isGranted ? 'granted' : isRefunded ? 'refunded' : 'paid'
    const ownTitles = isDebt ? debtTitles : isRestored ? undoneTitles : null
    const title = ownTitles === null ? formatRecordTitle(row.kind, '', undefined, lang) : ownTitles[lang]
    const record: WalletRecord = {
      id: row.seq,
      kind: row.kind,
      title,
      coins: Number(row.coins),
      bonus: toBonus(row),
      ...toMoney(row),
      status,
      order_no: row.order_no,
      ...NO_EPISODE,
      created_at: row.created_at.getTime()
    }
    return { key: [row.created_at, row.seq.padStart(20, '0')], record }
  })
}

/** A top-up's bonus is in other transactions, so it comes from the order. A refund's transaction contains its bonus. */
function toBonus({ kind, bonus, order_bonus, gift }: Record<'order_bonus' | 'gift', number | null> & Bonus): number {
  return kind === 'topup' ? (order_bonus ?? 0) + (gift ?? 0) : Number(bonus)
}

type Bonus = { kind: string; bonus: string }

function toMoney({ amount, currency, returned }: Record<'amount' | 'currency' | 'returned', string | null>) {
  const movedAmount = returned ?? amount
  return { amount: movedAmount === null ? null : Math.abs(Number(movedAmount)), currency }
}

async function readPassRecords(db: Kysely<Database>, userId: string, { before, limit, lang }: PageOptions) {
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '<>', 'coins')
    .where('paid_at', 'is not', null)
    .$if(before !== null, query => query.where(isBefore('paid_at', 'order_no', before as TopUpKey)))
    .orderBy('paid_at', 'desc')
    .orderBy(sql`order_no collate "C"`, 'desc')
    .limit(limit)
    .execute()
  return rows.map((row): TopUpRecord => {
    const at = row.paid_at ?? row.created_at
    const status = row.refunded_at === null ? 'paid' : 'refunded'
    const fields = { kind: 'topup', title: formatProductTitle(row, lang), amount: Number(row.amount), status } as const
    return { key: [at, row.order_no], record: toPassRecord(row, { ...fields, id: row.order_no, at }) }
  })
}

// Sorts a return behind its order, because both have the same time if the refund is reported before the payment.
const RETURN_NAME = `order_returns.order_no || ':refund:' || lpad(no::text, 6, '0')`

async function readPassReturns(db: Kysely<Database>, userId: string, { before, limit, lang }: PageOptions) {
  const rows = await db
    .selectFrom('order_returns')
    .innerJoin('orders', 'orders.order_no', 'order_returns.order_no')
    .select(['orders.order_no', 'orders.currency', 'orders.days', 'order_returns.amount', 'order_returns.created_at'])
    .select(sql<string>`${sql.raw(RETURN_NAME)}`.as('id'))
    .where('orders.user_id', '=', userId)
    .where('orders.kind', '<>', 'coins')
    .where('orders.paid_at', 'is not', null)
    .$if(before !== null, query => query.where(isBefore('order_returns.created_at', RETURN_NAME, before as TopUpKey)))
    .orderBy('order_returns.created_at', 'desc')
    .orderBy(sql`(${sql.raw(RETURN_NAME)}) collate "C"`, 'desc')
    .limit(limit)
    .execute()
  return rows.map((row): TopUpRecord => {
    const { id, created_at: at } = row
    const isRestored = Number(row.amount) < 0
    const title = isRestored ? undoneTitles[lang] : formatRecordTitle('order_refund', '', undefined, lang)
    const status = isRestored ? 'granted' : 'refunded'
    const fields = { kind: 'order_refund', title, amount: Math.abs(Number(row.amount)), status } as const
    return { key: [at, id], record: toPassRecord(row, { ...fields, id, at }) }
  })
}

function toPassRecord(
  { order_no, currency, days }: Pick<OrderRow, 'order_no' | 'currency' | 'days'>,
  { at, ...fields }: Pick<WalletRecord, 'id' | 'kind' | 'title' | 'amount' | 'status'> & { at: Date }
): WalletRecord {
  const passDays = days === null ? {} : { pass_days: days }
  return { ...fields, coins: 0, bonus: 0, currency, order_no, ...passDays, ...NO_EPISODE, created_at: at.getTime() }
}

const debtTitles: Record<Lang, string> = {
  pt: 'Dívida quitada',
  en: 'Debt settled',
  es: 'Deuda saldada',
  'zh-cn': '偿还欠款',
  'zh-tw': '償還欠款'
}
