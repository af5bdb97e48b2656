import { useStore } from '@nanostores/react'
import { type ReactNode, type RefObject, useRef } from 'react'
import type { Quote } from '../../../contract/quote.js'
import type { StoreTab } from '../../core/store/offers.js'
import type { UnlockText } from '../../core/unlock/messages.js'
import type { Paywall, PaywallOffer } from '../../core/unlock/paywall.js'
import type { UnlockIntent } from '../../core/unlock/unlocker.js'
import type { PlayerUiState } from '../../player/player-ui-state.js'
import { useScope, useTranslation } from '../app/scope.js'
import { openStoreFromPlayer, useStoreVisitEnd } from './use-store-visit.js'

interface Props {
  paywall: Paywall
  balance: { coins: number; bonus: number }
  offer: PaywallOffer | undefined
  desk: PlayerUiState
  tell: UnlockText
}

export function UnlockOptions({ paywall, balance, offer, desk, tell }: Props) {
  const { app } = useScope()
  const { price: money } = useTranslation()
  const price = useStore(paywall.$price)
  const busy = useStore(paywall.$busy)
  const pass = offer?.upToHere.cheapest_pass
  const { rest } = offer ?? {}
  const { first_locked_no: from, episode_no: no, episode_id: episodeId } = price
  const here = offer?.upToHere
  const first: UnlockIntent | undefined =
    from === no
      ? { what: 'one', episodeId, no, price: price.price }
      : here && { what: 'upTo', no, price: here.coins_needed }
  const missing = (wish: UnlockIntent) => wish.price - balance.coins - balance.bonus
  const shop = (tab: StoreTab, wish: UnlockIntent) => () =>
    openStoreFromPlayer(desk, { tab, from, upTo: wish.no, price: wish.price }, 'lock')
  const choose = (wish: UnlockIntent) => (missing(wish) > 0 ? shop('coins', wish) : () => void paywall.unlock(wish))
  const isBusy = (wish: UnlockIntent) => busy?.what === wish.what && busy.no === wish.no
  const all: UnlockIntent | undefined = rest && { what: 'upTo', no: rest.to_no, price: rest.coins_needed }
  const firstButton = useRef<HTMLButtonElement>(null)
  const allButton = useRef<HTMLButtonElement>(null)
  useStoreVisitEnd(desk, 'lock', ({ upTo }) => {
    const wish = upTo === all?.no ? all : first
    return wish && missing(wish) <= 0 ? (wish === all ? allButton : firstButton).current : undefined
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
            <Busy tell={tell} />
          ) : missing(first) > 0 ? (
            <span className="locked-first">
              {tell('getCoins')}
              <small>{tell('coinsMissing', { count: missing(first) })}</small>
            </span>
          ) : (
            <span className="locked-first">
              {tell(from === no ? 'unlockFor' : 'unlockRangeFor', { from, to: no, price: first.price })}
              {from < no && here && <small>{`≈\u00a0${money(here.money)}`}</small>}
            </span>
          )}
        </button>
      )}
      {rest && all && (
        <UnlockButton
          name={tell('unlockRange', { from, to: rest.to_no })}
          badge={rest.discount_percent > 0 ? tell('discountOff', { percent: rest.discount_percent }) : undefined}
          isBusy={isBusy(all)}
          isDisabled={busy !== undefined}
          tell={tell}
          button={allButton}
          onPress={choose(all)}
        >
          <CoinAmount quote={rest} tell={tell} />
        </UnlockButton>
      )}
      <UnlockButton
        name={tell('unlockPass')}
        tell={tell}
        onPress={shop('pass', first ?? { what: 'upTo', no, price: price.price })}
      >
        <b>{pass ? money(pass) : tell('seePasses')}</b>
      </UnlockButton>
      <button
        type="button"
        className="locked-free"
        onClick={() => void app.router.navigateTo({ url: '/pages/reward/reward' })}
      >
        {tell('freeCoins')}
      </button>
    </div>
  )
}

function Busy({ tell }: { tell: UnlockText }) {
  return (
    <span className="locked-first">
      <i className="turning" />
      {tell('unlocking')}
    </span>
  )
}

interface ChoiceProps {
  name: string
  badge?: string | undefined
  isBusy?: boolean
  isDisabled?: boolean
  children: ReactNode
  tell: UnlockText
  button?: RefObject<HTMLButtonElement | null>
  onPress(): void
}

function UnlockButton({
  name,
  badge,
  isBusy = false,
  isDisabled = false,
  children,
  tell,
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
        <Busy tell={tell} />
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

function CoinAmount({ quote, tell }: { quote: Quote; tell: UnlockText }) {
  const { price } = useTranslation()
  return (
    <>
      <b>{tell('coinCount', { count: quote.coins_needed })}</b>
      {quote.money.amount > 0 && <small>{`≈\u00a0${price(quote.money)}`}</small>}
    </>
  )
}
