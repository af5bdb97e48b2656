import { toJson } from '../lib/json.js'

export type Parameters = Record<string, unknown>

const DEFAULT_FORMAT: ArrayFormat = 'comma'

export function toQueryString(parameters: Parameters, format: ArrayFormat = DEFAULT_FORMAT): string {
  return Object.entries(parameters)
    .filter(([, value]) => value !== undefined)
    .flatMap(([key, value]) =>
      Array.isArray(value)
        ? writeArray(encode(key), value.map(encodeValue), format)
        : `${encode(key)}=${encodeValue(value)}`
    )
    .join('&')
}

function encodeValue(value: unknown): string {
  return encode(typeof value === 'object' && value !== null ? toJson(value) : String(value ?? ''))
}

/** Replaces half of a surrogate pair, because encodeURIComponent throws on it. */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))
}

export function addQuery(url: string, parameters: Parameters, format?: ArrayFormat): string {
  const added = toQueryString(parameters, format)
  if (added === '') return url
  const [, address = '', search = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(url) ?? []
  const overwritten = new Set(added.split('&').map(keyOf))
  const remaining = search.split('&').filter(pair => pair !== '' && !overwritten.has(keyOf(pair)))
  return `${address}?${[...remaining, added].join('&')}${fragment}`
}

function keyOf(pair: string): string {
  return pair.replace(/=.*$/s, '')
}

/** How an array is written in a query string: `a[0]=1&a[1]=2`, `a[]=1&a[]=2`, `a=1&a=2` or `a=1,2`. */
export type ArrayFormat = 'indices' | 'brackets' | 'repeat' | 'comma'

type Writer = (key: string, values: readonly string[]) => string[]

const writers: Record<ArrayFormat, Writer> = {
  indices: (key, values) => values.map((value, index) => `${key}[${index}]=${value}`),
  brackets: (key, values) => values.map(value => `${key}[]=${value}`),
  repeat: (key, values) => values.map(value => `${key}=${value}`),
  comma: (key, values) => [`${key}=${values.join(',')}`]
}

function writeArray(key: string, values: readonly string[], format: ArrayFormat): string[] {
  return values.length === 0 ? [] : writers[format](key, values)
}
