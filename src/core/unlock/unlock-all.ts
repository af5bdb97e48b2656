import { atom, type ReadableAtom } from 'nanostores'
import type { Quote } from '../../../contract/quote.js'
import type { App } from '../app.js'
import type { PlayerPage } from '../playback/player-page.js'
import type { UnlockGoal } from '../store/unlock-goal.js'
import { isOutOfCoins, toUnlockNotice, type UnlockNotice } from './unlock-notice.js'
import type { Unlocker } from './unlocker.js'

export interface UnlockAll {
  /** Until the first quote has come, or failed. */
  $isLoading: ReadableAtom<boolean>
  $quote: ReadableAtom<Quote | undefined>
  $notice: ReadableAtom<UnlockNotice | undefined>
  $isBusy: ReadableAtom<boolean>
  unlock(): Promise<void>
}

export function createUnlockAll(
  { api, signal }: App,
  page: PlayerPage,
  unlocker: Unlocker,
  openStore: (goal: UnlockGoal) => void
): UnlockAll {
  const $quote = atom<Quote | undefined>()
  const $notice = atom<UnlockNotice | undefined>()
  const $isBusy = atom(false)
  const $isLoading = atom(true)

  async function loadQuote() {
    const quote = await api.get('/drama/quote', { drama_id: page.dramaId }, { isQuiet: true }).catch(() => undefined)
    if (signal.aborted) return
    if (quote) $quote.set(quote)
    $isLoading.set(false)
  }
  void loadQuote()

  return {
    $isLoading,
    $quote,
    $notice,
    $isBusy,
    async unlock() {
      const quote = $quote.get()
      if (!quote || $isBusy.get()) return
      const { to_no, coins_needed, balance } = quote
      const from = to_no - quote.remaining + 1
      const goToStore = () => openStore({ tab: 'coins', from, upTo: to_no, price: coins_needed })
      if (balance.coins + balance.bonus < coins_needed) return goToStore()
      $isBusy.set(true)
      $notice.set(undefined)
      const result = await unlocker.unlock({ type: 'upTo', no: to_no, price: coins_needed })
      $notice.set(toUnlockNotice(result, coins_needed))
      if (isOutOfCoins(result)) goToStore()
      await loadQuote()
      $isBusy.set(false)
    }
  }
}
