// Whether the viewer's money is what their ledger says: the server adds it up, and so does this device.
import { atom, type ReadableAtom } from 'nanostores'
import type { StatementTxn } from '../../../contract/wallet.js'
import type { MessageKey } from '../../../locales/app/en.js'
import type { App } from '../app.js'
import { failureMessage } from '../loading/error-message.js'
import { type ChainEnd, chainEndAfter, chainStart, isIncludedInRoot, isNextInChain } from './ledger-chain.js'
import { readStatement, retryWhenThrottled } from './statement.js'

/**
 * What is not right: a transaction that is not as it was written, the balance, or a history that is another than the
 * one that the server, or this device, knew before.
 */
export type LedgerFault =
  | { kind: 'transaction'; id: string; txn: StatementTxn | undefined }
  | { kind: 'balance' }
  | { kind: 'history' }

export type LedgerCheck =
  | { state: 'idle' }
  /** `count` transactions have been read. */
  | { state: 'checking'; count: number }
  /** `hash` is the newest transaction's; `isOwn` where this device has added up, which takes a page over https. */
  | { state: 'sound'; count: number; hash: string; isOwn: boolean }
  | { state: 'broken'; fault: LedgerFault }
  | { state: 'failed'; text: MessageKey | undefined }

export interface LedgerChecker {
  $check: ReadableAtom<LedgerCheck>
  /** Checks anew, until the signal. Never rejects. */
  check(signal: AbortSignal): Promise<void>
}

/** What the device knows of the last whole chain that it has seen: `<user id> <transaction id> <hash>`. */
const SEEN_KEY = 'drama_ledger_seen'

export function createLedgerChecker(app: App): LedgerChecker {
  const $check = atom<LedgerCheck>({ state: 'idle' })
  return {
    $check,
    async check(signal) {
      const tell = (check: LedgerCheck) => signal.aborted || $check.set(check)
      tell({ state: 'checking', count: 0 })
      try {
        let found = await runCheck(app, signal, tell)
        // Money may have moved between two answers: what is wrong is so a second time.
        if (found.state === 'broken' && found.fault.kind !== 'transaction') found = await runCheck(app, signal, tell)
        tell(found)
      } catch (error) {
        tell({ state: 'failed', text: failureMessage(error) })
      }
    }
  }
}

type CheckResult = Extract<LedgerCheck, { state: 'sound' | 'broken' }>

const brokenAt = (fault: LedgerFault): CheckResult => ({ state: 'broken', fault })

async function runCheck({ api, environment }: App, signal: AbortSignal, tell: (check: LedgerCheck) => unknown) {
  const { clock, subtle, storage } = environment
  const silentOptions = { isQuiet: true, signal }
  const { user } = await api.get('/user/info', {}, silentOptions)
  // Bonus that has ended is written off by this: the balance afterwards is the ledger's.
  await api.get('/wallet/records', { type: 'bonus', page_size: 1 }, silentOptions)
  const told = await retryWhenThrottled({ clock, signal }, () => api.get('/wallet/verify', {}, silentOptions))
  const seen = readLastSeenHead(storage.get(SEEN_KEY), user.id)
  let end: ChainEnd = chainStart
  let isHeadMet = told.head_hash === end.hash
  for await (const { list } of readStatement({ api, clock, signal }, {})) {
    for (const txn of list) {
      const isWhole = !subtle || (await isNextInChain(subtle, user.id, end, txn))
      if (!isWhole || txn.id === told.broken_at) return brokenAt({ kind: 'transaction', id: txn.id, txn })
      end = chainEndAfter(txn)
      isHeadMet ||= end.hash === told.head_hash
      if (seen?.id === end.id && seen.hash !== end.hash) return brokenAt({ kind: 'history' })
      if (told.proof?.id === txn.id && told.proof.hash !== end.hash) return brokenAt({ kind: 'history' })
    }
    tell({ state: 'checking', count: end.id })
  }
  const { coins, bonus } = await api.get('/wallet/index', {}, silentOptions)
  if (told.broken_at === 'balance' || coins !== end.coins || bonus !== end.bonus) return brokenAt({ kind: 'balance' })
  if (!told.ok) return brokenAt({ kind: 'transaction', id: told.broken_at ?? '', txn: undefined })
  const isProved = !told.proof || !subtle || (await isIncludedInRoot(subtle, user.id, told.proof))
  if (!isProved || Number(told.proof?.id ?? 0) > end.id) return brokenAt({ kind: 'history' })
  if (!isHeadMet || (seen && seen.id > end.id)) return brokenAt({ kind: 'history' })
  storage.set(SEEN_KEY, `${user.id} ${end.id} ${end.hash}`)
  const sound: CheckResult = { state: 'sound', count: end.id, hash: end.hash, isOwn: subtle !== undefined }
  return sound
}

function readLastSeenHead(kept: string | undefined, userId: string): Pick<ChainEnd, 'id' | 'hash'> | undefined {
  const [owner, id, hash] = kept?.split(' ') ?? []
  return owner === userId && hash ? { id: Number(id), hash } : undefined
}
