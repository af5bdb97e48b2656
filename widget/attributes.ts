/** Attributes of `<drama-app>`; all reflect to a property. A text is a text; a switch is there or not, a boolean. */
export const attributes = {
  /** Campaign id, `[A-Za-z0-9_-]{1,64}`; falls back to `?lpid=` of the page. */
  lpid: 'text',
  /** Origin of the API, such as `https://api.example`; falls back to where the script came from. */
  'api-base': 'text',
  /** Language of the interface: pt, en, es, zh-Hans or zh-Hant; pt when absent. */
  lang: 'text',
  /** `memory` (default: the page's address is never touched), `history` (the app owns it) or `hash` (`#/…` of it). */
  routing: 'text',
  /** Path under which history routing lives; `/` when absent. The other ways of routing have none. */
  base: 'text',
  /** Opens on an episode: `drama:<id>,ep:<no>`. */
  start: 'text',
  /** Widest the app gets, in px, such as `600`; 960 when absent. It stands in the middle. */
  'max-width': 'text',
  /** `off`: the player hears no keys; it does where absent. */
  hotkeys: 'text',
  /** The title of the document follows the pages of the app. */
  'manage-title': 'switch'
} as const

export type AttributeName = keyof typeof attributes

const LPID = /^[A-Za-z0-9_-]{1,64}$/

/** The campaign of this element: `warning` says that the page named one which cannot be. */
export function readCampaign(attribute: string | null, pageUrl: string): { lpid?: string; warning?: string } {
  const named = attribute ?? new URL(pageUrl).searchParams.get('lpid')
  if (named === null || named === '') return {}
  return LPID.test(named) ? { lpid: named } : { warning: 'lpid' }
}

/** An origin with its path and without a slash at the end; undefined for anything that is no http address. */
export function readApiBase(attribute: string | null, scriptUrl: string): string {
  const fallback = new URL(scriptUrl).origin
  if (!attribute || !/^\s*(https?:)?\//.test(attribute)) return fallback
  try {
    const url = new URL(attribute, scriptUrl)
    return /^https?:$/.test(url.protocol) ? url.href.replace(/[?#].*$/, '').replace(/\/+$/, '') : fallback
  } catch {
    return fallback
  }
}

/** `false` as a text is what frameworks write that know no attributes without a value. */
export function isOn(element: Element, name: AttributeName): boolean {
  return element.hasAttribute(name) && element.getAttribute(name) !== 'false'
}

/** Whole or broken px, with or without the unit; undefined for anything else, and for none at all. */
export function readMaxWidth(attribute: string | null): number | undefined {
  const [, width] = /^\s*(\d{1,5}(?:\.\d+)?)(?:px)?\s*$/i.exec(attribute ?? '') ?? []
  return Number(width) > 0 ? Number(width) : undefined
}

/** `api-base` as `apiBase`. */
export function toProperty(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
