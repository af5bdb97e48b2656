import { toJson } from '../lib/json.js'
import type { ArrayFormat } from './array-format.js'
import { encodeQueryText, type RequestParameters } from './plain-query.js'

const DEFAULT_FORMAT: ArrayFormat = 'comma'

export function toQueryString(parameters: RequestParameters, format: ArrayFormat = DEFAULT_FORMAT): string {
  return Object.entries(parameters)
    .filter(([, value]) => value !== undefined)
    .flatMap(([key, value]) =>
      Array.isArray(value)
        ? writeArray(encodeQueryText(key), value.map(encodeValue), format)
        : `${encodeQueryText(key)}=${encodeValue(value)}`
    )
    .join('&')
}

function encodeValue(value: unknown): string {
  return encodeQueryText(typeof value === 'object' && value !== null ? toJson(value) : String(value ?? ''))
}

export function addQuery(url: string, parameters: RequestParameters, format?: ArrayFormat): string {
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
