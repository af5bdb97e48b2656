import type { Lang } from '../../../../contract/protocol/language.js'
import { htmlLangs } from '../../mail/code-mail.js'
import type { Mail } from '../../mail/mailer.js'
import { formatCsv } from '../csv.js'
import type { ReportRowNumbers } from '../people.js'
import type { readReport } from '../report.js'
import { reportMailTexts } from './report-mail-texts.js'

type Report = Awaited<ReturnType<typeof readReport>>

interface ReportMailOptions {
  partnerName: string
  frequency: 'daily' | 'weekly'
  lang: Lang
  currency: string
  /** Of the report in the console; null if the server does not know its address. */
  consoleUrl: string | null
}

const MAX_LISTED_CAMPAIGNS = 25

/** A mail without its recipient. The report has a row for each campaign. */
export function createReportMail(
  report: Report,
  { partnerName, frequency, lang, currency, consoleUrl }: ReportMailOptions
): Omit<Mail, 'to'> {
  const texts = reportMailTexts[lang]
  const period = report.from === report.to ? report.from : `${report.from} – ${report.to}`
  const format = createFormats(lang, currency)
  const rows = [...report.rows].sort((one, other) => other.numbers.visits - one.numbers.visits)
  const listed = rows.slice(0, MAX_LISTED_CAMPAIGNS)
  const { campaign, visits, starts, checkouts, purchases, revenue, refunded } = texts.columns
  const head = [campaign, visits, starts, checkouts, purchases, revenue, refunded]
  const body = listed.map(({ keys, numbers }) => [`${keys.name ?? keys.lpid}`, ...format.cells(numbers)])
  const total = [texts.total, ...format.cells(report.totals)]
  const notes = [
    ...(rows.length > listed.length ? [texts.more(rows.length - listed.length)] : []),
    formatReconciliation(report, texts, format.money),
    texts.zone(report.timezone),
    texts.attached
  ]
  const title = `${texts[frequency]} · ${partnerName}`
  return {
    subject: toOneLine(texts.subject(partnerName, period)),
    text: [
      `${title}\n${period}`,
      [head, ...body, total].map(cells => cells.join(' · ')).join('\n'),
      notes.join('\n'),
      ...(consoleUrl === null ? [] : [`${texts.open}: ${consoleUrl}`]),
      texts.stop
    ].join('\n\n'),
    html: toHtml({
      title,
      period,
      head,
      body,
      total,
      notes,
      lang,
      link: consoleUrl,
      open: texts.open,
      stop: texts.stop
    }),
    attachments: [
      {
        name: `report-${report.from}-${report.to}.csv`,
        type: 'text/csv; charset=utf-8',
        // The mark makes spreadsheets read the file as UTF-8.
        text: `\uFEFF${formatReportCsv(report, currency)}`
      }
    ]
  }
}

const formatReportCsv = ({ rows, keyFields, totals, timezone }: Report, currency: string) =>
  formatCsv({ rows: rows.map(({ keys, numbers }) => ({ ...keys, ...numbers })), keyFields, totals, timezone }, currency)

function createFormats(lang: Lang, defaultCurrency: string) {
  const locale = lang === 'pt' ? 'pt-BR' : htmlLangs[lang]
  const count = new Intl.NumberFormat(locale)
  const money = (minorUnits: number, currency: string) => {
    const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
    return format.format(minorUnits / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
  }
  const sums = (numbers: ReportRowNumbers, name: 'revenue' | 'refunded') => {
    const entries =
      numbers.money.length === 0 ? [{ currency: defaultCurrency, revenue: 0, refunded: 0 }] : numbers.money
    return entries.map(entry => money(entry[name], entry.currency)).join(' + ')
  }
  return {
    money,
    cells: (numbers: ReportRowNumbers) => [
      ...[numbers.visits, numbers.starts, numbers.checkouts, numbers.purchases].map(number => count.format(number)),
      sums(numbers, 'revenue'),
      sums(numbers, 'refunded')
    ]
  }
}

function formatReconciliation(
  { reconciliation }: Report,
  texts: (typeof reportMailTexts)[Lang],
  formatMoney: (minorUnits: number, currency: string) => string
): string {
  if (reconciliation === null) throw new Error('a mail of a report that was not reconciled')
  const { revenue, refunded } = reconciliation
  const differences = [...revenue, ...refunded].filter(({ difference }) => difference !== 0)
  if (differences.length === 0) return texts.isReconciled
  return texts.isNotReconciled(
    differences.map(({ difference, currency }) => formatMoney(difference, currency)).join(', ')
  )
}

interface HtmlParts {
  title: string
  period: string
  head: readonly string[]
  body: readonly (readonly string[])[]
  total: readonly string[]
  notes: readonly string[]
  lang: Lang
  link: string | null
  open: string
  stop: string
}

const CELL_STYLE = 'padding:8px 10px;border-bottom:1px solid #e6e6ea;white-space:nowrap'
const SMALL_STYLE = 'margin:0 0 8px;font-size:14px;line-height:1.5;color:#55555f'

function toHtml({ title, period, head, body, total, notes, lang, link, open, stop }: HtmlParts): string {
  const toRow = (cells: readonly string[], tag: 'td' | 'th', style: string) =>
    `<tr>${cells
      .map((cell, index) => {
        const align = index === 0 ? 'left' : 'right'
        return `<${tag} style="${CELL_STYLE};text-align:${align};${style}">${escapeHtml(cell)}</${tag}>`
      })
      .join('')}</tr>`
  return [
    `<!doctype html><html lang="${htmlLangs[lang]}"><body style="margin:0;padding:32px 16px;background:#f4f4f6">`,
    '<div style="max-width:760px;margin:0 auto;padding:28px;border-radius:16px;background:#ffffff;overflow-x:auto;',
    'font-family:Helvetica,Arial,sans-serif;color:#14141b">',
    '<p style="margin:0 0 20px;font-size:18px;font-weight:700;color:#e11d48">Drama</p>',
    `<h1 style="margin:0 0 4px;font-size:20px">${escapeHtml(title)}</h1>`,
    `<p style="margin:0 0 20px;font-size:16px;color:#55555f">${escapeHtml(period)}</p>`,
    '<table style="border-collapse:collapse;font-size:14px;margin:0 0 20px">',
    `<thead>${toRow(head, 'th', 'color:#55555f;font-weight:600')}</thead>`,
    `<tbody>${body.map(cells => toRow(cells, 'td', '')).join('')}</tbody>`,
    `<tfoot>${toRow(total, 'td', 'font-weight:700')}</tfoot></table>`,
    ...notes.map(note => `<p style="${SMALL_STYLE}">${escapeHtml(note)}</p>`),
    ...(link === null
      ? []
      : [
          `<p style="margin:16px 0;font-size:16px"><a href="${escapeHtml(link)}" style="color:#be123c">${open}</a></p>`
        ]),
    `<p style="${SMALL_STYLE};margin:16px 0 0">${stop}</p></div></body></html>`
  ].join('')
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, sign => ESCAPES[sign] ?? sign)

const toOneLine = (text: string) => text.replace(/[\r\n]+/g, ' ')
