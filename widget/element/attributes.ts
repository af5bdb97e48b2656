export const attributeKinds = {
  lpid: 'text',
  'api-base': 'text',
  lang: 'text',
  routing: 'text',
  base: 'text',
  start: 'text',
  consent: 'text',
  theme: 'text',
  brand: 'text',
  logo: 'text',
  'max-width': 'text',
  hotkeys: 'text',
  'manage-title': 'switch',
  'partner-token': 'text',
  'csp-nonce': 'text',
  test: 'switch',
  debug: 'switch'
} as const

export type AttributeName = keyof typeof attributeKinds

/** As in `contract/visitor.ts`, which the script tag does not load. */
const LPID_PATTERN = /^[A-Za-z0-9_-]{1,64}$/

export function readCampaign(attribute: string | null, pageUrl: string): { lpid?: string; warning?: string } {
  const lpid = attribute ?? new URL(pageUrl).searchParams.get('lpid')
  if (lpid === null || lpid === '') return {}
  return LPID_PATTERN.test(lpid) ? { lpid } : { warning: 'lpid' }
}

/** Returns the URL without a trailing slash. The fallback is the script's origin, or the page's for bundled code. */
export function readApiBase(attribute: string | null, scriptUrl: string | undefined): string {
  const baseUrl = scriptUrl ?? window.origin
  return findApiBase(attribute, baseUrl) ?? (scriptUrl ? new URL(scriptUrl).origin : baseUrl)
}

export function findApiBase(attribute: string | null, baseUrl: string): string | undefined {
  if (!attribute || !/^\s*(https?:)?\//.test(attribute)) return undefined
  try {
    const url = new URL(attribute, baseUrl)
    return /^https?:$/.test(url.protocol) ? url.href.replace(/[?#].*$/, '').replace(/\/+$/, '') : undefined
  } catch {
    return undefined
  }
}

/** Frameworks without boolean attributes write the text `false`. */
export function isSwitchOn(element: Element, name: AttributeName): boolean {
  return element.hasAttribute(name) && element.getAttribute(name) !== 'false'
}

export function readMaxWidth(attribute: string | null): number | undefined {
  const [, width] = /^\s*(\d{1,5}(?:\.\d+)?)(?:px)?\s*$/i.exec(attribute ?? '') ?? []
  return Number(width) > 0 ? Number(width) : undefined
}

export function readPartnerToken(attribute: string | null): string | undefined {
  return /^[\x21-\x7e]{1,4096}$/.exec(attribute ?? '')?.[0]
}

export function toProperty(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
