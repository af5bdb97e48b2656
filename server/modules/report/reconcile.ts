// The report beside the books it must agree with: orders, what went back of them, and the coins that the ledger gave.
import { sql, type Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { timeOfSlot } from './period.js'
import type { Line, ReportSpan } from './rollup-queries.js'

/** One number of the report and the same from the books; money in minor units of `currency`. */
interface Compared {
  report: number
  difference: number
}

export interface Reconciliation {
  revenue: (Compared & { currency: string; orders: number })[]
  refunded: (Compared & { currency: string; orders: number })[]
  coins: Compared & { ledger: number }
}

interface Sum {
  currency: string
  amount: string
  ledger: string
}

/** Compares within one snapshot; orders of tests are in neither. */
export async function reconcile(
  trx: Transaction<Database>,
  span: ReportSpan,
  lines: readonly Line[],
  usual: string
): Promise<Reconciliation> {
  const paid = await paidAmounts(trx, span)
  const back = await refundedAmounts(trx, span)
  const real = lines.filter(line => !line.is_test && line.currency !== '')
  const currencies = new Set([usual, ...[...real, ...paid, ...back].map(({ currency }) => currency)])
  const compare = (metric: 'revenue' | 'refunded', sums: readonly Sum[]) =>
    [...currencies].sort().map(currency => {
      const report = sumOf(real.filter(line => line.currency === currency).map(line => line[metric]))
      const orders = sumOf(sums.filter(sum => sum.currency === currency).map(({ amount }) => amount))
      return { currency, report, orders, difference: report - orders }
    })
  const report = sumOf(real.map(({ coins_sold }) => coins_sold))
  const ledger = sumOf(paid.map(sum => sum.ledger))
  return {
    revenue: compare('revenue', paid),
    refunded: compare('refunded', back),
    coins: { report, ledger, difference: report - ledger }
  }
}

const sumOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + Number(text), 0)

const timesOf = ({ start, end }: ReportSpan) => [new Date(timeOfSlot(start)), new Date(timeOfSlot(end))] as const

/** Money of orders that were paid then, and the coins that the ledger gave for them. */
async function paidAmounts(trx: Transaction<Database>, span: ReportSpan): Promise<Sum[]> {
  const [from, to] = timesOf(span)
  const query = sql<Sum>`select currency, sum(amount)::bigint as amount, coalesce(sum(given.coins), 0)::bigint as ledger
    from orders left join ledger_txns given
      on given.kind = 'topup' and given.ref_type = 'order' and given.ref_id = orders.order_no
    where lpid in (${sql.join(span.lpids)}) and paid_at >= ${from} and paid_at < ${to} and not is_test
    group by currency`
  return (await query.execute(trx)).rows
}

/** Money that went back then, less what came again. */
async function refundedAmounts(trx: Transaction<Database>, span: ReportSpan): Promise<Sum[]> {
  const [from, to] = timesOf(span)
  const query = sql<Sum>`select currency, sum(order_returns.amount)::bigint as amount, 0::bigint as ledger
    from order_returns join orders using (order_no)
    where lpid in (${sql.join(span.lpids)}) and not is_test
      and order_returns.created_at >= ${from} and order_returns.created_at < ${to}
    group by currency`
  return (await query.execute(trx)).rows
}
