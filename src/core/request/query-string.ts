export type Parameters = Record<string, unknown>

/** `a=1&b=`; undefined and null become empty, objects JSON. */
export function toQueryString(parameters: Parameters): string {
  return Object.entries(parameters)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(toText(value))}`)
    .join('&')
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Puts the parameters behind an address that may have some already. */
export function addQuery(url: string, parameters: Parameters): string {
  const query = toQueryString(parameters)
  if (query === '') return url
  return url + (url.includes('?') ? '&' : '?') + query
}
