import { toJson } from '../lib/json.js'
import { FORM_TYPE } from './content-type.js'
import { type Parameters, toQueryString } from './query-string.js'

/** The data of a request as its content type says: a form, or JSON for every other. */
export function writeBody(data: Parameters, contentType: string): string {
  return contentType.toLowerCase().startsWith(FORM_TYPE) ? toQueryString(data) : toJson(data)
}
