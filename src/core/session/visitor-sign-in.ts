// What a sign-in says, whoever asks: the app, or what runs before its code has arrived.
import type { RequestOf } from '../../../contract/index.js'
import type { AppStorage, HostPageInfo } from '../environment.js'
import { hasConsent } from './consent.js'

/** Fixed by the specification. */
export const TOKEN_KEY = 'firstui_m_token'
export const SECOND_TOKEN_KEY = 'drama_xx_token'
export const VISITOR_LOGIN_PATH = '/index/visitor_login'
/** Characters that the contract takes. */
const MAX_LANDING_URL = 4096
const REFERRER_LIMIT = 2048

type SignIn = RequestOf<typeof VISITOR_LOGIN_PATH>

/** Anything that could not go into a header is no token of ours. */
export const readToken = (storage: AppStorage) => /^[\x21-\x7e]+$/.exec(storage.get(TOKEN_KEY) ?? '')?.[0]

/**
 * Where the visitor came from is told only if they let us. Advertising adds long parameters: what does not fit is cut
 * off, the visitor must land.
 */
export function visitorLoginBody(
  page: HostPageInfo,
  { lpid, device_secret, want, lang_open }: Pick<SignIn, 'lpid' | 'device_secret' | 'want' | 'lang_open'>
): Omit<SignIn, 'lang'> {
  const { searchParams } = new URL(page.url)
  const named = (name: string) => searchParams.get(name) ?? undefined
  // What a promo link gives is asked for by the link alone.
  const told = { lpid, device_secret, want, lang_open, consent: page.consent, lps: named('lps') }
  if (!hasConsent(page)) return told
  const landing_url = page.url.slice(0, MAX_LANDING_URL)
  const referrer = page.referrer.slice(0, REFERRER_LIMIT)
  return { ...told, landing_url, referrer, share: named('share') }
}
