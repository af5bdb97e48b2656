import { useStore } from '@nanostores/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { LockedQuote } from '../../../contract/episode.js'
import type { PlayerPage, PlayState } from '../../core/playback/player-page.js'
import type { UnlockTranslate } from '../../core/unlock/messages.js'
import { createPaywall, type Paywall, type PaywallOffer, showUnlockedEpisode } from '../../core/unlock/paywall.js'
import { reachedSpendingLimit } from '../../core/unlock/unlock-notice.js'
import { useScope } from '../app/scope.js'
import { usePriceAndDateFormat } from '../app/use-price-and-date-format.js'
import type { ControlProps } from '../player/control-props.js'
import { EpisodeBar } from '../player/controls/episode-bar.js'
import { useReturnFocusOnUnmount } from '../player/use-focus-return.js'
import { ActionIcon } from '../ui/icon/action-icon.js'
import { Coin } from '../ui/icon/coin.js'
import { Spinner } from '../ui/status/spinner.js'
import { AutoUnlockSwitch } from './auto-unlock-switch.js'
import { UnlockNoticeText } from './unlock-notice.js'
import { UnlockOptions } from './unlock-options.js'
import { openStoreFromPlayer } from './use-store-visit.js'
import type { UnlockPart } from './use-unlock.js'

interface Props extends ControlProps {
  shown: Extract<PlayState, { state: 'locked' }>
  unlockPart: UnlockPart
}

export function LockedEpisode({ shown, page, drama, uiState, translate, unlockPart }: Props) {
  const { app } = useScope()
  const { quote, isOutOfOrder, no } = shown
  const { unlocker, unlockText } = unlockPart
  const [paywall] = useState(() =>
    createPaywall(app, page, quote, unlocker, shown.cameFromPrevious, {
      openStore: goal => openStoreFromPlayer(uiState, goal, 'lock'),
      reopen: () => showUnlockedEpisode(page, no)
    })
  )
  const state = useStore(paywall.$paywall)
  const price = useStore(paywall.$price)
  const notice = useStore(paywall.$notice)
  const panel = useRef<HTMLDivElement>(null)
  useReturnFocusOnUnmount(panel)
  useReopenOnReturn(page)
  const lastQuote = useRef(quote)
  useEffect(() => {
    if (lastQuote.current !== quote) paywall.renew(quote)
    lastQuote.current = quote
  }, [paywall, quote])
  const hasHostOffer = state.state === 'host-offer'
  useEffect(() => {
    uiState.$hasHostOffer.set(hasHostOffer)
    return () => uiState.$hasHostOffer.set(false)
  }, [uiState, hasHostOffer])
  if (state.state === 'automatic') {
    return (
      <>
        <Spinner />
        <p className="player-message" role="status">
          {unlockText('unlocking')}
        </p>
      </>
    )
  }
  const title = reachedSpendingLimit(notice)
    ? unlockText('spendingLimitReached')
    : translate(isOutOfOrder ? 'lockedTitle' : 'unlockTitle', { no })
  const lastOpen = price.first_locked_no - 1
  const goTo = (episode: number) => () => void page.goTo(episode)
  return (
    <div className="locked" ref={panel} data-host-offer={hasHostOffer ? '' : undefined}>
      <span className="locked-sign">
        <ActionIcon name="lock" />
      </span>
      <h2>{title}</h2>
      <p className="locked-drama">{drama?.title}</p>
      {(isOutOfOrder || notice?.type === 'earlierFirst') && (
        <p className="locked-earlier">{translate('lockedEarlier')}</p>
      )}
      {!hasHostOffer && (
        <UnlockOffer
          paywall={paywall}
          quote={quote}
          page={page}
          drama={drama}
          uiState={uiState}
          unlockPart={unlockPart}
        />
      )}
      <div className="locked-actions">
        {isOutOfOrder && (
          <button type="button" onClick={goTo(price.first_locked_no)}>
            {translate('goToEpisode', { no: price.first_locked_no })}
          </button>
        )}
        {lastOpen > 0 && (
          <button type="button" onClick={goTo(lastOpen)}>
            {translate('lockedBack', { no: lastOpen })}
          </button>
        )}
      </div>
      <EpisodeBar
        page={page}
        no={no}
        drama={drama}
        translate={translate}
        onPick={() => uiState.$sheet.set('episodes')}
      />
    </div>
  )
}

type OfferProps = Pick<Props, 'page' | 'drama' | 'uiState' | 'unlockPart'> & { paywall: Paywall; quote: LockedQuote }

/** Takes up space, but is invisible until the host page has declined to make its own offer. */
function UnlockOffer({ paywall, quote, page, drama, uiState, unlockPart }: OfferProps) {
  const { unlocker, unlockText } = unlockPart
  const state = useStore(paywall.$paywall)
  const price = useStore(paywall.$price)
  const notice = useStore(paywall.$notice)
  const balance = useBalance(unlockPart, quote)
  const offer = state.state === 'ready' ? state.offer : undefined
  const refreshEpisodes = useCallback(() => void page.episodes.refresh().catch(() => undefined), [page])
  return (
    <div className="locked-offer" data-asking={state.state === 'asking' ? '' : undefined}>
      <OfferFacts price={price.price} balance={balance} offer={offer} unlockText={unlockText} />
      <UnlockNoticeText notice={notice} unlockText={unlockText} hasOwnTitle={false} />
      <UnlockOptions
        paywall={paywall}
        balance={balance}
        debt={quote.debt ?? 0}
        offer={offer}
        uiState={uiState}
        unlockText={unlockText}
        onPassPaid={refreshEpisodes}
      >
        <AutoUnlockSwitch
          unlocker={unlocker}
          uiState={uiState}
          drama={{ id: page.dramaId, title: drama?.title ?? '' }}
          unlockText={unlockText}
        />
      </UnlockOptions>
    </div>
  )
}

interface Balance {
  coins: number
  bonus: number
}

/** Starts with the balance of the locked response, then follows changes, also from other tabs. */
function useBalance({ unlocker: { account } }: UnlockPart, quote: Balance): Balance {
  const { $loadable } = account.info
  const [balance, setBalance] = useState<Balance>(quote)
  useEffect(() => {
    setBalance(quote)
    return $loadable.listen(info => info.state === 'ready' && setBalance(info.value.balance))
  }, [$loadable, quote])
  return balance
}

interface FactsProps {
  price: number
  balance: Balance
  offer: PaywallOffer | undefined
  unlockText: UnlockTranslate
}

function OfferFacts({ price, balance: { coins, bonus }, offer, unlockText }: FactsProps) {
  const { price: money } = usePriceAndDateFormat()
  const worth = offer?.upToHere.remaining === 1 ? offer.upToHere.money : undefined
  return (
    <dl className="locked-facts">
      <dt>{unlockText('price')}</dt>
      <dd>
        <Coin />
        <b className="locked-price">{unlockText('coinCount', { count: price })}</b>
        {worth && (
          <>
            <span className="visually-hidden"> · </span>
            <small>{unlockText('moneyFrom', { money: money(worth) })}</small>
          </>
        )}
      </dd>
      <dt>{unlockText('balance')}</dt>
      <dd>
        <Coin />
        <b>{unlockText('coinCount', { count: coins + bonus })}</b>
        {bonus > 0 && <small>{unlockText('balanceParts', { coins, bonus })}</small>}
      </dd>
    </dl>
  )
}

/** Reopens the episode when the viewer returns to this page, because they may have coins or a pass now. */
function useReopenOnReturn(page: PlayerPage): void {
  const { app } = useScope()
  useEffect(() => {
    const { $stack } = app.router
    const pageId = $stack.get().top?.id
    let isAway = false
    return $stack.listen(({ top }) => {
      const isBack = isAway && top?.id === pageId
      isAway = top?.id !== pageId
      if (isBack) void page.reopen()
    })
  }, [app, page])
}
