import type { Lang } from '../../../../contract/protocol/language.js'
import type { OrderRow } from '../../../db/schema/store-tables.js'
import { locales, moneyText, productTitle } from '../../store/product-titles.js'
import { style } from './style.js'
import { type CheckoutTexts, checkoutTexts } from './texts.js'

/** How an order's page ends. */
export type ResultName = keyof CheckoutTexts['results']

const ENTITIES: Record<ResultName, { sign: string; tone: 'good' | 'bad' | 'calm' }> = {
  paid: { sign: '✓', tone: 'good' },
  pass: { sign: '✓', tone: 'good' },
  failed: { sign: '✕', tone: 'bad' },
  closed: { sign: '–', tone: 'calm' },
  left: { sign: '…', tone: 'calm' },
  waiting: { sign: '…', tone: 'calm' },
  moneyBack: { sign: '↩', tone: 'calm' },
  unknown: { sign: '?', tone: 'calm' }
}

/** Our own checkout: what is bought, and three ways it may end. */
export function checkoutPage(order: OrderRow): string {
  const { lang, bonus, days, amount, currency } = order
  const texts = checkoutTexts[lang]
  const count = (value: number) => new Intl.NumberFormat(locales[lang]).format(value)
  const extra = days === null ? bonus > 0 && texts.bonus(count(bonus)) : texts.days(count(days))
  const title = productTitle(order, lang)
  const body = `
<h1>${texts.heading}</h1>
<p class="quiet">${texts.explanation}</p>
<dl>
<div><dt>${texts.product}</dt><dd>${asText(title)}${extra ? `<small>${asText(extra)}</small>` : ''}</dd></div>
<div><dt>${texts.order}</dt><dd class="code">${asText(order.order_no)}</dd></div>
<div class="total"><dt>${texts.total}</dt><dd>${asText(moneyText(Number(amount), currency, lang))}</dd></div>
</dl>
<form method="post">
<button class="first" name="decision" value="approve">${texts.approve}</button>
<button name="decision" value="decline">${texts.decline}</button>
<button class="plain" name="decision" value="leave">${texts.leave}</button>
</form>`
  return whole(lang, texts.heading, order.is_test, body)
}

/** How a payment has ended, and the way back; nothing leads away by itself. */
export function resultPage(order: OrderRow, name: ResultName): string {
  const { lang, return_url } = order
  const texts = checkoutTexts[lang]
  const again = name === 'left' ? `<a class="link first" href="${asText(pathOf(order))}">${texts.payAfterAll}</a>` : ''
  const back =
    return_url === null
      ? ''
      : `<a class="link" rel="noreferrer" href="${asText(return_url)}">${asText(texts.backTo(new URL(return_url).host))}</a>`
  const end = `<p class="quiet">${texts.closePage}</p>`
  return whole(lang, texts.results[name].title, order.is_test, `${said(lang, name)}${end}${again}${back}`)
}

/** For an order that does not exist. */
export const unknownPage = (lang: Lang) =>
  whole(lang, checkoutTexts[lang].results.unknown.title, false, said(lang, 'unknown'))

export const pathOf = ({ provider, order_no }: OrderRow) => `/pay/${provider}/${order_no}`

function said(lang: Lang, name: ResultName): string {
  const { title, text } = checkoutTexts[lang].results[name]
  const { sign, tone } = ENTITIES[name]
  return `<div class="sign ${tone}" aria-hidden="true">${sign}</div><h1>${title}</h1><p>${text}</p>`
}

function whole(lang: Lang, title: string, isTest: boolean, body: string): string {
  const mark = isTest ? `<p class="mark">${checkoutTexts[lang].testMark}</p>` : ''
  return `<!doctype html>
<html lang="${locales[lang]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Drama</title>
<style>${style}</style>
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

const signsToEscape: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const asText = (text: string) => text.replace(/[&<>"']/g, sign => signsToEscape[sign] ?? sign)
