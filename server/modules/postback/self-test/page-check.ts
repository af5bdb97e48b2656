// A partner's own page, as it comes from their server, before any script has run.
import { Parser } from 'htmlparser2'
import type { PartnerContext } from '../../partner/partner-action.js'
import { call } from '../http-call.js'
import { blockedBy } from './page-csp.js'

/** One thing that was looked at; `detail` says in plain words what was found, or what to do. */
export interface Check {
  name: string
  ok: boolean
  detail: string
}

const MOST_BYTES = 1_000_000
const SCRIPT = /\/(?:v[\d.]+\/)?drama-app\.js(?:[?#]|$)/

/** Fetches the page once and looks for what the app needs; nothing where no page is named. */
export async function checkHostPage(
  { config, origin }: Pick<PartnerContext, 'config' | 'origin'>,
  lpid: string,
  page: string | undefined
): Promise<Check[]> {
  if (page === undefined) return []
  const headers = { Accept: 'text/html', 'User-Agent': 'Drama-Selftest' }
  const { isProduction } = config
  const called = await call({ url: page, method: 'GET', headers, body: null }, { isProduction, mostBytes: MOST_BYTES })
  if (called.type === 'failed')
    return [{ name: 'page', ok: false, detail: `The page cannot be had: ${called.reason}.` }]
  const { status, text, policy } = called
  if (status !== 200) {
    return [{ name: 'page', ok: false, detail: `The page answers ${status}: give the address that it has in the end.` }]
  }
  const tags = tagsOf(text)
  const script = tags.find(tag => tag.name === 'script' && SCRIPT.test(tag.attributes.src ?? ''))
  const from =
    script && URL.canParse(script.attributes.src ?? '', page) ? new URL(script.attributes.src ?? '', page) : null
  const ours = new URL(config.publicUrl ?? origin).origin
  const policies = [policy, ...tags.flatMap(policyIn)].filter(one => one !== null)
  return [
    { name: 'page', ok: true, detail: `The page answers, with ${text.length} characters.` },
    pageScriptCheck(script, from, ours),
    elementCheck(tags, new URL(page), lpid),
    policyCheck(policies, { page: new URL(page).origin, app: from?.origin ?? ours })
  ]
}

interface Tag {
  name: string
  attributes: Record<string, string | undefined>
}

/** Those that are of interest, in their order, as a browser would find them. */
function tagsOf(html: string): Tag[] {
  const found: Tag[] = []
  const parser = new Parser({
    onopentag(name, attributes) {
      if (['script', 'drama-app', 'meta'].includes(name)) found.push({ name, attributes })
    }
  })
  parser.end(html)
  return found
}

const policyIn = ({ name, attributes }: Tag): string[] =>
  name === 'meta' && attributes['http-equiv']?.toLowerCase() === 'content-security-policy'
    ? [attributes.content ?? '']
    : []

function pageScriptCheck(script: Tag | undefined, from: URL | null, ours: string): Check {
  const name = 'page_script'
  if (!script || !from) {
    return {
      name,
      ok: false,
      detail: 'No script drama-app.js in the page as it is sent; one that a tag manager adds later is not seen here.'
    }
  }
  if (script.attributes.type?.toLowerCase() !== 'module') {
    return { name, ok: false, detail: `${from.href} needs type="module".` }
  }
  if (from.origin !== ours) {
    return { name, ok: false, detail: `The script comes from ${from.origin}, and this campaign is at ${ours}.` }
  }
  return { name, ok: true, detail: `${from.href} is in the page.` }
}

function elementCheck(tags: readonly Tag[], page: URL, lpid: string): Check {
  const name = 'page_element'
  const elements = tags.filter(tag => tag.name === 'drama-app')
  if (elements.length === 0) {
    return {
      name,
      ok: false,
      detail: 'No <drama-app> in the page as it is sent; one that a script adds later is not seen here.'
    }
  }
  const named = elements.map(({ attributes }) => attributes.lpid ?? page.searchParams.get('lpid'))
  if (named.includes(lpid)) return { name, ok: true, detail: `<drama-app> names ${lpid}.` }
  const other = named.find(Boolean)
  const detail = other
    ? `<drama-app> names ${other}, not ${lpid}: visits would count there.`
    : `<drama-app> names no campaign: add lpid="${lpid}", or ?lpid=${lpid} to the links that lead here.`
  return { name, ok: false, detail }
}

function policyCheck(policies: readonly string[], origins: { page: string; app: string }): Check {
  const name = 'page_policy'
  if (policies.length === 0) return { name, ok: true, detail: 'The page has no Content-Security-Policy.' }
  const blocked = [...new Set(policies.flatMap(policy => blockedBy(policy, origins)))]
  if (blocked.length === 0) return { name, ok: true, detail: 'The Content-Security-Policy allows what the app needs.' }
  return { name, ok: false, detail: `The Content-Security-Policy lacks: ${blocked.join('; ')}.` }
}
