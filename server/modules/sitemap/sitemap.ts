// https://www.sitemaps.org/protocol.html
import { type Lang, langs } from '../../../contract/protocol/language.js'
import { escapeHtml } from '../../lib/text.js'
import { formatSiteAddress } from '../embed/embed-address.js'
import { DISCOVER_PATH } from '../site/page-paths.js'
import { listAlternates } from '../site/site-texts.js'
import type { ListedDrama } from './queries.js'

/**
 * Each page has an address per language. 25,000 addresses with their alternates take about 23 MB, at most 37 MB; the
 * protocol allows 50,000 addresses and 50 MB.
 */
export const MAX_PAGES_PER_FILE = 25_000 / langs.length

const HEADER = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** Divides the dramas among files of at most `maxPages`, a drama with all its episodes in one file. */
export function divideIntoFiles(dramas: ListedDrama[], maxPages = MAX_PAGES_PER_FILE): ListedDrama[][] {
  const files: ListedDrama[][] = [[]]
  let pages = countSitePages
  for (const drama of dramas) {
    const own = 1 + drama.episode_count
    if (pages + own > maxPages) {
      files.push([])
      pages = 0
    }
    files.at(-1)?.push(drama)
    pages += own
  }
  return files
}

const sitePaths = ['/', DISCOVER_PATH]
const countSitePages = sitePaths.length

export function formatSitemapIndex(origin: string, files: ListedDrama[][]): string {
  const entries = files.map((dramas, index) => {
    const newest = new Date(Math.max(0, ...dramas.map(({ updated_at }) => updated_at.getTime())))
    return `<sitemap><loc>${escapeHtml(`${origin}/sitemap-${index + 1}.xml`)}</loc>${formatDate(newest)}</sitemap>\n`
  })
  return `${HEADER}<sitemapindex ${NAMESPACE}>\n${entries.join('')}</sitemapindex>\n`
}

/** Yields the file drama by drama, because a whole one would hold up other requests. */
export function* formatSitemap(
  origin: string,
  { dramas, numbers, hasSitePages }: { dramas: ListedDrama[]; numbers: Map<string, number[]>; hasSitePages: boolean }
): Generator<string> {
  yield `${HEADER}<urlset ${NAMESPACE} xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`
  if (hasSitePages) yield sitePaths.map(path => formatPage(lang => formatPath(origin, path, lang), '')).join('')
  for (const { id, updated_at } of dramas) {
    const date = formatDate(updated_at)
    const pages = [null, ...(numbers.get(id) ?? [])]
    yield pages.map(no => formatPage(lang => formatSiteAddress(origin, { dramaId: id, no }, lang), date)).join('')
  }
  yield '</urlset>\n'
}

const formatPath = (origin: string, path: string, lang: Lang) =>
  `${origin}${path}${lang === 'pt' ? '' : `?lang=${lang}`}`

/** An entry for each language: https://developers.google.com/search/docs/specialty/international/localized-versions */
function formatPage(formatAddress: (lang: Lang) => string, date: string): string {
  const links = listAlternates(formatAddress)
    .map(({ hreflang, href }) => `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${escapeHtml(href)}"/>`)
    .join('')
  return langs.map(lang => `<url><loc>${escapeHtml(formatAddress(lang))}</loc>${date}${links}</url>\n`).join('')
}

const formatDate = (date: Date) => `<lastmod>${date.toISOString()}</lastmod>`
