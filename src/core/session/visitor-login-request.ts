import type { RequestOf } from '../../../contract/index.js'
import type { AppStorage, HostPageInfo } from '../environment.js'
import { toJson } from '../lib/json.js'
import { hasConsent } from './consent.js'

/** Fixed by the specification. */
export const TOKEN_KEY = 'firstui_m_token'
export const SECOND_TOKEN_KEY = 'drama_xx_token'
export const VISITOR_LOGIN_PATH = '/index/visitor_login'
const MAX_LANDING_URL = 4096
const REFERRER_LIMIT = 2048

type SignIn = RequestOf<typeof VISITOR_LOGIN_PATH>

/** Ignores text that is not valid in a header. */
export const readToken = (storage: AppStorage) => /^[\x21-\x7e]+$/.exec(storage.get(TOKEN_KEY) ?? '')?.[0]

/** What the first bytes of an episode depend on, as the JSON that requests them. Undefined without a session. */
export function viewerStartBody(storage: AppStorage, lang: string, partnerToken?: string): string | undefined {
  const token = readToken(storage)
  return token && toJson({ token, xx_token: partnerToken ?? storage.get(SECOND_TOKEN_KEY), lang })
}

/**
 * Sends the origin of the visit only with consent. Cuts long addresses, because advertising parameters must not prevent
 * the sign-in.
 */
export function visitorLoginBody(
  page: HostPageInfo,
  { lpid, device_secret, want, lang_open }: Pick<SignIn, 'lpid' | 'device_secret' | 'want' | 'lang_open'>
): Omit<SignIn, 'lang'> {
  const { searchParams } = new URL(page.url)
  const readParameter = (name: string) => searchParams.get(name) ?? undefined
  const request = {
    lpid,
    device_secret,
    want,
    lang_open,
    consent: page.consent,
    is_test: page.isTest,
    lps: readParameter('lps')
  }
  if (!hasConsent(page)) return request
  const landing_url = page.url.slice(0, MAX_LANDING_URL)
  const referrer = page.referrer.slice(0, REFERRER_LIMIT)
  return { ...request, landing_url, referrer, share: readParameter('share') }
}
