// What a locked episode offers, and what becomes of the viewer's choice.
import { atom, type ReadableAtom } from 'nanostores'
import type { LockedQuote } from '../../../contract/episode.js'
import type { Quote } from '../../../contract/quote.js'
import type { App } from '../app.js'
import { waitAtMost } from '../lib/wait-at-most.js'
import type { PlayerPage } from '../playback/player-page.js'
import type { UnlockGoal } from '../store/unlock-goal.js'
import { toUnlockNotice, type UnlockNotice } from './unlock-notice.js'
import type { Unlocker, UnlockIntent } from './unlocker.js'

export interface PaywallOffer {
  /** Up to the locked episode; of this one alone where no earlier one is locked. */
  upToHere: Quote
  /** All that is left of the drama, where that is more. */
  rest: Quote | undefined
}

export type PaywallState =
  /** The page around the app has not been asked yet whether it has an offer of its own. */
  | { state: 'asking' }
  | { state: 'loading' }
  | { state: 'ready'; offer: PaywallOffer }
  /** The prices in coins are known all the same. */
  | { state: 'failed' }
  /** The page around the app shows an offer of its own. */
  | { state: 'theirs' }
  /** The viewer need not be asked: it is being unlocked. */
  | { state: 'automatic' }

/** What the locked episode is known to cost, the newest the server has said. */
export type EpisodePrice = Pick<LockedQuote, 'episode_id' | 'episode_no' | 'price' | 'first_locked_no'>

export interface Paywall {
  $paywall: ReadableAtom<PaywallState>
  $price: ReadableAtom<EpisodePrice>
  $notice: ReadableAtom<UnlockNotice | undefined>
  /** What is being unlocked. */
  $busy: ReadableAtom<UnlockIntent | undefined>
  /** One tap, one decision: nothing else is begun before its answer. */
  unlock(wish: UnlockIntent): Promise<void>
  /** The server has said anew what it costs. */
  renew(locked: LockedQuote): void
}

export interface PaywallNavigation {
  /** To where coins and passes are sold. */
  openStore(errand: UnlockGoal): void
  /** Asks the server whether the episode may be watched by now; true when it plays. */
  reopen(): Promise<boolean>
}

/** Asks what the ways out cost, and tells the host page, which may show something in place of this. */
export function createPaywall(
  app: App,
  locked: LockedQuote,
  purchase: Unlocker,
  isGoingOn: boolean,
  ways: PaywallNavigation
): Paywall {
  const { api, emit, signal, environment } = app
  const $paywall = atom<PaywallState>({ state: isGoingOn ? 'automatic' : 'asking' })
  const $price = atom<EpisodePrice>(locked)
  const $notice = atom<UnlockNotice | undefined>()
  const $busy = atom<UnlockIntent | undefined>()
  const ask = (to_no?: number) => {
    const request = to_no === undefined ? {} : { to_no }
    return api.get('/drama/quote', { drama_id: locked.drama_id, ...request }, { isQuiet: true })
  }

  async function load(): Promise<PaywallState> {
    const [upToHere, rest] = await Promise.all([ask(locked.episode_no), ask()])
    return { state: 'ready', offer: { upToHere, rest: rest.remaining > upToHere.remaining ? rest : undefined } }
  }
  const offer = () => load().catch((): PaywallState => ({ state: 'failed' }))

  async function begin() {
    const outcome = isGoingOn ? await purchase.autoUnlock(locked) : undefined
    if (outcome?.is === 'open' || signal.aborted) return
    if (outcome) $notice.set(toUnlockNotice(outcome, locked.price))
    $paywall.set({ state: 'asking' })
    let known: PaywallState = { state: 'loading' }
    const asked = offer().then(next => {
      known = next
      if ($paywall.get().state === 'loading') $paywall.set(next)
    })
    // The page around the app hears of it before the viewer sees a price.
    await waitAtMost(environment.clock, asked)
    if (!signal.aborted) $paywall.set(tell(known) ? known : { state: 'theirs' })
  }

  /** False where the host page shows an offer of its own. */
  function tell(known: PaywallState): boolean {
    const money = known.state === 'ready' ? known.offer.upToHere.money : undefined
    return emit('drama-paywall', {
      drama_id: locked.drama_id,
      episode_no: locked.episode_no,
      price: locked.price,
      money: money ? { amount: money.amount, currency: money.currency } : null,
      grant
    })
  }

  /** Whatever the host page says, the server decides; where it lets nobody in, the viewer has our offer. */
  async function askAgain(): Promise<boolean> {
    if (signal.aborted) return false
    const isOpen = await ways.reopen()
    if (isOpen || signal.aborted || $paywall.get().state !== 'theirs') return isOpen
    $paywall.set({ state: 'loading' })
    await refreshQuote()
    return false
  }
  let hostGrant: Promise<boolean> | undefined
  function grant(token?: string): Promise<boolean> {
    hostGrant ??= offerHostUnlock(token)
      .catch(error => environment.log.error('grant', error))
      .then(askAgain)
      .finally(() => {
        hostGrant = undefined
      })
    return hostGrant
  }
  /** What its partner pays for, where the page says so. */
  async function offerHostUnlock(token: string | undefined) {
    if (typeof token !== 'string') return
    const { redeem: redeemSponsoredUnlock } = await import('./sponsored.js')
    await redeemSponsoredUnlock(app, locked.episode_id, token)
  }
  void begin()

  async function refreshQuote() {
    const next = await offer()
    const { state } = $paywall.get()
    if (state !== 'theirs' && state !== 'asking') $paywall.set(next)
  }

  return {
    $paywall,
    $price,
    $notice,
    $busy,
    renew(newer) {
      $price.set(newer)
      $notice.set(undefined)
      void refreshQuote()
    },
    async unlock(wish) {
      if ($busy.get()) return
      $busy.set(wish)
      $notice.set(undefined)
      const outcome = await purchase.unlock(wish)
      $busy.set(undefined)
      if (signal.aborted || outcome.is === 'open') return
      $notice.set(toUnlockNotice(outcome, wish.price))
      if (outcome.is !== 'refused') return
      const { price, first_locked_no, range } = outcome.refusal
      $price.set({ ...$price.get(), price, first_locked_no })
      if (outcome.code === 4201 && !outcome.isOld) {
        ways.openStore({ tab: 'coins', from: first_locked_no, upTo: wish.no, price: range.coins_needed })
      }
      await refreshQuote()
    }
  }
}

/** Asks the server anew for a locked episode that is still on screen; whether it plays now. */
export async function showUnlockedEpisode(page: PlayerPage, no: number): Promise<boolean> {
  const isShown = (state: 'locked' | 'playing') => {
    const shown = page.$play.get()
    return shown.no === no && shown.state === state
  }
  if (isShown('locked') && (await page.renewTicket()) && isShown('locked')) await page.retry()
  return isShown('playing')
}
