// Addresses of postbacks with places for what happened: `https://ads.example/p?click={click_id}&value={value}`.
import { isHostAllowed } from './allowed-host.js'

/** What a postback says; missing values are empty in an address, null in a body. Money in units of the currency. */
export interface MacroValues {
  event: string
  event_id: string
  lpid: string
  click_id: string | null
  order_no: string | null
  value: number | null
  currency: string | null
  drama_id: string | null
  episode_no: number | null
  ts: number
  is_test: boolean
}

export const macros = [
  ...(['event', 'event_id', 'lpid', 'click_id', 'order_no', 'value', 'currency'] as const),
  ...(['drama_id', 'episode_no', 'ts', 'is_test'] as const)
] satisfies (keyof MacroValues)[]

const MACRO = /\{([^{}]*)\}/g
const MOST_CHARACTERS = 2000

/** What is wrong with a template, in a word; null where nothing is. */
export function templateProblem(template: string, isProduction: boolean): string | null {
  if (template.length > MOST_CHARACTERS) return 'too_long'
  const names = [...template.matchAll(MACRO)].map(([, name]) => name)
  if (names.some(name => !macros.some(macro => macro === name))) return 'unknown_macro'
  const tried = template.replace(MACRO, 'x')
  if (/[{}\s]/.test(tried) || !URL.canParse(tried)) return 'not_an_address'
  const url = new URL(tried)
  // What happened may not choose who is told.
  const origin = /^[a-z]+:\/\/[^/?#]*/i.exec(template)?.[0] ?? ''
  if (origin.includes('{')) return 'macro_in_host'
  if (url.username !== '' || url.password !== '') return 'password_in_address'
  if (url.hash !== '') return 'fragment'
  return isHostAllowed(url, isProduction) ? null : 'host_not_allowed'
}

/** The address with every macro filled in, encoded. */
export function expandTemplate(template: string, told: MacroValues): string {
  return template.replace(MACRO, (whole, name: string) => {
    const macro = macros.find(one => one === name)
    return macro === undefined ? whole : encodeURIComponent(`${told[macro] ?? ''}`)
  })
}

/** Where a template leads, without what may be a secret in its query. */
export function withoutQuery(template: string): string {
  return template.replace(/[?#].*$/s, '')
}
