import { toJson } from '../lib/json.js'
import { FORM_TYPE } from './headers.js'
import { type Parameters, toQueryString } from './query-string.js'

const METHODS = ['GET', 'OPTIONS', 'HEAD', 'POST', 'PUT', 'DELETE', 'TRACE', 'CONNECT', 'PATCH']

/** The wrapper's own default, for requests that name no method. */
const DEFAULT_METHOD = 'POST'

/** A standard method in capitals; a word that is none becomes the platform's default, GET. */
export function normaliseMethod(method: string = DEFAULT_METHOD): string {
  const wanted = method.toUpperCase()
  return METHODS.includes(wanted) ? wanted : 'GET'
}

/** Whether the data of a request travels in its address: fetch refuses a body for these. */
export function hasNoBody(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** The data of a request as its content type says: a form, or JSON for every other. */
export function writeBody(data: Parameters, contentType: string): string {
  return contentType.toLowerCase().startsWith(FORM_TYPE) ? toQueryString(data) : toJson(data)
}

/** How the bytes of an answer are read. */
export type ResponseType = 'text' | 'arraybuffer'

/** Anything but the two becomes text. */
export function normaliseResponseType(type: string | undefined): ResponseType {
  return type === 'arraybuffer' ? type : 'text'
}
