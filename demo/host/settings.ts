import { buttonColours } from './colour.js'

/** What the form holds: every field as typed, empty where the attribute is left out. */
export interface Settings {
  lpid: string
  lang: string
  routing: string
  accent: string
  start: string
  apiBase: string
}

export const DEFAULT_ACCENT = '#ff3d63'
const DEFAULT_LANG = 'pt'
const DEFAULT_ROUTING = 'memory'

export const languages = [
  { tag: 'pt', name: 'Português' },
  { tag: 'en', name: 'English' },
  { tag: 'es', name: 'Español' },
  { tag: 'zh-Hans', name: '简体中文' },
  { tag: 'zh-Hant', name: '繁體中文' }
] as const

/** `history` is for a page that the app owns, such as the standalone site. */
export const routings = [
  { value: DEFAULT_ROUTING, name: 'memory: the address stays as it is' },
  { value: 'hash', name: 'hash: the page shown stands after #/' }
] as const

/** The campaign of the page's own address is taken over, as the element would. */
export function initialSettings(search: string): Settings {
  const lpid = new URLSearchParams(search).get('lpid') ?? ''
  return { lpid, lang: DEFAULT_LANG, routing: DEFAULT_ROUTING, accent: DEFAULT_ACCENT, start: '', apiBase: '' }
}

type Checked = 'lpid' | 'start' | 'apiBase' | 'accent'

const rules: Record<Checked, { isValid: (value: string) => boolean; problem: string }> = {
  lpid: {
    isValid: value => /^[A-Za-z0-9_-]{1,64}$/.test(value),
    problem: 'A campaign id must match [A-Za-z0-9_-]{1,64}. The element drops this one and plays on.'
  },
  start: {
    isValid: value => /^drama:d_[A-Za-z0-9_-]{1,64}(,ep:[1-9]\d{0,4})?$/.test(value),
    problem: 'Write drama:<id>,ep:<no>, such as drama:d_winter-bride,ep:3. The element opens on Home instead.'
  },
  apiBase: {
    isValid: value => /^https?:\/\//.test(value) && URL.canParse(value),
    problem: 'Needs a full http(s) address. The element asks the origin of its script instead.'
  },
  accent: { isValid: value => /^#[0-9a-f]{6}$/i.test(value), problem: 'Six hex digits after #, such as #ff3d63.' }
}

/** Why a field cannot be used; undefined for one that can, or that is empty. */
export function problemOf(field: Checked, value: string): string | undefined {
  return value === '' || rules[field].isValid(value) ? undefined : rules[field].problem
}

/** The attributes that these settings stand for; `usable` leaves out what the element would ignore. */
export function attributesOf(settings: Settings, { usable }: { usable: boolean }): Record<string, string> {
  const { lpid, lang, routing, start, apiBase } = settings
  const attributes: Record<string, string> = {}
  const add = (name: string, field: Checked, value: string) => {
    if (value !== '' && !(usable && problemOf(field, value))) attributes[name] = value
  }
  add('lpid', 'lpid', lpid)
  if (!usable || lang !== DEFAULT_LANG) attributes.lang = lang
  if (!usable || routing !== DEFAULT_ROUTING) attributes.routing = routing
  add('start', 'start', start)
  add('api-base', 'apiBase', apiBase)
  return attributes
}

/** CSS variables for another accent than the app's own; buttons get shades on which white text can be read. */
export function variablesOf({ accent }: Settings): Record<string, string> {
  if (accent.toLowerCase() === DEFAULT_ACCENT || accent === '' || problemOf('accent', accent)) return {}
  const [strong, end] = buttonColours(accent)
  return { '--drama-accent': accent, '--drama-accent-strong': strong, '--drama-accent-end': end }
}
