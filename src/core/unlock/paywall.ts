import { atom, type ReadableAtom } from 'nanostores'
import type { LockedQuote } from '../../../contract/episode.js'
import type { Quote } from '../../../contract/quote.js'
import type { App } from '../app.js'
import { waitAtMost } from '../lib/wait-at-most.js'
import type { PlayerPage } from '../playback/player-page.js'
import type { UnlockGoal } from '../store/unlock-goal.js'
import { isOutOfCoins, toUnlockNotice, type UnlockNotice } from './unlock-notice.js'
import type { Unlocker, UnlockIntent } from './unlocker.js'

export interface PaywallOffer {
  upToHere: Quote
  rest: Quote | undefined
}

/**
 * `asking`: the host page has not decided yet. `host-offer`: the host page shows its own offer. `automatic`: an
 * auto-unlock is pending.
 */
export type PaywallState =
  | { state: 'asking' }
  | { state: 'loading' }
  | { state: 'ready'; offer: PaywallOffer }
  | { state: 'failed' }
  | { state: 'host-offer' }
  | { state: 'automatic' }

export type EpisodePrice = Pick<LockedQuote, 'episode_id' | 'episode_no' | 'price' | 'first_locked_no'>

export interface Paywall {
  $paywall: ReadableAtom<PaywallState>
  $price: ReadableAtom<EpisodePrice>
  $notice: ReadableAtom<UnlockNotice | undefined>
  $busy: ReadableAtom<UnlockIntent | undefined>
  unlock(intent: UnlockIntent): Promise<void>
  renew(locked: LockedQuote): void
}

export interface PaywallNavigation {
  openStore(goal: UnlockGoal): void
  reopen(): Promise<boolean>
}

export function createPaywall(
  app: App,
  page: PlayerPage,
  locked: LockedQuote,
  unlocker: Unlocker,
  cameFromPrevious: boolean,
  navigation: PaywallNavigation
): Paywall {
  const { api, emit, environment } = app
  const { signal } = page
  const $paywall = atom<PaywallState>({ state: cameFromPrevious ? 'automatic' : 'asking' })
  const $price = atom<EpisodePrice>(locked)
  const $notice = atom<UnlockNotice | undefined>()
  const $busy = atom<UnlockIntent | undefined>()
  const loadQuote = (to_no?: number) => {
    const request = to_no === undefined ? {} : { to_no }
    return api.get('/drama/quote', { drama_id: locked.drama_id, ...request }, { isQuiet: true })
  }

  async function loadQuotes(): Promise<PaywallState> {
    const [upToHere, rest] = await Promise.all([loadQuote(locked.episode_no), loadQuote()])
    return { state: 'ready', offer: { upToHere, rest: rest.remaining > upToHere.remaining ? rest : undefined } }
  }
  const loadOffer = () => loadQuotes().catch((): PaywallState => ({ state: 'failed' }))

  async function start() {
    const result = cameFromPrevious ? await unlocker.autoUnlock(locked) : undefined
    if (result?.type === 'open' || signal.aborted) return
    if (result) $notice.set(toUnlockNotice(result, locked.price))
    $paywall.set({ state: 'asking' })
    let nextState: PaywallState = { state: 'loading' }
    const whenLoaded = loadOffer().then(next => {
      nextState = next
      if ($paywall.get().state === 'loading') $paywall.set(next)
    })
    // The host page gets the event before the viewer sees a price.
    await waitAtMost(environment.clock, whenLoaded)
    if (!signal.aborted) $paywall.set(emitPaywall(nextState) ? nextState : { state: 'host-offer' })
  }

  function emitPaywall(nextState: PaywallState): boolean {
    const money = nextState.state === 'ready' ? nextState.offer.upToHere.money : undefined
    return emit('drama-paywall', {
      drama_id: locked.drama_id,
      episode_no: locked.episode_no,
      price: locked.price,
      money: money ? { amount: money.amount, currency: money.currency } : null,
      grant
    })
  }

  /** The server decides whether the episode is unlocked. If not, the viewer gets the normal offer. */
  async function reopenEpisode(): Promise<boolean> {
    if (signal.aborted) return false
    const isOpen = await navigation.reopen()
    if (isOpen || signal.aborted || $paywall.get().state !== 'host-offer') return isOpen
    $paywall.set({ state: 'loading' })
    await refreshQuote()
    return false
  }
  let hostGrant: Promise<boolean> | undefined
  function grant(token?: string): Promise<boolean> {
    hostGrant ??= offerHostUnlock(token)
      .catch(error => environment.log.error('grant', error))
      .then(reopenEpisode)
      .finally(() => {
        hostGrant = undefined
      })
    return hostGrant
  }
  async function offerHostUnlock(token: string | undefined) {
    if (typeof token !== 'string') return
    const { requestSponsoredUnlock } = await import('./sponsored-unlock.js')
    await requestSponsoredUnlock(app, locked.episode_id, token)
  }
  void start()

  async function refreshQuote() {
    const next = await loadOffer()
    const { state } = $paywall.get()
    if (state !== 'host-offer' && state !== 'asking') $paywall.set(next)
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
    async unlock(intent) {
      if ($busy.get()) return
      $busy.set(intent)
      $notice.set(undefined)
      const result = await unlocker.unlock(intent)
      $busy.set(undefined)
      if (signal.aborted || result.type === 'open') return
      $notice.set(toUnlockNotice(result, intent.price))
      if (result.type !== 'refused') return
      const { price, first_locked_no, range } = result.refusal
      $price.set({ ...$price.get(), price, first_locked_no })
      if (isOutOfCoins(result)) {
        navigation.openStore({ tab: 'coins', from: first_locked_no, upTo: intent.no, price: range.coins_needed })
      }
      await refreshQuote()
    }
  }
}

export async function showUnlockedEpisode(page: PlayerPage, no: number): Promise<boolean> {
  const isShown = (state: 'locked' | 'playing') => {
    const shown = page.$play.get()
    return shown.no === no && shown.state === state
  }
  if (isShown('locked') && (await page.renewTicket()) && isShown('locked')) await page.retry()
  return isShown('playing')
}
