import { type ReactNode, useEffect, useRef } from 'react'
import { formatPriceInChineseNumerals } from '../../core/format/chinese-numerals.js'
import type { Checkout, CheckoutState } from '../../core/store/checkout.js'
import type { StoreTranslate } from '../../core/store/messages.js'
import { isPass } from '../../core/store/offers.js'
import { findExternalLinkTarget } from '../../dom/browser-features/in-app-browser.js'
import { useScope, useTranslation } from '../app/scope.js'
import { usePriceAndDateFormat } from '../app/use-price-and-date-format.js'
import { ActionIcon } from '../ui/icon/action-icon.js'
import { Coin } from '../ui/icon/coin.js'
import { isHostPageUnfocused } from '../ui/overlay/is-host-page-unfocused.js'
import { Spinner } from '../ui/status/spinner.js'
import checkoutCss from './checkout-status.css'
import { css as frameCss, PaymentFrame } from './payment-frame.js'

export const css = checkoutCss + frameCss

export type ShownCheckout = Exclude<CheckoutState, { state: 'choosing' | 'ordering' }>

export interface CheckoutStatusProps {
  shown: ShownCheckout
  checkout: Checkout
  /** In the current language; the order has the title of the language it was made in. */
  title: string
  text: StoreTranslate
  ending: string
  /** Below a payment that has arrived. */
  protection: ReactNode
  onEnd(): void
  onRetry(): void
}

export function CheckoutStatus(props: CheckoutStatusProps) {
  const { shown } = props
  if (shown.state === 'waiting' && shown.place === 'frame') return <PaymentFrame {...props} shown={shown} />
  if (shown.state === 'waiting') return <Waiting {...props} shown={shown} />
  if (shown.state === 'paid') return <Paid {...props} shown={shown} />
  return <Ended {...props} shown={shown} />
}

type In<State extends ShownCheckout['state']> = Omit<CheckoutStatusProps, 'shown'> & {
  shown: Extract<ShownCheckout, { state: State }>
}

function Waiting({ shown, checkout, title, text }: In<'waiting'>) {
  const { price } = usePriceAndDateFormat()
  const { product, payUrl, place, isLate, isChecking } = shown
  const isRefused = place === 'tab-refused' || place === 'frame-refused'
  const isAside = place === 'aside'
  const notes = (
    {
      tab: 'waitingText',
      aside: 'paymentAside',
      'tab-refused': 'waitingRefused',
      'frame-refused': 'frameRefused'
    } as const
  )[place === 'frame' ? 'tab' : place]
  return (
    <CheckoutPanel title={text(isLate && place === 'tab' ? 'lateTitle' : 'waitingTitle')} sign={<Spinner />}>
      <p>{text(isLate && place === 'tab' ? 'lateText' : notes)}</p>
      <p className="checkout-product">
        <b>{title}</b>
        {price(product)}
      </p>
      {isAside && (
        <button type="button" className="button primary" part="button" onClick={checkout.resume}>
          {text('continuePayment')}
        </button>
      )}
      {payUrl !== '' && !isAside && (
        <a
          className={isRefused ? 'button primary' : 'button quiet'}
          href={payUrl}
          target={findExternalLinkTarget()}
          rel="noopener noreferrer"
        >
          {text(isRefused ? 'openPayment' : 'openPaymentAgain')}
        </a>
      )}
      <button
        type="button"
        className={isRefused || isAside ? 'button quiet' : 'button primary'}
        aria-disabled={isChecking}
        onClick={() => void checkout.checkNow()}
      >
        {text(isChecking ? 'checking' : 'checkNow')}
      </button>
      <button type="button" className="checkout-leave" onClick={checkout.leave}>
        {text('stopWaiting')}
      </button>
    </CheckoutPanel>
  )
}

function Paid({ shown, title, text, ending, protection, onEnd }: In<'paid'>) {
  const { number, language } = useTranslation()
  const { date, price } = usePriceAndDateFormat()
  const { kind, coins, bonus, vip, balance } = shown.orderState
  const numerals = formatPriceInChineseNumerals(shown.orderState, language.tag)
  return (
    <CheckoutPanel title={text('paidTitle')} sign={<Done isPass={isPass({ kind })} />}>
      {kind === 'coins' ? (
        <>
          <p className="checkout-gain">
            <Coin />
            {`+${number(coins + bonus)}`}
          </p>
          <p>{text('balanceParts', { coins, bonus })}</p>
          <p>{text('paidBalance', { count: balance.coins + balance.bonus })}</p>
        </>
      ) : (
        <>
          <p className="checkout-gain">VIP</p>
          <p>{text('paidPass', { date: date(vip.until ?? 0) })}</p>
        </>
      )}
      <p className="checkout-product">
        <b>{title}</b>
        {price(shown.orderState)}
      </p>
      {numerals && <p>{numerals}</p>}
      <button type="button" className="button primary" part="button" onClick={onEnd}>
        {ending}
      </button>
      {protection}
    </CheckoutPanel>
  )
}

function Done({ isPass: hasPass }: { isPass: boolean }) {
  return (
    <span className="checkout-done" data-pass={hasPass ? '' : undefined}>
      <ActionIcon name="done" />
    </span>
  )
}

function Ended({ shown, checkout, text, onRetry }: In<'declined' | 'closed'>) {
  return (
    <CheckoutPanel
      title={text(shown.state === 'declined' ? 'declinedTitle' : 'closedTitle')}
      sign={
        <span className="checkout-failed">
          <ActionIcon name="close" />
        </span>
      }
    >
      <p>
        <b>{text('nothingCharged')}</b> {shown.state === 'closed' && text('paidAfterAll')}
      </p>
      <button type="button" className="button primary" part="button" onClick={onRetry}>
        {text('tryAgain')}
      </button>
      <button type="button" className="checkout-leave" onClick={checkout.leave}>
        {text('chooseOther')}
      </button>
    </CheckoutPanel>
  )
}

/** Focuses the heading, because the button that had the focus is gone. */
export function CheckoutPanel({ title, sign, children }: { title: string; sign: ReactNode; children: ReactNode }) {
  const { root } = useScope()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isHostPageUnfocused(root)) heading.current?.focus({ preventScroll: true })
  }, [root])
  return (
    <section className="checkout">
      <div className="checkout-sign" aria-hidden="true">
        {sign}
      </div>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  )
}
