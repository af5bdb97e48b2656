// What a locked episode offers. Nothing is paid here: the choices lead to where coins and passes come from.
import { atom, type ReadableAtom } from 'nanostores'
import type { LockedQuote } from '../../contract/episode.js'
import type { Quote } from '../../contract/quote.js'
import type { App } from './app.js'

export interface PaywallOffer {
  /** Up to the locked episode; of this one alone where no earlier one is locked. */
  upToHere: Quote
  /** All that is left of the drama, where that is more. */
  rest: Quote | undefined
}

export type PaywallState =
  | { state: 'loading' }
  | { state: 'ready'; offer: PaywallOffer }
  /** The prices in coins are known all the same. */
  | { state: 'failed' }
  /** The page around the app shows an offer of its own. */
  | { state: 'theirs' }

export interface Paywall {
  $paywall: ReadableAtom<PaywallState>
}

/** Asks what the ways out cost, and tells the host page, which may show something in place of this. */
export function createPaywall({ api, emit, signal }: App, locked: LockedQuote): Paywall {
  const $paywall = atom<PaywallState>({ state: 'loading' })
  const ask = (to_no?: number) => {
    const request = to_no === undefined ? {} : { to_no }
    return api.get('/drama/quote', { drama_id: locked.drama_id, ...request }, { isQuiet: true })
  }

  async function load(): Promise<PaywallState> {
    const [upToHere, rest] = await Promise.all([ask(locked.episode_no), ask()])
    return { state: 'ready', offer: { upToHere, rest: rest.remaining > upToHere.remaining ? rest : undefined } }
  }
  void load()
    .catch((): PaywallState => ({ state: 'failed' }))
    .then(next => {
      if (signal.aborted) return
      const money = next.state === 'ready' ? next.offer.upToHere.money : undefined
      const isOurs = emit('drama-paywall', {
        drama_id: locked.drama_id,
        episode_no: locked.episode_no,
        price: locked.price,
        money: money ? { amount: money.amount, currency: money.currency } : null
      })
      $paywall.set(isOurs ? next : { state: 'theirs' })
    })
  return { $paywall }
}
