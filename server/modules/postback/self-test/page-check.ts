// Checks the HTML as the server sends it, before any script runs.
import { Parser } from 'htmlparser2'
import type { PartnerContext } from '../../partner/partner-action.js'
import { callUrl } from '../http-call.js'
import { findBlockedSources } from './page-csp.js'
import type { SelfTestCode } from './self-test-codes.js'

/** `detail` is `code` in English, with its `values`. */
export interface SelfTestCheck {
  name: string
  ok: boolean
  code: SelfTestCode
  values: Readonly<Record<string, string>>
  detail: string
}

const MAX_BYTES = 1_000_000
const SCRIPT_PATTERN = /\/(?:v[\d.]+\/)?drama-app\.js(?:[?#]|$)/

export async function checkHostPage(
  { config, origin }: Pick<PartnerContext, 'config' | 'origin'>,
  lpid: string,
  page: string | undefined
): Promise<SelfTestCheck[]> {
  if (page === undefined) return []
  const headers = { Accept: 'text/html', 'User-Agent': 'Drama-Selftest' }
  const { isProduction } = config
  const result = await callUrl({ url: page, method: 'GET', headers, body: null }, { isProduction, maxBytes: MAX_BYTES })
  if (result.type === 'failed')
    return [
      {
        name: 'page',
        ok: false,
        code: 'page_unreachable',
        values: { reason: result.reason },
        detail: `The page cannot be had: ${result.reason}.`
      }
    ]
  const { status, text, policy } = result
  if (status !== 200) {
    return [
      {
        name: 'page',
        ok: false,
        code: 'page_status',
        values: { status: String(status) },
        detail: `The page answers ${status}: give the address that it has in the end.`
      }
    ]
  }
  const tags = parseTags(text)
  const script = tags.find(tag => tag.name === 'script' && SCRIPT_PATTERN.test(tag.attributes.src ?? ''))
  const scriptUrl =
    script && URL.canParse(script.attributes.src ?? '', page) ? new URL(script.attributes.src ?? '', page) : null
  const appOrigin = new URL(config.publicUrl ?? origin).origin
  // Node joins repeated headers with commas, and each header may hold several policies. A meta tag holds one.
  const policies = [...(policy?.split(',') ?? []), ...tags.flatMap(readPolicies)]
  return [
    {
      name: 'page',
      ok: true,
      code: 'page_answers',
      values: { count: String(text.length) },
      detail: `The page answers, with ${text.length} characters.`
    },
    checkPageScript(script, scriptUrl, appOrigin),
    checkElement(tags, new URL(page), lpid),
    checkPolicy(policies, { page: new URL(page).origin, app: scriptUrl?.origin ?? appOrigin })
  ]
}

interface Tag {
  name: string
  attributes: Record<string, string | undefined>
}

function parseTags(html: string): Tag[] {
  const found: Tag[] = []
  const parser = new Parser({
    onopentag(name, attributes) {
      if (['script', 'drama-app', 'meta'].includes(name)) found.push({ name, attributes })
    }
  })
  parser.end(html)
  return found
}

const readPolicies = ({ name, attributes }: Tag): string[] =>
  name === 'meta' && attributes['http-equiv']?.toLowerCase() === 'content-security-policy'
    ? [attributes.content ?? '']
    : []

function checkPageScript(script: Tag | undefined, scriptUrl: URL | null, appOrigin: string): SelfTestCheck {
  const name = 'page_script'
  if (!script || !scriptUrl) {
    return {
      name,
      ok: false,
      code: 'script_missing',
      values: {},
      detail: 'No script drama-app.js in the page as it is sent; one that a tag manager adds later is not seen here.'
    }
  }
  if (script.attributes.type?.toLowerCase() !== 'module') {
    return {
      name,
      ok: false,
      code: 'script_not_module',
      values: { url: scriptUrl.href },
      detail: `${scriptUrl.href} needs type="module".`
    }
  }
  if (scriptUrl.origin !== appOrigin) {
    return {
      name,
      ok: false,
      code: 'script_elsewhere',
      values: { origin: scriptUrl.origin, expected: appOrigin },
      detail: `The script comes from ${scriptUrl.origin}, and this campaign is at ${appOrigin}.`
    }
  }
  return {
    name,
    ok: true,
    code: 'script_present',
    values: { url: scriptUrl.href },
    detail: `${scriptUrl.href} is in the page.`
  }
}

function checkElement(tags: readonly Tag[], page: URL, lpid: string): SelfTestCheck {
  const name = 'page_element'
  const elements = tags.filter(tag => tag.name === 'drama-app')
  if (elements.length === 0) {
    return {
      name,
      ok: false,
      code: 'element_missing',
      values: {},
      detail: 'No <drama-app> in the page as it is sent; one that a script adds later is not seen here.'
    }
  }
  const elementLpids = elements.map(({ attributes }) => attributes.lpid ?? page.searchParams.get('lpid'))
  if (elementLpids.includes(lpid))
    return { name, ok: true, code: 'element_names', values: { lpid }, detail: `<drama-app> names ${lpid}.` }
  const otherLpid = elementLpids.find(Boolean)
  if (otherLpid) {
    return {
      name,
      ok: false,
      code: 'element_other',
      values: { lpid, other: otherLpid },
      detail: `<drama-app> names ${otherLpid}, not ${lpid}: visits would count there.`
    }
  }
  return {
    name,
    ok: false,
    code: 'element_nameless',
    values: { lpid },
    detail: `<drama-app> names no campaign: add lpid="${lpid}", or ?lpid=${lpid} to the links that lead here.`
  }
}

function checkPolicy(policies: readonly string[], origins: { page: string; app: string }): SelfTestCheck {
  const name = 'page_policy'
  if (policies.length === 0)
    return { name, ok: true, code: 'policy_none', values: {}, detail: 'The page has no Content-Security-Policy.' }
  const blocked = [...new Set(policies.flatMap(policy => findBlockedSources(policy, origins)))]
  if (blocked.length === 0) {
    return {
      name,
      ok: true,
      code: 'policy_allows',
      values: {},
      detail: 'The Content-Security-Policy allows what the app needs.'
    }
  }
  const sources = blocked.join('; ')
  return {
    name,
    ok: false,
    code: 'policy_lacks',
    values: { sources },
    detail: `The Content-Security-Policy lacks: ${sources}.`
  }
}
