// Chunk: loaded one second after the app is rendered. Warns once per page about each ignored value, and about no room.
import { parseStartAttribute } from '../../src/core/campaign/deep-link.js'
import { findLanguage } from '../../src/core/i18n/languages.js'
import { safeImageUrl } from '../../src/core/ui/brand.js'
import {
  type AttributeName,
  attributeKinds,
  readApiBase,
  readCampaign,
  readMaxWidth,
  readPartnerToken
} from '../element/attributes.js'
import { readRouting } from '../environment/address.js'

type Check = (value: string) => boolean

const oneOf =
  (...values: string[]): Check =>
  value =>
    values.includes(value)

const FALLBACK_ORIGIN = 'https://nowhere.invalid'
const page = () => window.location.href

const checks: { [Name in AttributeName]?: Check } = {
  lpid: value => readCampaign(value, page()).warning === undefined,
  'api-base': value => /^\s*\/\s*$/.test(value) || readApiBase(value, FALLBACK_ORIGIN) !== FALLBACK_ORIGIN,
  lang: value => findLanguage(value) !== undefined,
  routing: value => readRouting(value) === value,
  start: value => parseStartAttribute(value) !== undefined,
  theme: oneOf('dark', 'light', 'auto'),
  logo: value => safeImageUrl(value, page()) !== undefined,
  consent: oneOf('required', 'granted', 'denied'),
  'max-width': value => readMaxWidth(value) !== undefined,
  hotkeys: oneOf('on', 'off'),
  'partner-token': value => readPartnerToken(value) !== undefined
}

const warned = new Set<string>()

export function watchAttributes(host: HTMLElement, signal: AbortSignal): void {
  if (signal.aborted) return
  warnAboutAttributes(host)
  warnAboutRoom(host)
  const changes = new MutationObserver(() => warnAboutAttributes(host))
  changes.observe(host, { attributeFilter: Object.keys(attributeKinds) })
  signal.addEventListener('abort', () => changes.disconnect())
}

function warnAboutAttributes(host: Element): void {
  for (const [name, isValid] of Object.entries(checks)) {
    const value = host.getAttribute(name)
    if (!value || isValid(value)) continue
    warnOnce(`<${host.localName}> ignores ${name}="${name === 'partner-token' ? '…' : value.slice(0, 100)}".`)
  }
}

/** An element that the page does not show at all, as in a closed tab, gets its room later. */
function warnAboutRoom(host: HTMLElement): void {
  const { offsetWidth: width, offsetHeight: height } = host
  if (host.getClientRects().length === 0 || width * height > 0) return
  warnOnce(`<${host.localName}> has no room: it is ${width} px wide and ${height} px high.`)
}

function warnOnce(warning: string): void {
  if (warned.has(warning)) return
  warned.add(warning)
  console.warn(warning)
}
