import type { Context } from 'hono'
import { readOrigin } from '../../http/caller.js'
import { toLoggedError } from '../../lib/log.js'
import type { Services } from '../../services.js'
import { parseEmbedOptions, parseSiteAddress, type SiteAddress } from '../embed/embed-address.js'
import { DISCOVER_PATH, HOME_PATHS } from './page-paths.js'
import { sendPage } from './page-response.js'
import { findSharedPage, type SharedPage } from './shared-drama.js'
import { noIndexHead, renderDramaHead, renderPageHead, type SiteHead } from './site-head.js'
import { fillSitePage, readSitePage } from './site-page.js'
import type { HeadContext } from './site-texts.js'

/** Viewers then get the page without the drama's title, because the first picture must not wait for the head. */
const HEAD_TIMEOUT_MS = 1_000

/** Fills the head of the site's page for messengers and search engines. Null without a build. */
export async function sendSitePage(context: Context, services: Services): Promise<Response | null> {
  const { pathname, search, searchParams } = new URL(context.req.url)
  const origin = readOrigin(context, services)
  const url = new URL(origin + pathname + search)
  const { lang: chosenLang, lpid } = parseEmbedOptions(searchParams)
  const address = parseSiteAddress(url)
  const [page, shared] = await Promise.all([
    readSitePage(services.config.distDir),
    address && findInTime(services, address, lpid)
  ])
  if (page === null) return null
  // The language in which the app will start.
  const campaignLang = shared?.state === 'online' ? shared.campaignLang : null
  const lang = chosenLang ?? campaignLang ?? 'pt'
  const headContext = { origin, lang, href: url.href }
  const send = (head: SiteHead, status?: 200 | 404) =>
    sendPage(context, fillSitePage(page, head, { lang, isChosen: chosenLang !== null }), status)
  if (address === null) return send(selectPageHead(pathname, headContext))
  if (shared === null) return send({ tags: '' })
  if (shared.state === 'online') return send(renderDramaHead(shared.drama, headContext))
  return send(noIndexHead, shared.state === 'unknown' ? 404 : 200)
}

function selectPageHead(pathname: string, headContext: HeadContext): SiteHead {
  const path = pathname.replace(/\/+$/, '')
  if (path === '' || HOME_PATHS.has(path)) return renderPageHead('/', headContext)
  return path === DISCOVER_PATH ? renderPageHead(path, headContext) : noIndexHead
}

/** Null if the database does not answer in time: the app then tells the viewer. */
async function findInTime(
  { db, log }: Services,
  address: SiteAddress,
  lpid: string | null
): Promise<SharedPage | null> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<null>(resolve => {
    timer = setTimeout(() => resolve(null), HEAD_TIMEOUT_MS)
  })
  const found = findSharedPage(db, address, lpid).catch(error => {
    log.warn({ error: toLoggedError(error) }, 'the head of a page cannot be filled')
    return null
  })
  return Promise.race([found, timeout]).finally(() => clearTimeout(timer))
}
