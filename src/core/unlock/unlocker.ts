// Paying for episodes of the drama that the player shows, and what comes of it.

import { atom, type ReadableAtom } from 'nanostores'
import type { LockedQuote } from '../../../contract/episode.js'
import type { AlreadyUnlocked, UnlockedEpisode, UnlockRefusal } from '../../../contract/unlock.js'
import type { UserInfo } from '../../../contract/user.js'
import { createUserInfo, type UserInfoStore } from '../account/user-info.js'
import type { App } from '../app.js'
import { toJson } from '../lib/json.js'
import { waitAtMost } from '../lib/wait-at-most.js'
import type { PlayerPage } from '../playback/player-page.js'
import { isSilent } from '../request/request-error.js'
import { sleep } from '../request/retry.js'
import { createSpending, isAutoUnlockOn, type Spending } from '../spending/spending.js'
import { type ConfirmSpending, createSpendingReminder } from './spending-reminder.js'
import { createDecisions, type UnlockRequest } from './unlock-requests.js'

/** What is to be unlocked, for how many coins: one episode, or everything up to one. */
export type UnlockIntent =
  | { what: 'one'; episodeId: string; no: number; price: number }
  | { what: 'upTo'; no: number; price: number }

export type RefusalCode = 4201 | 4202 | 4203 | 4209

export type UnlockResult =
  /** It can be watched. */
  | { is: 'open' }
  /** `isOld`: perhaps for what was so before, when the viewer decided first. */
  | { is: 'refused'; code: RefusalCode; refusal: UnlockRefusal; isOld: boolean }
  /** To be asked again, for the same payment. */
  | { is: 'unanswered' }
  /** The viewer has been told, or need not be. */
  | { is: 'failed' }

/** An automatic unlock that the viewer can still take back. */
export interface AutoUnlockReceipt {
  episodeId: string
  no: number
  price: number
  /** Coins and bonus. */
  left: number
  /** Epoch ms. */
  until: number
}

export interface Unlocker {
  account: UserInfoStore
  spending: Spending
  $receipt: ReadableAtom<AutoUnlockReceipt | undefined>
  /** One wish at a time: who wishes the same meanwhile shares its outcome. Never rejects. */
  unlock(wish: UnlockIntent): Promise<UnlockResult>
  /** For who has gone on to a locked episode; undefined where the viewer is to be asked. */
  autoUnlock(locked: LockedQuote): Promise<UnlockResult | undefined>
  /** Locks the episode of the receipt again, and gives back what it cost: `late` where it could not any more, `unanswered` where nobody knows. */
  undo(receipt: AutoUnlockReceipt): Promise<'done' | 'late' | 'unanswered'>
  dismiss(): void
}

/** In ms. */
const UNDO = 10_000
const REOPEN_DELAYS_MS = [1000, 2000, 4000]

interface UnlockerCallbacks {
  /** The next episode may be fetched ahead of time from now on. */
  onUnlocked(): void
  askToGoOn: ConfirmSpending
}

export function createUnlocker(app: App, page: PlayerPage, { onUnlocked, askToGoOn }: UnlockerCallbacks): Unlocker {
  const { emit, showError, environment } = app
  const { clock, visibility } = environment
  const account = createUserInfo(app, page.signal, true)
  const decisions = createDecisions(app)
  const coolingOff = createSpendingReminder(environment, askToGoOn)
  const $receipt = atom<AutoUnlockReceipt | undefined>()
  let tried: LockedQuote | undefined
  let underWay: { name: string; outcome: Promise<UnlockResult> } | undefined

  const ask = (wish: UnlockIntent, isAuto: boolean) => decisions.ask(toUnlockRequest(page.dramaId, wish, isAuto))

  async function decide(wish: UnlockIntent, isAuto: boolean): Promise<UnlockResult> {
    const settled = await ask(wish, isAuto)
    if (settled.is === 'unanswered') return isSilent(settled.error) ? { is: 'failed' } : { is: 'unanswered' }
    if (settled.is === 'done') {
      const { data } = settled
      noteUnlocked('unlock' in data ? [data.unlock] : data.unlocked, data.balance)
      return open(wish.no)
    }
    const { error, isOld } = settled
    if (error.code === ALREADY_UNLOCKED) {
      account.patchBalance((error.data as AlreadyUnlocked).balance)
      return open(wish.no)
    }
    const code = refusals.find(known => known === error.code)
    if (code === undefined) {
      showError(error)
      return { is: 'failed' }
    }
    const refusal = error.data as UnlockRefusal
    account.patchBalance({ coins: refusal.coins, bonus: refusal.bonus })
    return { is: 'refused', code, refusal, isOld }
  }

  function noteUnlocked(unlocked: readonly UnlockedEpisode[], { coins, bonus }: UserInfo['balance']) {
    const last = unlocked.at(-1)
    if (!last) return
    const price = unlocked.reduce((sum, { coins_paid, bonus_paid }) => sum + coins_paid + bonus_paid, 0)
    const left = coins + bonus
    const isAuto = last.source === 'auto'
    account.patchBalance({ coins, bonus })
    const { drama_id, episode_no, episode_id } = last
    emit('drama-unlock', { drama_id, episode_no, episodes: unlocked.length, price, auto: isAuto, balance: left })
    if (!isAuto) return coolingOff.recordUnlock(unlocked.length, price)
    $receipt.set({ episodeId: episode_id, no: episode_no, price, left, until: clock.now() + UNDO })
  }

  function open(upTo: number): UnlockResult {
    const shown = page.$play.get()
    if (shown.state === 'locked' && shown.no <= upTo) void openShown(shown.no)
    if (shown.state === 'playing' && shown.answer.next && shown.answer.next.no <= upTo) {
      shown.answer.next.state = 'unlocked'
      onUnlocked()
    }
    void page.episodes.refresh().catch(() => undefined)
    return { is: 'open' }
  }

  /** What is paid for is asked for again where it does not come, and never paid for again. */
  async function openShown(no: number) {
    for (const wait of [...REOPEN_DELAYS_MS, undefined]) {
      await page.retry()
      const shown = page.$play.get()
      const hasFailed = shown.state === 'failed' && shown.no === no && shown.failure !== 'unavailable'
      if (!hasFailed || wait === undefined || page.signal.aborted) return
      await sleep(clock, wait)
      if (page.$play.get() !== shown) return
    }
  }

  function buy(wish: UnlockIntent, isAuto = false): Promise<UnlockResult> {
    const name = toJson(wish)
    if (underWay?.name === name) return underWay.outcome
    const decideNow = async (): Promise<UnlockResult> =>
      isAuto || (await coolingOff.confirmIfNeeded()) ? decide(wish, isAuto) : { is: 'failed' }
    // One after the other: the second is refused where the first has changed its price.
    const outcome = underWay ? underWay.outcome.then(decideNow) : decideNow()
    const mine = { name, outcome }
    underWay = mine
    return outcome.finally(() => {
      if (underWay === mine) underWay = undefined
    })
  }

  async function buyAutomatically(locked: LockedQuote): Promise<UnlockResult | undefined> {
    await waitAtMost(clock, whenKnown(account))
    const known = account.info.$loadable.get()
    const shown = page.$play.get()
    // Asked for once, and only while the viewer who went on is still there.
    if (shown.state !== 'locked' || shown.quote !== locked || !shown.isGoingOn || tried === locked) return undefined
    tried = locked
    const { episode_id: episodeId, episode_no: no, price, first_locked_no: first, coins, bonus } = locked
    const isOn = known.state === 'ready' && isAutoUnlockOn(known.value.auto_unlock, page.dramaId)
    if (!isOn || !visibility.isVisible() || first !== no || coins + bonus < price) return undefined
    return buy({ what: 'one', episodeId, no, price }, true)
  }

  // What was decided before the page was loaded again, and plays now, has been paid for: its answer is still wanted.
  page.$play.subscribe(shown => {
    if (shown.state !== 'playing') return
    const { id, no } = shown.answer.episode
    const price = decisions.pendingPrice(id)
    if (price !== undefined) void buy({ what: 'one', episodeId: id, no, price })
  })

  return {
    account,
    spending: createSpending(app.api, account),
    $receipt,
    unlock: wish => buy(wish),
    autoUnlock: buyAutomatically,
    async undo({ episodeId, no }) {
      const settled = await decisions.ask({ path: '/drama/unlock_undo', request: { episode_id: episodeId } })
      if (settled.is === 'unanswered') {
        showError(settled.error)
        return 'unanswered'
      }
      $receipt.set(undefined)
      if (settled.is === 'refused') return 'late'
      account.patchBalance(settled.data.balance)
      void page.episodes.refresh().catch(() => undefined)
      if (page.$play.get().no === no) await page.retry()
      return 'done'
    },
    dismiss: () => $receipt.set(undefined)
  }
}

const ALREADY_UNLOCKED = 4205
const refusals: readonly RefusalCode[] = [4201, 4202, 4203, 4209]

function toUnlockRequest(
  dramaId: string,
  wish: UnlockIntent,
  isAuto: boolean
): UnlockRequest<'/drama/unlock' | '/drama/unlock_to'> {
  const { price: expect_price } = wish
  if (wish.what === 'upTo') {
    return { path: '/drama/unlock_to', request: { drama_id: dramaId, to_no: wish.no, expect_price } }
  }
  const source = isAuto ? 'auto' : 'coins'
  return { path: '/drama/unlock', request: { episode_id: wish.episodeId, expect_price, source } }
}

function whenKnown({ info: { $loadable } }: UserInfoStore): Promise<void> {
  return new Promise(resolve => {
    if ($loadable.get().state !== 'loading') return resolve()
    const leave = $loadable.listen(() => {
      leave()
      resolve()
    })
  })
}
