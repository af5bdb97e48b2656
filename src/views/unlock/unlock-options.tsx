import { useStore } from '@nanostores/react'
import { type ReactNode, type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react'
import type { Quote } from '../../../contract/quote.js'
import type { StoreTab } from '../../core/store/offers.js'
import type { UnlockTranslate } from '../../core/unlock/messages.js'
import type { Paywall, PaywallOffer } from '../../core/unlock/paywall.js'
import { reachedSpendingLimit } from '../../core/unlock/unlock-notice.js'
import type { UnlockIntent } from '../../core/unlock/unlocker.js'
import type { PlayerUiState } from '../../player/player-ui-state.js'
import { useScope } from '../app/scope.js'
import { usePriceAndDateFormat } from '../app/use-price-and-date-format.js'
import { Coin } from '../ui/icon/coin.js'
import { Icon } from '../ui/icon/icon.js'
import { PaywallStore } from './paywall-store.js'
import { openStoreFromPlayer, useStoreVisitEnd } from './use-store-visit.js'

interface Props {
  paywall: Paywall
  balance: { coins: number; bonus: number }
  /** Coins owed after a refund; bonus does not settle them. */
  debt: number
  offer: PaywallOffer | undefined
  uiState: PlayerUiState
  unlockText: UnlockTranslate
  onPassPaid(): void
  /** The switch of auto-unlock. */
  children: ReactNode
}

export function UnlockOptions({ paywall, balance, debt, offer, uiState, unlockText, onPassPaid, children }: Props) {
  const { price: money } = usePriceAndDateFormat()
  const price = useStore(paywall.$price)
  const busy = useStore(paywall.$busy)
  const notice = useStore(paywall.$notice)
  const reached = reachedSpendingLimit(notice)
  const pass = offer?.upToHere.cheapest_pass
  const { rest, upToHere } = offer ?? {}
  const { first_locked_no: from, episode_no: no, episode_id: episodeId } = price
  const first: UnlockIntent | undefined =
    from === no
      ? { type: 'one', episodeId, no, price: price.price }
      : upToHere && { type: 'upTo', no, price: upToHere.coins_needed }
  const toGoal = (tab: StoreTab, intent: Pick<UnlockIntent, 'no' | 'price'>) => ({
    tab,
    from,
    upTo: intent.no,
    price: intent.price
  })
  const needed = first ?? { no, price: price.price }
  const { state } = useStore(paywall.$paywall)
  const isLoading = state === 'asking' || state === 'loading'
  const missing = ({ price: intended }: Pick<UnlockIntent, 'price'>) =>
    debt > 0 ? Math.max(0, intended - balance.coins - balance.bonus) + debt : intended - balance.coins - balance.bonus
  const isShort = missing(needed) > 0
  const wasShort = useRef(false)
  if (isShort) wasShort.current = true
  const openStore = (tab: StoreTab, intent: Pick<UnlockIntent, 'no' | 'price'>) => () =>
    openStoreFromPlayer(uiState, toGoal(tab, intent), 'lock')
  const choose = (intent: UnlockIntent) =>
    missing(intent) > 0 ? openStore('coins', intent) : () => void paywall.unlock(intent)
  const isBusy = (intent: UnlockIntent) => busy?.type === intent.type && busy.no === intent.no
  const all: UnlockIntent | undefined = rest && { type: 'upTo', no: rest.to_no, price: rest.coins_needed }
  const firstButton = useRef<HTMLButtonElement>(null)
  const allButton = useRef<HTMLButtonElement>(null)
  useStoreVisitEnd(uiState, 'lock', ({ upTo }) => {
    const intent = upTo === all?.no ? all : first
    return intent && missing(intent) <= 0 ? (intent === all ? allButton : firstButton).current : undefined
  })
  const [closedPayments, setClosedPayments] = useState(0)
  const onClosed = useCallback(() => setClosedPayments(count => count + 1), [])
  const focusedPayments = useRef(0)
  // After the sheet has given the focus back, because what had opened it is gone; or when the new balance arrives.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button comes with the balance
  useEffect(() => {
    if (closedPayments === focusedPayments.current || !firstButton.current) return
    focusedPayments.current = closedPayments
    firstButton.current.focus({ preventScroll: true })
  }, [closedPayments, isShort])
  const allOption = rest && all && (
    <UnlockButton
      name={unlockText('unlockRange', { from, to: rest.to_no })}
      badge={rest.discount_percent > 0 ? unlockText('discountOff', { percent: rest.discount_percent }) : undefined}
      isBusy={isBusy(all)}
      isDisabled={busy !== undefined}
      unlockText={unlockText}
      button={allButton}
      onPress={choose(all)}
    >
      <CoinAmount quote={rest} unlockText={unlockText} />
    </UnlockButton>
  )
  const fallback = (
    <button type="button" className="locked-choice primary" onClick={openStore('coins', needed)}>
      <span className="locked-primary">{unlockText('getCoins')}</span>
    </button>
  )
  return (
    <>
      {!isShort && !reached && children}
      <div className="locked-choices">
        {isShort && notice?.type !== 'missing' && (
          <p className="locked-missing">{unlockText('coinsMissing', { count: missing(needed) })}</p>
        )}
        {debt > 0 && notice?.type !== 'missing' && (
          <p className="unlock-notice">{unlockText('debt', { count: debt })}</p>
        )}
        {/* Stays once the coins suffice, because it shows the payment that has brought them. */}
        {wasShort.current && (
          <PaywallStore
            key="store"
            goal={toGoal('coins', needed)}
            areOffersShown={isShort}
            ending={unlockText('unlockFor', { price: needed.price })}
            fallback={fallback}
            onEnd={({ coins, bonus }) => first && first.price <= coins + bonus && void paywall.unlock(first)}
            onClosed={onClosed}
            onPassPaid={onPassPaid}
          />
        )}
        {reached && reached.name !== 'campaign_daily' && (
          <button type="button" className="locked-choice primary" onClick={() => uiState.$sheet.set('limits')}>
            <span className="locked-primary">{unlockText('seeLimits')}</span>
          </button>
        )}
        {first && !isShort && !reached && (
          <button
            type="button"
            className="locked-choice primary"
            ref={firstButton}
            aria-busy={isBusy(first)}
            aria-disabled={busy !== undefined}
            onClick={choose(first)}
          >
            {isBusy(first) ? (
              <Busy unlockText={unlockText} />
            ) : (
              <span className="locked-primary">
                {unlockText(from === no ? 'unlockFor' : 'unlockRangeFor', { from, to: no, price: first.price })}
                <Coin />
                {from < no && upToHere && <small>{`≈\u00a0${money(upToHere.money)}`}</small>}
              </span>
            )}
          </button>
        )}
        {isShort ? (
          <MoreOptions unlockText={unlockText}>
            {allOption}
            <button type="button" className="locked-choice" onClick={openStore('coins', needed)}>
              {unlockText('allPacks')}
            </button>
            {children}
            <FreeCoins unlockText={unlockText} />
          </MoreOptions>
        ) : (
          <>
            {!reached && (allOption ?? (isLoading && <div className="locked-choice" aria-hidden="true" />))}
            <UnlockButton name={unlockText('unlockPass')} unlockText={unlockText} onPress={openStore('pass', needed)}>
              <b>{pass ? money(pass) : unlockText('seePasses')}</b>
            </UnlockButton>
            <FreeCoins unlockText={unlockText} />
          </>
        )}
      </div>
    </>
  )
}

function FreeCoins({ unlockText }: { unlockText: UnlockTranslate }) {
  const { app } = useScope()
  return (
    <button
      type="button"
      className="locked-free"
      onClick={() => void app.router.navigateTo({ url: '/pages/reward/reward' })}
    >
      {unlockText('freeCoins')}
    </button>
  )
}

function MoreOptions({ unlockText, children }: { unlockText: UnlockTranslate; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    if (isOpen) list.current?.closest('.locked')?.scrollBy({ top: list.current.offsetHeight })
  }, [isOpen])
  return (
    <>
      <button
        type="button"
        className="locked-free locked-more"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {unlockText('moreOptions')}
        <Icon name="back" />
      </button>
      <div className="locked-choices" id={id} ref={list} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </>
  )
}

function Busy({ unlockText }: { unlockText: UnlockTranslate }) {
  return (
    <span className="locked-primary">
      <i className="spinner-ring" />
      {unlockText('unlocking')}
    </span>
  )
}

interface ChoiceProps {
  name: string
  badge?: string | undefined
  isBusy?: boolean
  isDisabled?: boolean
  children: ReactNode
  unlockText: UnlockTranslate
  button?: RefObject<HTMLButtonElement | null>
  onPress(): void
}

function UnlockButton({
  name,
  badge,
  isBusy = false,
  isDisabled = false,
  children,
  unlockText,
  button,
  onPress
}: ChoiceProps) {
  return (
    <button
      type="button"
      className="locked-choice"
      ref={button}
      aria-busy={isBusy}
      aria-disabled={isDisabled}
      onClick={onPress}
    >
      {isBusy ? (
        <Busy unlockText={unlockText} />
      ) : (
        <>
          <span className="locked-name">
            {name}
            {badge && <small className="locked-badge">{badge}</small>}
          </span>
          <span className="locked-cost">{children}</span>
        </>
      )}
    </button>
  )
}

function CoinAmount({ quote, unlockText }: { quote: Quote; unlockText: UnlockTranslate }) {
  const { price } = usePriceAndDateFormat()
  return (
    <>
      <b>{unlockText('coinCount', { count: quote.coins_needed })}</b>
      {quote.money.amount > 0 && <small>{`≈\u00a0${price(quote.money)}`}</small>}
    </>
  )
}
