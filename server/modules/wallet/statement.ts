import type { z } from 'zod'
import type { StatementTxn, walletStatement } from '../../../contract/wallet.js'
import type { RequestContext } from '../../http/request-context.js'
import { page, readCursor, writeCursor } from '../../lib/cursor.js'
import { firstDifference, proofOf } from '../ledger/daily-roots.js'
import { readTransactions, type StoredTransaction } from '../ledger/transactions.js'
import { verifyChain } from '../ledger/verify.js'
import { requireViewer } from '../visitor/session.js'

/** Adds the caller's ledger up again. */
export async function getLedgerCheck(context: RequestContext) {
  const { userId } = requireViewer(context.viewer)
  context.limits.audit.take(context)
  const { headHash, entries, brokenAt: inChain } = await verifyChain(context.db, userId)
  // A chain that was written anew from one end to the other is whole, and not the one that was told.
  const brokenAt = inChain ?? (await firstDifference(context.db, userId))
  const proof = await proofOf(context.db, userId)
  return { ok: brokenAt === null, head_hash: headHash, entries, broken_at: brokenAt, proof }
}

const STATEMENT = 'statement'

/** The caller's ledger with its hashes, as objects or as CSV. */
export async function getStatement(context: RequestContext, request: z.output<typeof walletStatement.request>) {
  const { userId } = requireViewer(context.viewer)
  context.limits.audit.take(context)
  const { from, to, format, page_size: size = 200 } = request
  const after = readCursor(STATEMENT, ['integer'], request.cursor)
  const stretch = { afterSeq: after?.[0] ?? 0, limit: size + 1, from: dateOf(from), to: dateOf(to) }
  const txns = await readTransactions(context.db, userId, stretch)
  const cut = page(txns, size, last => writeCursor(STATEMENT, [last.seq]))
  if (format === 'json') return { ...cut, list: cut.list.map(answerOf), csv: null }
  return { ...cut, list: [], csv: (after === null ? header : '') + cut.list.map(linesOf).join('') }
}

const dateOf = (time: number | undefined) => (time === undefined ? undefined : new Date(time))

function answerOf(txn: StoredTransaction): StatementTxn {
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
const header = lineOf(columns)

const linesOf = (txn: StoredTransaction) =>
  txn.entries
    .map(({ account, amount }) => {
      const head = [txn.seq, txn.createdAt.toISOString(), txn.kind, txn.refId, account, amount]
      return lineOf([...head, txn.coinsAfter, txn.bonusAfter, txn.hash])
    })
    .join('')

/** A line of CSV as RFC 4180 has it. */
function lineOf(values: readonly (string | number)[]): string {
  return `${values.map(value => `"${String(value).replaceAll('"', '""')}"`).join(',')}\r\n`
}
