import { type Parameters, toQueryString } from './query-string.js'

export const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

/** The data of a request as its content type says: a form, or JSON for every other. */
export function writeBody(data: Parameters, contentType: string): string {
  return contentType.toLowerCase().startsWith(FORM_TYPE) ? toQueryString(data) : JSON.stringify(data)
}
