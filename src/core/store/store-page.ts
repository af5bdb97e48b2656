import { atom, type ReadableAtom } from 'nanostores'
import type { Product, ProviderId, StoreIndex } from '../../../contract/store.js'
import { isUnrecoverable } from '../account/recovery-status.js'
import type { App } from '../app.js'
import { createLoadable, type LoadableStore, readyValue } from '../loading/loadable.js'
import { type Checkout, createCheckout } from './checkout.js'
import type { StoreTexts } from './messages.js'
import { findDefaultProduct, type StoreTab } from './offers.js'
import { findProductForGoal, type UnlockGoal } from './unlock-goal.js'

export interface StoreData {
  index: StoreIndex
  checkout: Checkout
  texts: StoreTexts
}

export interface StorePage {
  storeData: LoadableStore<StoreData>
  findChosenProduct(index: StoreIndex): Product | undefined
  $choice: ReadableAtom<string | undefined>
  choose(productId: string): void
  $provider: ReadableAtom<ProviderId | undefined>
  chooseProvider(id: ProviderId): void
  /** Needs a tap. */
  pay(): void
  /** Whether what was bought here can be lost with this browser. */
  $isUnprotected: ReadableAtom<boolean>
  checkProtection(): Promise<void>
  reload(): void
  exit(): void
}

export function createStorePage(app: App, tab: StoreTab, goal?: UnlockGoal): StorePage {
  const closing = new AbortController()
  const $choice = atom<string | undefined>()
  const $provider = atom<ProviderId | undefined>()
  const $isUnprotected = atom(false)
  let checkout: Checkout | undefined

  const storeData = createLoadable<StoreData>(async () => {
    const [{ orders, texts }, index] = await Promise.all([prepare(), app.api.get('/store/index', {})])
    checkout ??= createCheckout(orders, () => texts.$text.get()?.('openingPayment') ?? '')
    if (closing.signal.aborted) checkout.exit()
    return { index, checkout, texts }
  })

  async function prepare() {
    const orders = await app.orders()
    await orders.texts.load()
    return { orders, texts: orders.texts }
  }

  const readyData = () => readyValue(storeData.$loadable.get())
  const suggested = (index: StoreIndex) =>
    goal ? findProductForGoal(index, goal) : findDefaultProduct(index.products, tab)
  const findChosenProduct = (index: StoreIndex) =>
    index.products.find(({ id }) => id === $choice.get()) ?? suggested(index)

  function startCheckout() {
    const index = readyData()?.index
    const product = index && findChosenProduct(index)
    const provider = index?.providers.find(({ id }) => id === $provider.get()) ?? index?.providers[0]
    // Reload after a changed price, so that the viewer sees the new one.
    if (product && provider)
      void checkout?.pay(product, provider).then(problem => problem === 'priceChanged' && refreshQuietly())
  }

  const refreshQuietly = () => void (readyData() && storeData.refresh().catch(() => undefined))
  const unsubscribe = app.$accessChange.listen(refreshQuietly)
  return {
    storeData,
    findChosenProduct,
    $choice,
    choose: id => $choice.set(id),
    $provider,
    chooseProvider: id => $provider.set(id),
    $isUnprotected,
    pay() {
      // After the payment, the response no longer says it.
      if (readyData()?.index.needs_way_back) $isUnprotected.set(true)
      startCheckout()
    },
    async checkProtection() {
      const info = await app.api.get('/user/info', {}, { isQuiet: true }).catch(() => undefined)
      if (info && !isUnrecoverable(info)) $isUnprotected.set(false)
    },
    reload: () => void storeData.reload(),
    exit() {
      closing.abort()
      unsubscribe()
      checkout?.exit()
    }
  }
}
