import { useStore } from '@nanostores/react'
import { type ReactNode, type RefObject, useRef } from 'react'
import type { Quote } from '../../../contract/quote.js'
import type { StoreTab } from '../../core/store/offers.js'
import type { UnlockTranslate } from '../../core/unlock/messages.js'
import type { Paywall, PaywallOffer } from '../../core/unlock/paywall.js'
import type { UnlockIntent } from '../../core/unlock/unlocker.js'
import type { PlayerUiState } from '../../player/player-ui-state.js'
import { useScope } from '../app/scope.js'
import { usePriceAndDateFormat } from '../app/use-price-and-date-format.js'
import { openStoreFromPlayer, useStoreVisitEnd } from './use-store-visit.js'

interface Props {
  paywall: Paywall
  balance: { coins: number; bonus: number }
  offer: PaywallOffer | undefined
  uiState: PlayerUiState
  unlockText: UnlockTranslate
}

export function UnlockOptions({ paywall, balance, offer, uiState, unlockText }: Props) {
  const { app } = useScope()
  const { price: money } = usePriceAndDateFormat()
  const price = useStore(paywall.$price)
  const busy = useStore(paywall.$busy)
  const pass = offer?.upToHere.cheapest_pass
  const { rest } = offer ?? {}
  const { first_locked_no: from, episode_no: no, episode_id: episodeId } = price
  const upToHere = offer?.upToHere
  const first: UnlockIntent | undefined =
    from === no
      ? { type: 'one', episodeId, no, price: price.price }
      : upToHere && { type: 'upTo', no, price: upToHere.coins_needed }
  const missing = (intent: UnlockIntent) => intent.price - balance.coins - balance.bonus
  const openStore = (tab: StoreTab, intent: UnlockIntent) => () =>
    openStoreFromPlayer(uiState, { tab, from, upTo: intent.no, price: intent.price }, 'lock')
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
  return (
    <div className="locked-choices">
      {first && (
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
          ) : missing(first) > 0 ? (
            <span className="locked-primary">
              {unlockText('getCoins')}
              <small>{unlockText('coinsMissing', { count: missing(first) })}</small>
            </span>
          ) : (
            <span className="locked-primary">
              {unlockText(from === no ? 'unlockFor' : 'unlockRangeFor', { from, to: no, price: first.price })}
              {from < no && upToHere && <small>{`≈\u00a0${money(upToHere.money)}`}</small>}
            </span>
          )}
        </button>
      )}
      {rest && all && (
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
      )}
      <UnlockButton
        name={unlockText('unlockPass')}
        unlockText={unlockText}
        onPress={openStore('pass', first ?? { type: 'upTo', no, price: price.price })}
      >
        <b>{pass ? money(pass) : unlockText('seePasses')}</b>
      </UnlockButton>
      <button
        type="button"
        className="locked-free"
        onClick={() => void app.router.navigateTo({ url: '/pages/reward/reward' })}
      >
        {unlockText('freeCoins')}
      </button>
    </div>
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
