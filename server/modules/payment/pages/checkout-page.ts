import type { Lang } from '../../../../contract/protocol/language.js'
import type { OrderRow } from '../../../db/schema/store-tables.js'
import { escapeHtml } from '../../../lib/text.js'
import { toCheckoutPath } from '../../order/orders.js'
import { formatMoney, formatProductTitle, intlLocales } from '../../store/product-titles.js'
import type { PaymentForm } from '../provider.js'
import { type CheckoutTexts, checkoutTexts } from './messages.js'
import { frameScript, STRIPE_SCRIPT_URL, stripeScript } from './scripts.js'
import { checkoutStyle } from './style.js'

export type CheckoutResultName = keyof CheckoutTexts['results']

/** `theme` is null unless the page is embedded. */
export interface PageFrame {
  theme: 'dark' | 'light' | null
}

const RESULT_ICONS: Record<CheckoutResultName, { sign: string; tone: 'good' | 'bad' | 'calm' }> = {
  paid: { sign: '✓', tone: 'good' },
  pass: { sign: '✓', tone: 'good' },
  failed: { sign: '✕', tone: 'bad' },
  closed: { sign: '–', tone: 'calm' },
  left: { sign: '…', tone: 'calm' },
  waiting: { sign: '…', tone: 'calm' },
  moneyBack: { sign: '↩', tone: 'calm' },
  unknown: { sign: '?', tone: 'calm' }
}

/** The app around a frame shows product and price itself. */
export function renderSandboxPage(order: OrderRow, frame: PageFrame): string {
  const texts = checkoutTexts[order.lang]
  const explanation = `<p class="quiet">${texts.explanation}</p>`
  const body = `
${frame.theme === null ? `<h1>${texts.heading}</h1>${explanation}${renderSummary(order)}` : explanation}
<form method="post">
<button class="first" name="decision" value="approve">${texts.approve}</button>
<button name="decision" value="decline">${texts.decline}</button>
<button class="plain" name="decision" value="leave">${texts.leave}</button>
</form>`
  return renderDocument(order.lang, texts.heading, { isTest: order.is_test, frame, state: 'form', body })
}

export function renderStripePage(order: OrderRow, form: PaymentForm, frame: PageFrame): string {
  const { lang, amount, currency } = order
  const texts = checkoutTexts[lang]
  const { publishableKey, clientSecret } = form
  const data = { key: publishableKey, secret: clientSecret, locale: stripeLocales[lang], failed: texts.formFailed }
  const attributes = Object.entries(data).map(([name, value]) => `data-${name}="${escapeHtml(value)}"`)
  const summary = frame.theme === null ? `<h1>${texts.heading}</h1>${renderSummary(order)}` : ''
  const body = `
${summary}
<form ${attributes.join(' ')}>
<label>${texts.email}<input name="email" type="email" autocomplete="email" required></label>
<div id="payment"></div>
<p role="alert"></p>
<button class="first" disabled>${escapeHtml(texts.pay(formatMoney(Number(amount), currency, lang)))}</button>
<a class="link first" hidden target="_blank" rel="noopener" href="${escapeHtml(toCheckoutPath(order))}">${texts.payInTab}</a>
</form>
<script src="${STRIPE_SCRIPT_URL}"></script>
<script>${stripeScript}</script>`
  return renderDocument(lang, texts.heading, { isTest: order.is_test, frame, state: 'form', body })
}

const stripeLocales: Record<Lang, string> = { pt: 'pt-BR', en: 'en', es: 'es-419', 'zh-cn': 'zh', 'zh-tw': 'zh-TW' }

function renderSummary(order: OrderRow): string {
  const { lang, order_no, bonus, days, amount, currency } = order
  const texts = checkoutTexts[lang]
  const formatCount = (value: number) => new Intl.NumberFormat(intlLocales[lang]).format(value)
  const extra = days === null ? bonus > 0 && texts.bonus(formatCount(bonus)) : texts.days(formatCount(days))
  const title = formatProductTitle(order, lang)
  return `<dl>
<div><dt>${texts.product}</dt><dd>${escapeHtml(title)}${extra ? `<small>${escapeHtml(extra)}</small>` : ''}</dd></div>
<div><dt>${texts.order}</dt><dd class="code">${escapeHtml(order_no)}</dd></div>
<div class="total"><dt>${texts.total}</dt><dd>${escapeHtml(formatMoney(Number(amount), currency, lang))}</dd></div>
</dl>`
}

export function renderResultPage(order: OrderRow, name: CheckoutResultName, frame: PageFrame): string {
  const { lang, return_url } = order
  const texts = checkoutTexts[lang]
  const payLink =
    name === 'left' ? `<a class="link first" href="${escapeHtml(toCheckoutPath(order))}">${texts.payAfterAll}</a>` : ''
  const backLink =
    return_url === null
      ? ''
      : `<a class="link" rel="noreferrer" href="${escapeHtml(return_url)}">${escapeHtml(texts.backTo(new URL(return_url).host))}</a>`
  const waysOn = frame.theme === null ? `<p class="quiet">${texts.closePage}</p>${payLink}${backLink}` : ''
  const body = `${renderResult(lang, name)}${waysOn}`
  return renderDocument(lang, texts.results[name].title, { isTest: order.is_test, frame, state: name, body })
}

export function renderUnknownPage(lang: Lang, frame: PageFrame): string {
  const body = renderResult(lang, 'unknown')
  return renderDocument(lang, checkoutTexts[lang].results.unknown.title, {
    isTest: false,
    frame,
    state: 'unknown',
    body
  })
}

function renderResult(lang: Lang, name: CheckoutResultName): string {
  const { title, text } = checkoutTexts[lang].results[name]
  const { sign, tone } = RESULT_ICONS[name]
  return `<div class="sign ${tone}" aria-hidden="true">${sign}</div><h1>${title}</h1><p>${text}</p>`
}

interface DocumentContent {
  isTest: boolean
  frame: PageFrame
  state: 'form' | CheckoutResultName
  body: string
}

function renderDocument(lang: Lang, title: string, { isTest, frame: { theme }, state, body }: DocumentContent): string {
  const mark = isTest ? `<p class="mark">${checkoutTexts[lang].testMark}</p>` : ''
  const isEmbedded = theme !== null
  return `<!doctype html>
<html lang="${intlLocales[lang]}"${isEmbedded ? ` data-embedded data-theme="${theme}"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Drama</title>
<style>${checkoutStyle}</style>
</head>
<body>
<main data-state="${state}">
${isEmbedded ? '' : '<p class="brand">Drama</p>'}
<div class="card">${mark}<div class="body">${body}</div></div>
</main>
${isEmbedded ? `<script>${frameScript}</script>` : ''}
</body>
</html>
`
}
