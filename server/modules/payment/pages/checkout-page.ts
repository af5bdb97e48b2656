import type { Lang } from '../../../../contract/protocol/language.js'
import type { OrderRow } from '../../../db/schema/store-tables.js'
import { escapeHtml } from '../../../lib/text.js'
import { formatMoney, formatProductTitle, intlLocales } from '../../store/product-titles.js'
import { type CheckoutTexts, checkoutTexts } from './messages.js'
import { checkoutStyle } from './style.js'

export type CheckoutResultName = keyof CheckoutTexts['results']

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

export function renderCheckoutPage(order: OrderRow): string {
  const { lang, bonus, days, amount, currency } = order
  const texts = checkoutTexts[lang]
  const formatCount = (value: number) => new Intl.NumberFormat(intlLocales[lang]).format(value)
  const extra = days === null ? bonus > 0 && texts.bonus(formatCount(bonus)) : texts.days(formatCount(days))
  const title = formatProductTitle(order, lang)
  const body = `
<h1>${texts.heading}</h1>
<p class="quiet">${texts.explanation}</p>
<dl>
<div><dt>${texts.product}</dt><dd>${escapeHtml(title)}${extra ? `<small>${escapeHtml(extra)}</small>` : ''}</dd></div>
<div><dt>${texts.order}</dt><dd class="code">${escapeHtml(order.order_no)}</dd></div>
<div class="total"><dt>${texts.total}</dt><dd>${escapeHtml(formatMoney(Number(amount), currency, lang))}</dd></div>
</dl>
<form method="post">
<button class="first" name="decision" value="approve">${texts.approve}</button>
<button name="decision" value="decline">${texts.decline}</button>
<button class="plain" name="decision" value="leave">${texts.leave}</button>
</form>`
  return renderDocument(lang, texts.heading, order.is_test, body)
}

export function renderResultPage(order: OrderRow, name: CheckoutResultName): string {
  const { lang, return_url } = order
  const texts = checkoutTexts[lang]
  const payLink =
    name === 'left' ? `<a class="link first" href="${escapeHtml(toCheckoutPath(order))}">${texts.payAfterAll}</a>` : ''
  const backLink =
    return_url === null
      ? ''
      : `<a class="link" rel="noreferrer" href="${escapeHtml(return_url)}">${escapeHtml(texts.backTo(new URL(return_url).host))}</a>`
  const closeHint = `<p class="quiet">${texts.closePage}</p>`
  return renderDocument(
    lang,
    texts.results[name].title,
    order.is_test,
    `${renderResult(lang, name)}${closeHint}${payLink}${backLink}`
  )
}

export const renderUnknownPage = (lang: Lang) =>
  renderDocument(lang, checkoutTexts[lang].results.unknown.title, false, renderResult(lang, 'unknown'))

export const toCheckoutPath = ({ provider, order_no }: OrderRow) => `/pay/${provider}/${order_no}`

function renderResult(lang: Lang, name: CheckoutResultName): string {
  const { title, text } = checkoutTexts[lang].results[name]
  const { sign, tone } = RESULT_ICONS[name]
  return `<div class="sign ${tone}" aria-hidden="true">${sign}</div><h1>${title}</h1><p>${text}</p>`
}

function renderDocument(lang: Lang, title: string, isTest: boolean, body: string): string {
  const mark = isTest ? `<p class="mark">${checkoutTexts[lang].testMark}</p>` : ''
  return `<!doctype html>
<html lang="${intlLocales[lang]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Drama</title>
<style>${checkoutStyle}</style>
</head>
<body>
<main>
<p class="brand">Drama</p>
<div class="card">${mark}<div class="body">${body}</div></div>
</main>
</body>
</html>
`
}
