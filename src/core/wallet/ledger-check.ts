import { atom, type ReadableAtom } from 'nanostores'
import type { StatementTxn } from '../../../contract/wallet.js'
import type { MessageKey } from '../../../locales/app/en.js'
import type { App } from '../app.js'
import { failureMessageKey } from '../loading/error-message.js'
import { type ChainEnd, chainEndAfter, chainStart, isIncludedInRoot, isNextInChain } from './ledger-chain.js'
import { readStatement, retryWhenThrottled } from './statement.js'

/** `history`: the chain differs from the one that the server or this device knew before. */
export type LedgerFault =
  | { kind: 'transaction'; id: string; txn: StatementTxn | undefined }
  | { kind: 'balance' }
  | { kind: 'history' }

export type LedgerCheck =
  | { state: 'idle' }
  | { state: 'checking'; count: number }
  /** `isOwn`: this device has verified the hashes, which needs a secure page. */
  | { state: 'sound'; count: number; hash: string; isOwn: boolean }
  | { state: 'broken'; fault: LedgerFault }
  | { state: 'failed'; text: MessageKey | undefined }

export interface LedgerChecker {
  $check: ReadableAtom<LedgerCheck>
  check(signal: AbortSignal): Promise<void>
}

/** `<user id> <transaction id> <hash>` of the last sound chain. */
const SEEN_KEY = 'drama_ledger_seen'

export function createLedgerChecker(app: App): LedgerChecker {
  const $check = atom<LedgerCheck>({ state: 'idle' })
  return {
    $check,
    async check(signal) {
      const setCheck = (check: LedgerCheck) => signal.aborted || $check.set(check)
      setCheck({ state: 'checking', count: 0 })
      try {
        let found = await runCheck(app, signal, setCheck)
        // Coins may have moved between two responses, so a second check must find the same fault.
        if (found.state === 'broken' && found.fault.kind !== 'transaction')
          found = await runCheck(app, signal, setCheck)
        setCheck(found)
      } catch (error) {
        setCheck({ state: 'failed', text: failureMessageKey(error) })
      }
    }
  }
}

type CheckResult = Extract<LedgerCheck, { state: 'sound' | 'broken' }>

const brokenAt = (fault: LedgerFault): CheckResult => ({ state: 'broken', fault })

async function runCheck({ api, environment }: App, signal: AbortSignal, setCheck: (check: LedgerCheck) => unknown) {
  const { clock, subtle, storage } = environment
  const silentOptions = { isQuiet: true, signal }
  const { user } = await api.get('/user/info', {}, silentOptions)
  // The server writes off expired bonus on this request, so that the balance matches the ledger.
  await api.get('/wallet/records', { type: 'bonus', page_size: 1 }, silentOptions)
  const verification = await retryWhenThrottled({ clock, signal }, () => api.get('/wallet/verify', {}, silentOptions))
  const lastHead = readLastSeenHead(storage.get(SEEN_KEY), user.id)
  let chainEnd: ChainEnd = chainStart
  let isHeadMet = verification.head_hash === chainEnd.hash
  for await (const { list } of readStatement({ api, clock, signal }, {})) {
    for (const txn of list) {
      const isWhole = !subtle || (await isNextInChain(subtle, user.id, chainEnd, txn))
      if (!isWhole || txn.id === verification.broken_at) return brokenAt({ kind: 'transaction', id: txn.id, txn })
      chainEnd = chainEndAfter(txn)
      isHeadMet ||= chainEnd.hash === verification.head_hash
      if (lastHead?.id === chainEnd.id && lastHead.hash !== chainEnd.hash) return brokenAt({ kind: 'history' })
      if (verification.proof?.id === txn.id && verification.proof.hash !== chainEnd.hash)
        return brokenAt({ kind: 'history' })
    }
    setCheck({ state: 'checking', count: chainEnd.id })
  }
  const { coins, bonus } = await api.get('/wallet/index', {}, silentOptions)
  if (verification.broken_at === 'balance' || coins !== chainEnd.coins || bonus !== chainEnd.bonus)
    return brokenAt({ kind: 'balance' })
  if (!verification.ok) return brokenAt({ kind: 'transaction', id: verification.broken_at ?? '', txn: undefined })
  const isProved = !verification.proof || !subtle || (await isIncludedInRoot(subtle, user.id, verification.proof))
  if (!isProved || Number(verification.proof?.id ?? 0) > chainEnd.id) return brokenAt({ kind: 'history' })
  if (!isHeadMet || (lastHead && lastHead.id > chainEnd.id)) return brokenAt({ kind: 'history' })
  storage.set(SEEN_KEY, `${user.id} ${chainEnd.id} ${chainEnd.hash}`)
  const sound: CheckResult = { state: 'sound', count: chainEnd.id, hash: chainEnd.hash, isOwn: subtle !== undefined }
  return sound
}

function readLastSeenHead(stored: string | undefined, userId: string): Pick<ChainEnd, 'id' | 'hash'> | undefined {
  const [owner, id, hash] = stored?.split(' ') ?? []
  return owner === userId && hash ? { id: Number(id), hash } : undefined
}
