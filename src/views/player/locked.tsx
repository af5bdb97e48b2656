import { useStore } from '@nanostores/react'
import { type ReactNode, useRef, useState } from 'react'
import type { LockedQuote } from '../../../contract/episode.js'
import type { Quote } from '../../../contract/quote.js'
import type { PlayState } from '../../core/pages/play.js'
import { createPaywall, type PaywallOffer } from '../../core/paywall.js'
import type { PlayerText } from '../../core/player-texts.js'
import { useScope, useTranslation } from '../context.js'
import { Icon } from '../ui/icon.js'
import { MenuIcon } from '../ui/menu-icon.js'
import { EpisodeBar } from './episode-bar.js'
import type { PartProps } from './part-props.js'
import { useFocusLanding } from './use-focus-landing.js'

interface Props extends PartProps {
  shown: Extract<PlayState, { state: 'locked' }>
}

/** Over the blurred cover: what the episode costs, the ways to it, and those back. Nothing plays. */
export function Locked({ shown: { quote, isOutOfOrder, no }, page, drama, desk, say }: Props) {
  const { app } = useScope()
  const [paywall] = useState(() => createPaywall(app, quote))
  const state = useStore(paywall.$paywall)
  const panel = useRef<HTMLDivElement>(null)
  useFocusLanding(panel)
  const lastOpen = quote.first_locked_no - 1
  const goTo = (episode: number) => () => void page.goTo(episode)
  return (
    <div className="locked" ref={panel}>
      <span className="locked-sign">
        <Icon name="lock" />
      </span>
      <h2>{say(isOutOfOrder ? 'lockedTitle' : 'unlockTitle', { no })}</h2>
      <p className="locked-drama">{drama?.title}</p>
      {isOutOfOrder && <p className="locked-earlier">{say('lockedEarlier')}</p>}
      {state.state !== 'theirs' && (
        <>
          <Facts
            price={quote.price}
            balance={quote}
            offer={state.state === 'ready' ? state.offer : undefined}
            say={say}
          />
          <Choices quote={quote} offer={state.state === 'ready' ? state.offer : undefined} say={say} />
        </>
      )}
      <div className="locked-ways">
        {isOutOfOrder && (
          <button type="button" onClick={goTo(quote.first_locked_no)}>
            {say('goToEpisode', { no: quote.first_locked_no })}
          </button>
        )}
        {lastOpen > 0 && (
          <button type="button" onClick={goTo(lastOpen)}>
            {say('lockedBack', { no: lastOpen })}
          </button>
        )}
      </div>
      <EpisodeBar no={no} drama={drama} say={say} onPick={() => desk.$sheet.set('episodes')} />
    </div>
  )
}

interface FactsProps {
  price: number
  balance: { coins: number; bonus: number }
  offer: PaywallOffer | undefined
  say: PlayerText
}

/** The episode's price in coins and in money, and what the viewer has. */
function Facts({ price, balance: { coins, bonus }, offer, say }: FactsProps) {
  const { price: money } = useTranslation()
  const worth = offer?.upToHere.remaining === 1 ? ` · ≈\u00a0${money(offer.upToHere.money)}` : ''
  return (
    <dl className="locked-facts">
      <dt>{say('price')}</dt>
      <dd>
        <MenuIcon name="coin" />
        <b className="locked-price">{say('coinCount', { count: price })}</b>
        {worth}
      </dd>
      <dt>{say('balance')}</dt>
      <dd>
        <MenuIcon name="coin" />
        <b>{say('coinCount', { count: coins + bonus })}</b>
        {bonus > 0 && <small>{say('balanceParts', { coins, bonus })}</small>}
      </dd>
    </dl>
  )
}

/** This episode, as many as are left, or a pass; each leads to where it can be had. */
function Choices({ quote, offer, say }: { quote: LockedQuote; offer: PaywallOffer | undefined; say: PlayerText }) {
  const { app } = useScope()
  const { price: money } = useTranslation()
  const goTo = (url: string) => () => void app.router.navigateTo({ url })
  const coins = goTo('/pages/wallet/store?tab=coins&from=play')
  const pass = offer?.upToHere.cheapest_pass
  const { upToHere, rest } = offer ?? {}
  const { first_locked_no: from, price } = quote
  return (
    <div className="locked-choices">
      <Choice name={upToHere ? nameOf(upToHere, from, say) : say('unlockThis')} isFirst onPress={coins}>
        {upToHere ? <Cost quote={upToHere} say={say} /> : <b>{say('coinCount', { count: price })}</b>}
      </Choice>
      {rest && (
        <Choice
          name={nameOf(rest, from, say)}
          badge={rest.discount_percent > 0 ? say('discountOff', { percent: rest.discount_percent }) : undefined}
          onPress={coins}
        >
          <Cost quote={rest} say={say} />
        </Choice>
      )}
      <Choice name={say('unlockPass')} onPress={goTo('/pages/wallet/store?tab=pass&from=play')}>
        <b>{pass ? money(pass) : say('seePasses')}</b>
      </Choice>
      <button type="button" className="locked-free" onClick={goTo('/pages/reward/reward')}>
        {say('freeCoins')}
      </button>
    </div>
  )
}

interface ChoiceProps {
  name: string
  badge?: string | undefined
  isFirst?: boolean
  children: ReactNode
  onPress(): void
}

function Choice({ name, badge, isFirst = false, children, onPress }: ChoiceProps) {
  return (
    <button type="button" className={isFirst ? 'locked-choice primary' : 'locked-choice'} onClick={onPress}>
      <span className="locked-name">
        {name}
        {badge && <small className="locked-badge">{badge}</small>}
      </span>
      <span className="locked-cost">{children}</span>
    </button>
  )
}

function Cost({ quote, say }: { quote: Quote; say: PlayerText }) {
  const { price } = useTranslation()
  return (
    <>
      <b>{say('coinCount', { count: quote.coins_needed })}</b>
      {quote.money.amount > 0 && <small>{`≈\u00a0${price(quote.money)}`}</small>}
    </>
  )
}

/** The episodes that a quote is for, in words. */
function nameOf({ to_no: to }: Quote, from: number, say: PlayerText): string {
  return to === from ? say('unlockThis') : say('unlockRange', { from, to })
}
