import { atom, type ReadableAtom } from 'nanostores'
import type { LockedQuote } from '../../../contract/episode.js'
import type { ResponseOf } from '../../../contract/index.js'
import type { ErrorCode } from '../../../contract/protocol/errors.js'
import type { AlreadyUnlocked, UnlockedEpisode, UnlockRefusal } from '../../../contract/unlock.js'
import { createUserInfo, type UserInfoStore } from '../account/user-info.js'
import type { App } from '../app.js'
import { toJson } from '../lib/json.js'
import { waitAtMost } from '../lib/wait-at-most.js'
import { whenSettled } from '../loading/when-settled.js'
import type { PlayerPage } from '../playback/player-page.js'
import { isSilent } from '../request/request-error.js'
import { sleep } from '../request/retry.js'
import { createSpending, isAutoUnlockOn, type Spending } from '../spending/spending.js'
import { type ConfirmSpending, createSpendingReminder } from './spending-reminder.js'
import { createUnlockRequests, type UnlockRequest } from './unlock-requests.js'

export type UnlockIntent =
  | { type: 'one'; episodeId: string; no: number; price: number }
  | { type: 'upTo'; no: number; price: number }

export type UnlockRefusalCode = Extract<ErrorCode, 4201 | 4202 | 4203 | 4209>

/** `unanswered`: the result is unknown, and the same payment can be repeated. `failed`: show nothing. */
export type UnlockResult =
  | { type: 'open' }
  | { type: 'refused'; code: UnlockRefusalCode; refusal: UnlockRefusal; isOld: boolean }
  | { type: 'unanswered' }
  | { type: 'failed' }

export interface AutoUnlockReceipt {
  episodeId: string
  no: number
  price: number
  left: number
  until: number
}

/** Price of an unlock that the viewer asked for, and the balance after it, in coins. */
export interface SpentCoins {
  price: number
  left: number
}

export interface Unlocker {
  account: UserInfoStore
  spending: Spending
  /** A new object for each unlock. */
  $spent: ReadableAtom<SpentCoins | undefined>
  $receipt: ReadableAtom<AutoUnlockReceipt | undefined>
  /** A second call for the same intent gets the pending result. Never rejects. */
  unlock(intent: UnlockIntent): Promise<UnlockResult>
  /** Undefined if none was tried: it is off, impossible, tried already, or another episode is shown. */
  autoUnlock(locked: LockedQuote): Promise<UnlockResult | undefined>
  /** Refunds the unlock. `late`: the time for it is over; `unanswered`: the result is unknown. */
  undo(receipt: AutoUnlockReceipt): Promise<'done' | 'late' | 'unanswered'>
  dismissReceipt(): void
  dismissSpent(): void
}

const UNDO_MS = 10_000
const REOPEN_DELAYS_MS = [1000, 2000, 4000]

type UnlockAnswer = Pick<ResponseOf<'/drama/unlock'>, 'balance' | 'event_id' | 'is_test'>

interface UnlockerCallbacks {
  onUnlocked(): void
  confirmSpending: ConfirmSpending
}

export function createUnlocker(
  app: App,
  page: PlayerPage,
  { onUnlocked, confirmSpending }: UnlockerCallbacks
): Unlocker {
  const { emit, showError, environment } = app
  const { clock, visibility } = environment
  const account = createUserInfo(app, page.signal, true)
  const requests = createUnlockRequests(app)
  const reminder = createSpendingReminder(environment, confirmSpending)
  const $spent = atom<SpentCoins | undefined>()
  const $receipt = atom<AutoUnlockReceipt | undefined>()
  let attempted: LockedQuote | undefined
  let pending: { name: string; outcome: Promise<UnlockResult> } | undefined

  const sendRequest = (intent: UnlockIntent, isAuto: boolean) =>
    requests.send(toUnlockRequest(page.dramaId, intent, isAuto))

  async function submit(intent: UnlockIntent, isAuto: boolean): Promise<UnlockResult> {
    const result = await sendRequest(intent, isAuto)
    if (result.type === 'unanswered') return isSilent(result.error) ? { type: 'failed' } : { type: 'unanswered' }
    if (result.type === 'done') {
      const { data } = result
      recordUnlocked('unlock' in data ? [data.unlock] : data.unlocked, data)
      return showUnlocked(intent.no)
    }
    const { error, isOld } = result
    if (error.code === ALREADY_UNLOCKED_CODE) {
      account.patchBalance((error.data as AlreadyUnlocked).balance)
      return showUnlocked(intent.no)
    }
    const code = refusals.find(known => known === error.code)
    if (code === undefined) {
      showError(error)
      return { type: 'failed' }
    }
    const refusal = error.data as UnlockRefusal
    account.patchBalance({ coins: refusal.coins, bonus: refusal.bonus })
    return { type: 'refused', code, refusal, isOld }
  }

  function recordUnlocked(unlocked: readonly UnlockedEpisode[], { balance, event_id, is_test }: UnlockAnswer) {
    const last = unlocked.at(-1)
    if (!last) return
    const price = unlocked.reduce((sum, { coins_paid, bonus_paid }) => sum + coins_paid + bonus_paid, 0)
    const { coins, bonus } = balance
    const left = coins + bonus
    const isAuto = last.source === 'auto'
    account.patchBalance({ coins, bonus })
    const { drama_id, episode_no, episode_id } = last
    const details = { drama_id, episode_no, episodes: unlocked.length, price, auto: isAuto, balance: left }
    emit('drama-unlock', { ...details, is_test: Boolean(is_test), ...(event_id && { event_id }) })
    if (!isAuto) {
      $spent.set({ price, left })
      return reminder.recordUnlock(unlocked.length, price)
    }
    $receipt.set({ episodeId: episode_id, no: episode_no, price, left, until: clock.now() + UNDO_MS })
  }

  function showUnlocked(upTo: number): UnlockResult {
    const shown = page.$play.get()
    if (shown.state === 'locked' && shown.no <= upTo) void openShown(shown.no)
    if (shown.state === 'playing' && shown.playResponse.next && shown.playResponse.next.no <= upTo) {
      shown.playResponse.next.state = 'unlocked'
      onUnlocked()
    }
    void page.episodes.refresh().catch(() => undefined)
    return { type: 'open' }
  }

  /** Loads a paid episode again if it fails, without paying again. */
  async function openShown(no: number) {
    for (const delayMs of [...REOPEN_DELAYS_MS, undefined]) {
      await page.retry()
      const shown = page.$play.get()
      const hasFailed = shown.state === 'failed' && shown.no === no && shown.failure !== 'unavailable'
      if (!hasFailed || delayMs === undefined || page.signal.aborted) return
      await sleep(clock, delayMs)
      if (page.$play.get() !== shown) return
    }
  }

  function unlock(intent: UnlockIntent, isAuto = false): Promise<UnlockResult> {
    const name = toJson(intent)
    if (pending?.name === name) return pending.outcome
    const submitConfirmed = async (): Promise<UnlockResult> => {
      const isConfirmed = isAuto ? !page.signal.aborted : await reminder.confirmIfNeeded()
      return isConfirmed ? submit(intent, isAuto) : { type: 'failed' }
    }
    // Wait for the pending unlock, because it may change the price of this one.
    const outcome = pending ? pending.outcome.then(submitConfirmed) : submitConfirmed()
    const current = { name, outcome }
    pending = current
    return outcome.finally(() => {
      if (pending === current) pending = undefined
    })
  }

  async function autoUnlock(locked: LockedQuote): Promise<UnlockResult | undefined> {
    await waitAtMost(clock, whenSettled(account.info))
    const known = account.info.$loadable.get()
    const shown = page.$play.get()
    const isShown = shown.state === 'locked' && shown.quote === locked && shown.cameFromPrevious
    if (page.signal.aborted || !isShown || attempted === locked) return undefined
    attempted = locked
    const { episode_id: episodeId, episode_no: no, price, first_locked_no: first, coins, bonus } = locked
    const isOn = known.state === 'ready' && isAutoUnlockOn(known.value.auto_unlock, page.dramaId)
    if (!isOn || !visibility.isVisible() || first !== no || coins + bonus < price) return undefined
    return unlock({ type: 'one', episodeId, no, price }, true)
  }

  // Repeats an unlock whose response was lost in a reload. The stored key prevents a second payment.
  page.$play.subscribe(shown => {
    if (shown.state !== 'playing') return
    const { id, no } = shown.playResponse.episode
    const price = requests.pendingPrice(id)
    if (price !== undefined) void unlock({ type: 'one', episodeId: id, no, price })
  })

  return {
    account,
    spending: createSpending(app.api, account),
    $spent,
    $receipt,
    unlock: intent => unlock(intent),
    autoUnlock,
    async undo({ episodeId, no }) {
      const settled = await requests.send({ path: '/drama/unlock_undo', request: { episode_id: episodeId } })
      if (settled.type === 'unanswered') {
        showError(settled.error)
        return 'unanswered'
      }
      $receipt.set(undefined)
      if (settled.type === 'refused') return 'late'
      account.patchBalance(settled.data.balance)
      void page.episodes.refresh().catch(() => undefined)
      if (page.$play.get().no === no) await page.retry()
      return 'done'
    },
    dismissReceipt: () => $receipt.set(undefined),
    dismissSpent: () => $spent.set(undefined)
  }
}

const ALREADY_UNLOCKED_CODE = 4205 satisfies ErrorCode
const refusals: readonly UnlockRefusalCode[] = [4201, 4202, 4203, 4209]

function toUnlockRequest(
  dramaId: string,
  intent: UnlockIntent,
  isAuto: boolean
): UnlockRequest<'/drama/unlock' | '/drama/unlock_to'> {
  const { price: expect_price } = intent
  if (intent.type === 'upTo') {
    return { path: '/drama/unlock_to', request: { drama_id: dramaId, to_no: intent.no, expect_price } }
  }
  const source = isAuto ? 'auto' : 'coins'
  return { path: '/drama/unlock', request: { episode_id: intent.episodeId, expect_price, source } }
}
