import { sql, type Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { timeOfSlot } from './period.js'
import type { ReportLine, ReportSpan } from './rollup-queries.js'

interface Comparison {
  report: number
  difference: number
}

export interface Reconciliation {
  revenue: (Comparison & { currency: string; orders: number })[]
  refunded: (Comparison & { currency: string; orders: number })[]
  coins: Comparison & { ledger: number }
}

interface Sum {
  currency: string
  amount: string
  ledger: string
}

/** What orders and the ledger say. */
export interface BookSums {
  paid: Sum[]
  refunded: Sum[]
}

export async function readBookSums(trx: Transaction<Database>, span: ReportSpan): Promise<BookSums> {
  return { paid: await sumPaid(trx, span), refunded: await sumRefunded(trx, span) }
}

export function reconcile(
  { paid: paidSums, refunded: refundedSums }: BookSums,
  lines: readonly ReportLine[],
  defaultCurrency: string
): Reconciliation {
  const real = lines.filter(line => !line.is_test && line.currency !== '')
  const currencies = listCurrencies([...real, ...paidSums, ...refundedSums], defaultCurrency)
  const compare = (metric: 'revenue' | 'refunded', sums: readonly Sum[]) =>
    currencies.map(currency => {
      const report = sumOf(real.filter(line => line.currency === currency).map(line => line[metric]))
      const orders = sumOf(sums.filter(sum => sum.currency === currency).map(({ amount }) => amount))
      return { currency, report, orders, difference: report - orders }
    })
  const report = sumOf(real.map(({ coins_sold }) => coins_sold))
  const ledger = sumOf(paidSums.map(sum => sum.ledger))
  return {
    revenue: compare('revenue', paidSums),
    refunded: compare('refunded', refundedSums),
    coins: { report, ledger, difference: report - ledger }
  }
}

export const listCurrencies = (entries: readonly { currency: string }[], defaultCurrency: string): string[] =>
  [...new Set([defaultCurrency, ...entries.map(({ currency }) => currency)])].sort()

const sumOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + Number(text), 0)

const toTimes = ({ start, end }: ReportSpan) => [new Date(timeOfSlot(start)), new Date(timeOfSlot(end))] as const

async function sumPaid(trx: Transaction<Database>, span: ReportSpan): Promise<Sum[]> {
  const [from, to] = toTimes(span)
  const query = sql<Sum>`select currency, sum(amount)::bigint as amount, coalesce(sum(given.coins), 0)::bigint as ledger
    from orders left join ledger_txns given
      on given.kind = 'topup' and given.ref_type = 'order' and given.ref_id = orders.order_no
    where lpid in (${sql.join(span.lpids)}) and paid_at >= ${from} and paid_at < ${to} and not is_test
    group by currency`
  return (await query.execute(trx)).rows
}

/** The `offset` makes Postgres look up the orders of few refunds instead of reading all orders. */
async function sumRefunded(trx: Transaction<Database>, span: ReportSpan): Promise<Sum[]> {
  const [from, to] = toTimes(span)
  const query = sql<Sum>`select currency, sum(order_returns.amount)::bigint as amount, 0::bigint as ledger
    from order_returns cross join lateral (
      select currency, lpid, is_test from orders where order_no = order_returns.order_no offset 0
    ) refunded
    where lpid in (${sql.join(span.lpids)}) and not is_test
      and order_returns.created_at >= ${from} and order_returns.created_at < ${to}
    group by currency`
  return (await query.execute(trx)).rows
}
