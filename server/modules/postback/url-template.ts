// Templates of postback URLs: `https://ads.example/p?click={click_id}&value={value}`.
import { isHostAllowed } from './allowed-host.js'
import type { VisitorDetails } from './visitor-details.js'

/**
 * A missing value is empty in a URL and null in a body. `value` is in major units of the currency, for an unlock in
 * coins.
 */
export interface MacroValues extends VisitorDetails {
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

const URL_MACROS = [
  'event',
  'event_id',
  'lpid',
  'click_id',
  'order_no',
  'value',
  'currency',
  'drama_id',
  'episode_no',
  'ts',
  'is_test',
  'page_url',
  'user_agent',
  'fbp',
  'fbc',
  'ttp'
] satisfies (keyof MacroValues)[]

const UTM_MACROS = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content']

const MACRO_PATTERN = /\{([^{}]*)\}/g
const MAX_TEMPLATE_LENGTH = 2000

export function findTemplateProblem(template: string, isProduction: boolean): string | null {
  if (template.length > MAX_TEMPLATE_LENGTH) return 'too_long'
  const names = [...template.matchAll(MACRO_PATTERN)].map(([, name]) => name)
  if (names.some(name => !isMacro(name))) return 'unknown_macro'
  const sample = template.replace(MACRO_PATTERN, 'x')
  if (/[{}\s]/.test(sample) || !URL.canParse(sample)) return 'not_an_address'
  const url = new URL(sample)
  // A macro in the host would let event data choose the receiver.
  const origin = /^[a-z]+:\/\/[^/?#]*/i.exec(template)?.[0] ?? ''
  if (origin.includes('{')) return 'macro_in_host'
  if (url.username !== '' || url.password !== '') return 'password_in_address'
  if (url.hash !== '') return 'fragment'
  return isHostAllowed(url, isProduction) ? null : 'host_not_allowed'
}

const isMacro = (name: string | undefined) => [...URL_MACROS, ...UTM_MACROS].some(macro => macro === name)

export function expandTemplate(template: string, values: MacroValues): string {
  return template.replace(MACRO_PATTERN, (whole, name: string) =>
    isMacro(name) ? encodeURIComponent(`${readMacro(name, values) ?? ''}`) : whole
  )
}

function readMacro(name: string, values: MacroValues) {
  const macro = URL_MACROS.find(one => one === name)
  return macro === undefined ? values.utm?.[name.replace('utm_', '')] : values[macro]
}

/** Parameters of the query that hold macros, filled. Others are left out, because they may be secrets. */
export function listMacroParameters(template: string, values: MacroValues): { name: string; value: string }[] {
  const names = [...new URL(template.replace(MACRO_PATTERN, '%7B$1%7D')).searchParams]
  return names
    .filter(([, text]) => [...text.matchAll(MACRO_PATTERN)].some(([, macro]) => isMacro(macro)))
    .map(([name, text]) => ({
      name,
      value: text.replace(MACRO_PATTERN, (whole, macro: string) =>
        isMacro(macro) ? `${readMacro(macro, values) ?? ''}` : whole
      )
    }))
}

/** Removes the query, because it may contain secrets. */
export function removeQuery(template: string): string {
  return template.replace(/[?#].*$/s, '')
}
