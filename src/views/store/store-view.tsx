import { useStore } from '@nanostores/react'
import { type ComponentType, useRef } from 'react'
import type { Disclosure } from '../../../contract/store.js'
import type { StoreMessageKey } from '../../../locales/store/en.js'
import type { StoreTranslate } from '../../core/store/messages.js'
import type { StoreData, StorePage } from '../../core/store/store-page.js'
import { sufficientProducts, type UnlockGoal } from '../../core/store/unlock-goal.js'
import { useScope, useTranslation } from '../app/scope.js'
import choicesCss from '../ui/controls/radio-group.css'
import { ActionIcon } from '../ui/icon/action-icon.js'
import coinCss from '../ui/icon/coin.css'
import { EmptyState, FailureView } from '../ui/status/notice.js'
import { AccountRecoveryPrompt } from './account-recovery-prompt.js'
import { CheckoutStatus, css as checkoutCss } from './checkout-status.js'
import { OpenPaymentSheet } from './open-payment-sheet.js'
import payBarCss from './pay-bar.css'
import { PayBar } from './pay-bar.js'
import { findProductTitle } from './product-title.js'
import { StoreBalance } from './store-balance.js'
import { StoreOffers } from './store-offers.js'
import storeCss from './store-view.css'
import type { UnlockGoalHeaderProps } from './unlock-goal-header.js'

export const css = choicesCss + coinCss + storeCss + payBarCss + checkoutCss

interface Props {
  page: StorePage
  isWatching: boolean
  /** Limits the offers to those that are sufficient. Needs GoalHeader, which replaces the balance. */
  goal?: UnlockGoal
  GoalHeader?: ComponentType<UnlockGoalHeaderProps>
  onEnd(): void
}

export function StoreView({ page, ...rest }: Props) {
  const loadable = useStore(page.storeData.$loadable)
  if (loadable.state === 'loading') return <StoreSkeleton />
  if (loadable.state === 'failed') {
    return <FailureView failure={loadable.failure} onRetry={() => void page.storeData.reload()} />
  }
  return <StoreContent page={page} storeData={loadable.value} {...rest} />
}

function StoreContent({ page, storeData, isWatching, goal, GoalHeader, onEnd }: Props & { storeData: StoreData }) {
  const { app } = useScope()
  const { index, checkout, texts } = storeData
  const text = useStore(texts.$text)
  const shown = useStore(checkout.$checkout)
  const provider = useStore(page.$provider)
  useStore(page.$choice)
  const chosen = page.findChosenProduct(index)
  const wasAway = useRef(false)
  const isInSheet = useRef(false)
  const started = shown.state === 'choosing' || shown.state === 'ordering' ? undefined : shown
  if (started) wasAway.current = true
  if (!text) return <StoreSkeleton />
  const status = {
    checkout,
    text,
    ending: text(isWatching ? 'continueWatching' : 'done'),
    onEnd,
    title: (started && findProductTitle(started.product, index)) ?? '',
    onRetry: page.pay,
    protection: <AccountRecoveryPrompt page={page} text={text} />
  }
  // How a payment in a frame has ended is shown in the same sheet. With a goal the store is in a sheet already.
  if (started?.state === 'waiting') isInSheet.current = started.place === 'frame' && !goal
  const isFramed = started && isInSheet.current
  if (started && !isFramed) return <CheckoutStatus shown={started} {...status} />
  if (!chosen || index.providers.length === 0)
    return <EmptyState icon={<ActionIcon name="info" />} text={text('storeNothing')} />
  return (
    <>
      <div className="store">
        {goal && GoalHeader ? (
          <GoalHeader index={index} unlockGoal={goal} text={text} />
        ) : (
          <StoreBalance index={index} text={text} />
        )}
        {!app.environment.storage.isPersistent() && (
          <p className="store-storage-blocked" role="note">
            {text('storeUnkept')}
          </p>
        )}
        <StoreOffers
          index={index}
          products={goal ? sufficientProducts(index, goal) : index.products}
          first={goal?.tab ?? 'pass'}
          chosen={chosen.id}
          text={text}
          onChoose={page.choose}
        />
        <Disclosures list={index.disclosures} text={text} />
      </div>
      <PayBar
        index={index}
        chosen={chosen}
        provider={provider}
        text={text}
        isBack={wasAway.current}
        isBusy={shown.state !== 'choosing' && shown.state !== 'declined' && shown.state !== 'closed'}
        problem={shown.state === 'choosing' && shown.problem ? text(shown.problem) : undefined}
        onProvider={page.chooseProvider}
        onPay={page.pay}
      />
      <OpenPaymentSheet shown={isFramed ? started : undefined} {...status} onClose={checkout.close} />
    </>
  )
}

function StoreSkeleton() {
  const { text } = useTranslation()
  return (
    <div className="store skeleton store-skeleton" part="skeleton" role="status" aria-label={text('loading')}>
      <i />
      <i />
      <i />
      <i />
      <i />
    </div>
  )
}

const disclosureKeys: Record<Disclosure, StoreMessageKey> = {
  no_renewal: 'tellNoRenewal',
  coins_do_not_end: 'tellCoinsStay',
  bonus_ends: 'tellBonusEnds',
  refund_unspent: 'tellRefund',
  test_payments: 'tellTest'
}

function Disclosures({ list, text }: { list: readonly Disclosure[]; text: StoreTranslate }) {
  return (
    <section className="store-facts">
      <h2>{text('goodToKnow')}</h2>
      <ul>
        {list.map(name => (
          <li key={name}>{text(disclosureKeys[name])}</li>
        ))}
      </ul>
    </section>
  )
}
