import type { z } from 'zod'
import type { StatementTxn, walletStatement } from '../../../contract/wallet.js'
import type { RequestContext } from '../../http/request-context.js'
import { cutToPage, formatCursor, parseCursor } from '../../lib/cursor.js'
import { findFirstDifference, readRootProof } from '../ledger/daily-roots.js'
import { readTransactions, type StoredTransaction } from '../ledger/transactions.js'
import { verifyChain } from '../ledger/verify.js'
import { requireViewer } from '../visitor/session.js'

export async function getLedgerCheck(context: RequestContext) {
  const { userId } = requireViewer(context.viewer)
  await context.limits.ledgerRead.take(context)
  const { headHash, entries, brokenAt: inChain } = await verifyChain(context.db, userId)
  // A chain that was rewritten completely is valid in itself, but differs from the published roots.
  const brokenAt = inChain ?? (await findFirstDifference(context.db, userId))
  const proof = await readRootProof(context.db, userId)
  return { ok: brokenAt === null, head_hash: headHash, entries, broken_at: brokenAt, proof }
}

const CURSOR_NAME = 'statement'

export async function getStatement(context: RequestContext, request: z.output<typeof walletStatement.request>) {
  const { userId } = requireViewer(context.viewer)
  await context.limits.ledgerRead.take(context)
  const { from, to, format, page_size: size = 200 } = request
  const after = parseCursor(CURSOR_NAME, ['integer'], request.cursor)
  const range = { afterSeq: after?.[0] ?? 0, limit: size + 1, from: toDate(from), to: toDate(to) }
  const txns = await readTransactions(context.db, userId, range)
  const txnPage = cutToPage(txns, size, last => formatCursor(CURSOR_NAME, [last.seq]))
  if (format === 'json') return { ...txnPage, list: txnPage.list.map(toStatementTxn), csv: null }
  return { ...txnPage, list: [], csv: (after === null ? headerRow : '') + txnPage.list.map(formatRows).join('') }
}

const toDate = (time: number | undefined) => (time === undefined ? undefined : new Date(time))

function toStatementTxn(txn: StoredTransaction): StatementTxn {
  return {
    id: String(txn.seq),
    kind: txn.kind,
    ref_type: txn.refType,
    ref_id: txn.refId,
    key: txn.key,
    coins: txn.coins,
    bonus: txn.bonus,
    coins_after: txn.coinsAfter,
    bonus_after: txn.bonusAfter,
    entries: [...txn.entries],
    prev_hash: txn.prevHash,
    hash: txn.hash,
    created_at: txn.createdAt.getTime()
  }
}

const columns = ['id', 'time', 'kind', 'reference', 'account', 'amount', 'coins_after', 'bonus_after', 'hash']
const headerRow = formatCsvRow(columns)

const formatRows = (txn: StoredTransaction) =>
  txn.entries
    .map(({ account, amount }) => {
      const head = [txn.seq, txn.createdAt.toISOString(), txn.kind, txn.refId, account, amount]
      return formatCsvRow([...head, txn.coinsAfter, txn.bonusAfter, txn.hash])
    })
    .join('')

/** Formats a row of CSV, RFC 4180. */
function formatCsvRow(values: readonly (string | number)[]): string {
  return `${values.map(value => `"${String(value).replaceAll('"', '""')}"`).join(',')}\r\n`
}
