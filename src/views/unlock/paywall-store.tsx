import { useStore } from '@nanostores/react'
import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import type { OrderState, Product } from '../../../contract/store.js'
import { readyValue } from '../../core/loading/loadable.js'
import type { StoreTranslate } from '../../core/store/messages.js'
import { filterOffers, isPass } from '../../core/store/offers.js'
import { showPurchaseArrived } from '../../core/store/orders.js'
import { createStorePage, type StoreData, type StorePage } from '../../core/store/store-page.js'
import { selectPaywallPacks, type UnlockGoal } from '../../core/store/unlock-goal.js'
import { vibrate } from '../../dom/vibrate.js'
import { useScope, useTranslation } from '../app/scope.js'
import { usePageModel } from '../app/use-page-model.js'
import { usePartText } from '../app/use-part-text.js'
import { usePriceAndDateFormat } from '../app/use-price-and-date-format.js'
import { AccountRecoveryPrompt } from '../store/account-recovery-prompt.js'
import type { ShownCheckout } from '../store/checkout-status.js'
import { loadPaymentSheet, OpenPaymentSheet } from '../store/open-payment-sheet.js'
import { findProductTitle } from '../store/product-title.js'
import { Coin } from '../ui/icon/coin.js'

interface Props {
  goal: UnlockGoal
  /** False once the coins suffice: then only a payment that has just arrived is shown. */
  areOffersShown: boolean
  /** Names the button of a payment that has arrived. */
  ending: string
  /** What is shown where the offers cannot be loaded. */
  fallback: ReactNode
  onEnd(balance: OrderState['balance']): void
  onClosed(): void
  onPassPaid(): void
}

/** Sells what is missing for one episode without leaving it. */
export function PaywallStore({ fallback, ...rest }: Props) {
  const { goal, areOffersShown } = rest
  const { app } = useScope()
  const store = usePageModel(() => createStorePage(app, 'coins', goal))
  const loadable = useStore(store.storeData.$loadable)
  const storeData = readyValue(loadable)
  const hasNothing = storeData && (storeData.index.products.length === 0 || storeData.index.providers.length === 0)
  if (loadable.state === 'failed' || hasNothing) return areOffersShown && fallback
  if (!storeData) return areOffersShown && <OffersSkeleton />
  return <LoadedStore store={store} storeData={storeData} {...rest} />
}

interface StoreParts {
  store: StorePage
  storeData: StoreData
}

function LoadedStore({ goal, areOffersShown, ...rest }: Omit<Props, 'fallback'> & StoreParts) {
  const text = usePartText(rest.storeData.texts)
  return (
    <>
      {areOffersShown && <Offers goal={goal} text={text} {...rest} />}
      <Payment text={text} {...rest} />
    </>
  )
}

interface OffersProps extends StoreParts {
  goal: UnlockGoal
  text: StoreTranslate
}

function Offers({ goal, store, storeData: { index, checkout }, text }: OffersProps) {
  const { price } = usePriceAndDateFormat()
  const shown = useStore(checkout.$checkout)
  const choice = useStore(store.$choice)
  const packs = selectPaywallPacks(index, goal)
  const pass = filterOffers(index.products, 'pass')[0]
  const isBusy = shown.state === 'ordering'
  const buy = (product: Product) => () => {
    if (isBusy) return
    loadPaymentSheet().catch(() => undefined)
    store.choose(product.id)
    store.pay()
  }
  const busyProps = (product: Product) => ({
    'aria-busy': isBusy && choice === product.id,
    'aria-disabled': isBusy,
    onClick: buy(product)
  })
  const problem = shown.state === 'choosing' && shown.problem
  return (
    <div className="paywall-offers">
      {shown.state === 'waiting' && shown.place === 'aside' && (
        <p className="paywall-pending">
          {text('paymentPending', { price: price(shown.product) })}
          <button type="button" onClick={checkout.resume}>
            {text('continuePayment')}
          </button>
        </p>
      )}
      {problem && (
        <p className="unlock-notice" role="alert">
          {text(problem)}
        </p>
      )}
      <div className="paywall-packs">
        {packs.map(pack => (
          <button key={pack.id} type="button" className="paywall-pack" {...busyProps(pack)}>
            <PackFacts pack={pack} text={text} />
          </button>
        ))}
      </div>
      {pass && (
        <button type="button" className="locked-choice paywall-pass" {...busyProps(pass)}>
          <span>
            {pass.title}
            <small>{text('unlimitedFor', { count: pass.days ?? 0 })}</small>
          </span>
          <b>{price(pass)}</b>
        </button>
      )}
      <p className="paywall-note">
        {index.first_gift && <b>{text('firstGift', { bonus: index.first_gift.bonus })}</b>}
        {text(index.providers[0]?.is_test ? 'tellTest' : 'noRenewal')}
      </p>
    </div>
  )
}

function PackFacts({ pack, text }: { pack: Product; text: StoreTranslate }) {
  const { number } = useTranslation()
  const { price } = usePriceAndDateFormat()
  return (
    <>
      <span className="paywall-coins">
        <Coin />
        {number(pack.coins)}
        <span className="visually-hidden">{text('coins')}</span>
      </span>
      <small>{pack.bonus > 0 ? text('bonusPlus', { bonus: pack.bonus }) : '\u00a0'}</small>
      <b>{price(pack)}</b>
    </>
  )
}

/** As large as the offers, so that nothing moves when they come. */
function OffersSkeleton() {
  const { text } = useTranslation()
  return (
    <div className="paywall-offers skeleton" part="skeleton" role="status" aria-label={text('loading')}>
      <div className="paywall-packs">
        <i className="paywall-pack" />
        <i className="paywall-pack" />
        <i className="paywall-pack" />
      </div>
      <i className="paywall-pass" />
      <p className="paywall-note">{'\u00a0'}</p>
    </div>
  )
}

interface PaymentProps extends Pick<Props, 'ending' | 'onEnd' | 'onClosed' | 'onPassPaid'>, StoreParts {
  text: StoreTranslate
}

function Payment({ store, storeData, text, ending, onEnd, onClosed, onPassPaid }: PaymentProps) {
  const { index, checkout, texts } = storeData
  const { app } = useScope()
  const shown = useStore(checkout.$checkout)
  const isAside = shown.state === 'waiting' && shown.place === 'aside'
  const isPaid = shown.state === 'paid'
  // A declined payment stays on screen while the next one is ordered.
  const last = useRef<ShownCheckout>(undefined)
  if (shown.state !== 'ordering') last.current = shown.state === 'choosing' || isAside ? undefined : shown
  const { current: shownInSheet } = last
  const close = useCallback(() => {
    checkout.close()
    onClosed()
  }, [checkout, onClosed])
  useEffect(() => {
    if (isPaid) vibrate()
  }, [isPaid])
  useEffect(
    () =>
      checkout.$checkout.listen(now => {
        if (now.state !== 'paid' || !isPass(now.orderState)) return
        // The episode opens at once, and this sheet goes with its lock.
        void showPurchaseArrived(app, texts, now.orderState)
        onPassPaid()
      }),
    [app, checkout, texts, onPassPaid]
  )
  return (
    <OpenPaymentSheet
      shown={shownInSheet}
      checkout={checkout}
      title={shownInSheet ? findProductTitle(shownInSheet.product, index) : ''}
      text={text}
      ending={ending}
      protection={<AccountRecoveryPrompt page={store} text={text} />}
      onEnd={() => {
        close()
        if (shown.state === 'paid') onEnd(shown.orderState.balance)
      }}
      onRetry={store.pay}
      onClose={close}
    />
  )
}
