/** Attributes of `<drama-app>` and what each means; all are strings and reflect to a property of the same name. */
export const attributes = {
  lpid: 'Campaign id, `[A-Za-z0-9_-]{1,64}`; falls back to `?lpid=` of the page.',
  'api-base': 'Origin of the API, such as `https://api.example`; falls back to where the script came from.',
  lang: 'Language of the interface: pt, en, es, zh-Hans or zh-Hant; pt when absent.',
  routing: '`memory` (default, the address of the page is never touched) or `history` (the app owns the page).',
  base: 'Path under which history routing lives; `/` when absent.',
  start: 'Opens on an episode: `drama:<id>,ep:<no>`.'
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

/** `api-base` as `apiBase`. */
export function toProperty(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
