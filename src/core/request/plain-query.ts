export type RequestParameters = Record<string, unknown>

/** Writes parameters that are neither arrays nor objects, as `query-string.ts` does. */
export function toPlainQuery(parameters: RequestParameters): string {
  return Object.entries(parameters)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${encodeQueryText(key)}=${encodeQueryText(String(value ?? ''))}`)
    .join('&')
}

/** Replaces half of a surrogate pair, because encodeURIComponent throws on it. */
export function encodeQueryText(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))
}
