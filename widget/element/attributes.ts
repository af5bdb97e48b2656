/** Attributes of `<drama-app>`; all reflect to a property. A text is a text; a switch is there or not, a boolean. `surface/attributes.ts` says what they mean. */
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
  debug: 'switch'
} as const

export type AttributeName = keyof typeof attributeKinds

const LPID = /^[A-Za-z0-9_-]{1,64}$/

/** The campaign of this element: `warning` says that the page named one which cannot be. */
export function readCampaign(attribute: string | null, pageUrl: string): { lpid?: string; warning?: string } {
  const named = attribute ?? new URL(pageUrl).searchParams.get('lpid')
  if (named === null || named === '') return {}
  return LPID.test(named) ? { lpid: named } : { warning: 'lpid' }
}

/**
 * An origin with its path and without a slash at the end; where the attribute names no http address, the origin of the
 * script, or the page's for code that came with a bundle of the page: it does not know where it is from.
 */
export function readApiBase(attribute: string | null, scriptUrl: string | undefined): string {
  const from = scriptUrl ?? window.origin
  return findApiBase(attribute, from) ?? (scriptUrl ? new URL(scriptUrl).origin : from)
}

/** Undefined for anything that is no http address, or a path from one. */
export function findApiBase(attribute: string | null, from: string): string | undefined {
  if (!attribute || !/^\s*(https?:)?\//.test(attribute)) return undefined
  try {
    const url = new URL(attribute, from)
    return /^https?:$/.test(url.protocol) ? url.href.replace(/[?#].*$/, '').replace(/\/+$/, '') : undefined
  } catch {
    return undefined
  }
}

/** `false` as a text is what frameworks write that know no attributes without a value. */
export function isSwitchOn(element: Element, name: AttributeName): boolean {
  return element.hasAttribute(name) && element.getAttribute(name) !== 'false'
}

/** Whole or broken px, with or without the unit; undefined for anything else, and for none at all. */
export function readMaxWidth(attribute: string | null): number | undefined {
  const [, width] = /^\s*(\d{1,5}(?:\.\d+)?)(?:px)?\s*$/i.exec(attribute ?? '') ?? []
  return Number(width) > 0 ? Number(width) : undefined
}

/** What can go into a header; undefined for anything else. */
export function readPartnerToken(attribute: string | null): string | undefined {
  return /^[\x21-\x7e]{1,4096}$/.exec(attribute ?? '')?.[0]
}

/** `api-base` as `apiBase`. */
export function toProperty(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
