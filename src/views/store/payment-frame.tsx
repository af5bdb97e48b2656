import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { randomHex } from '../../core/lib/hex.js'
import type { Checkout, CheckoutState } from '../../core/store/checkout.js'
import type { StoreTranslate } from '../../core/store/messages.js'
import { findExternalLinkTarget, isInAppBrowser } from '../../dom/browser-features/in-app-browser.js'
import { useScope } from '../app/scope.js'
import { usePriceAndDateFormat } from '../app/use-price-and-date-format.js'
import { Spinner } from '../ui/status/spinner.js'
import frameCss from './payment-frame.css'
import { listenToPaymentPage } from './payment-page-messages.js'

export const css = frameCss

interface Props {
  shown: Extract<CheckoutState, { state: 'waiting' }>
  checkout: Checkout
  title: string
  text: StoreTranslate
}

const LOAD_TIMEOUT_MS = 8000
/** Room for what a form lays over itself, such as a Pix code or the question of a bank. */
const CONFIRMING_HEIGHT_PX = 600
const MAX_HEIGHT_PX = 2000
const FORM_STATES = ['form', 'confirming']
/** What the page itself says of the result is shown only where the app's check takes longer than this. */
const CHECK_TIMEOUT_MS = 4000

/** Keeps a page in the frame from leading the host page away. */
const SANDBOX = 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox'

export function PaymentFrame({ shown: { product, payUrl, embeddedUrl }, checkout, title, text }: Props) {
  const { app, root } = useScope()
  const { price } = usePriceAndDateFormat()
  const frame = useRef<HTMLIFrameElement>(null)
  const [nonce] = useState(() => randomHex(app.environment.random, 16))
  const [heightPx, setHeightPx] = useState<number>()
  const [hasResult, setResult] = useState(false)
  const theme = useTheme(root.host)
  const [firstTheme] = useState(theme)
  const address = useMemo(() => addTheme(embeddedUrl, firstTheme), [embeddedUrl, firstTheme])
  // On the server's own pages the attribute would be of no effect.
  const isOwnOrigin = address.origin === new URL(root.host.ownerDocument.URL).origin
  // A layout effect, because the policy's refusal is told before the next paint.
  useLayoutEffect(() => {
    const { current } = frame
    if (!current) return
    const lifetime = new AbortController()
    const cancelTimeout = app.environment.clock.setTimer(LOAD_TIMEOUT_MS, () => checkout.refuseFrame(false))
    let lastState = ''
    listenToPaymentPage(
      current,
      {
        origin: address.origin,
        nonce,
        onState(state, height) {
          cancelTimeout()
          const wanted = state === 'confirming' ? Math.max(height, CONFIRMING_HEIGHT_PX) : height
          setHeightPx(Math.min(wanted, MAX_HEIGHT_PX))
          if (state === lastState) return
          lastState = state
          setResult(state !== 'left' && !FORM_STATES.includes(state))
          if (state === 'left') checkout.putAside()
          else if (!FORM_STATES.includes(state)) void checkout.checkNow()
        },
        onForbidden: () => checkout.refuseFrame(true)
      },
      lifetime.signal
    )
    return () => {
      cancelTimeout()
      lifetime.abort()
    }
  }, [app, checkout, address, nonce])
  const lastTheme = useRef(theme)
  useEffect(() => {
    if (theme === lastTheme.current) return
    lastTheme.current = theme
    frame.current?.contentWindow?.postMessage({ source: 'drama-app', theme }, address.origin)
  }, [theme, address])
  useEffect(
    () => (hasResult ? app.environment.clock.setTimer(CHECK_TIMEOUT_MS, () => setResult(false)) : undefined),
    [app, hasResult]
  )
  const isLoading = heightPx === undefined || hasResult
  return (
    <section className="payment">
      <div className="payment-head">
        <h2>{title}</h2>
        <b>{price(product)}</b>
      </div>
      <div className="payment-place">
        {isLoading && <Spinner />}
        <iframe
          ref={frame}
          title={text('paymentTitle')}
          name={nonce}
          src={address.href}
          allow="payment *; clipboard-write *"
          sandbox={isOwnOrigin ? undefined : SANDBOX}
          data-loading={isLoading ? '' : undefined}
          style={{ height: heightPx, colorScheme: theme }}
        />
      </div>
      <a
        className="payment-tab"
        href={payUrl}
        target={findExternalLinkTarget()}
        rel="noopener noreferrer"
        onClick={() => checkout.moveToTab()}
      >
        {text(isInAppBrowser() ? 'openPayment' : 'payInTab')}
      </a>
    </section>
  )
}

type Theme = 'dark' | 'light'

const readTheme = (host: Element): Theme => (getComputedStyle(host).colorScheme === 'light' ? 'light' : 'dark')

function useTheme(host: Element): Theme {
  const [theme, setTheme] = useState(() => readTheme(host))
  useEffect(() => {
    const lifetime = new AbortController()
    const update = () => setTheme(readTheme(host))
    const observer = new MutationObserver(update)
    observer.observe(host, { attributes: true })
    matchMedia('(prefers-color-scheme: light)').addEventListener('change', update, lifetime)
    return () => {
      observer.disconnect()
      lifetime.abort()
    }
  }, [host])
  return theme
}

function addTheme(address: string, theme: Theme): URL {
  const url = new URL(address)
  url.searchParams.set('theme', theme)
  return url
}
