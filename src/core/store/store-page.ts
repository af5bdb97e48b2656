import { atom, type ReadableAtom } from 'nanostores'
import type { Product, ProviderId, StoreIndex } from '../../../contract/store.js'
import type { App } from '../app.js'
import { createLoader, type Loader } from '../loading/loadable.js'
import { type Checkout, createCheckout } from './checkout.js'
import type { StoreTexts } from './messages.js'
import { proposedOf, type StoreTab } from './offers.js'
import { suggestedProduct, type UnlockGoal } from './unlock-goal.js'

export interface StoreData {
  index: StoreIndex
  checkout: Checkout
  texts: StoreTexts
}

export interface StorePage {
  /** Ready when there are texts and a way to pay, too. */
  shop: Loader<StoreData>
  /** What the viewer has chosen, or what is proposed. */
  chosen(index: StoreIndex): Product | undefined
  $choice: ReadableAtom<string | undefined>
  choose(productId: string): void
  $provider: ReadableAtom<ProviderId | undefined>
  chooseProvider(id: ProviderId): void
  /** Buys what is chosen, within a tap; asks first where the coins could be lost with this browser. */
  pay(): void
  /** That question is open. */
  $isWarning: ReadableAtom<boolean>
  /** Answers it: `anyway` pays, within a tap. */
  answerWarning(answer: 'anyway' | 'later'): void
  reload(): void
  exit(): void
}

/** `errand`: an episode waits, and proposes what is enough for it. */
export function createStorePage(app: App, tab: StoreTab, errand?: UnlockGoal): StorePage {
  const leaving = new AbortController()
  const $choice = atom<string | undefined>()
  const $provider = atom<ProviderId | undefined>()
  const $isWarning = atom(false)
  let checkout: Checkout | undefined
  let hasConfirmedWarning = false

  const shop = createLoader<StoreData>(async () => {
    const [{ orders, texts }, index] = await Promise.all([prepare(), app.api.get('/store/index', {})])
    checkout ??= createCheckout(orders, () => texts.$text.get()?.('openingPayment') ?? '')
    if (leaving.signal.aborted) checkout.exit()
    return { index, checkout, texts }
  })

  async function prepare() {
    const orders = await app.orders()
    await orders.texts.load()
    return { orders, texts: orders.texts }
  }

  const known = () => {
    const loadable = shop.$loadable.get()
    return loadable.state === 'ready' ? loadable.value : undefined
  }
  const proposed = (index: StoreIndex) => (errand ? suggestedProduct(index, errand) : proposedOf(index.products, tab))
  const chosen = (index: StoreIndex) => index.products.find(({ id }) => id === $choice.get()) ?? proposed(index)

  function startCheckout() {
    const index = known()?.index
    const product = index && chosen(index)
    const provider = index?.providers.find(({ id }) => id === $provider.get()) ?? index?.providers[0]
    // What is refused because it costs something else by now is shown for what it costs.
    if (product && provider)
      void checkout?.pay(product, provider.id).then(problem => problem === 'priceChanged' && catchUp())
  }

  const catchUp = () => void (known() && shop.refresh().catch(() => undefined))
  const forget = app.$bought.listen(catchUp)
  return {
    shop,
    chosen,
    $choice,
    choose: id => $choice.set(id),
    $provider,
    chooseProvider: id => $provider.set(id),
    $isWarning,
    pay() {
      if (known()?.index.needs_way_back && !hasConfirmedWarning) $isWarning.set(true)
      else startCheckout()
    },
    answerWarning(answer) {
      $isWarning.set(false)
      if (answer !== 'anyway') return catchUp()
      hasConfirmedWarning = true
      startCheckout()
    },
    reload: () => void shop.reload(),
    exit() {
      leaving.abort()
      forget()
      checkout?.exit()
    }
  }
}
