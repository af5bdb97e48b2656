import { toJson } from '../lib/json.js'
import type { RequestParameters } from './plain-query.js'
import { toQueryString } from './query-string.js'

const METHODS = ['GET', 'OPTIONS', 'HEAD', 'POST', 'PUT', 'DELETE', 'TRACE', 'CONNECT', 'PATCH']

const DEFAULT_METHOD = 'POST'
const FORM_TYPE = 'application/x-www-form-urlencoded'

export function normaliseMethod(method: string = DEFAULT_METHOD): string {
  const upperCase = method.toUpperCase()
  return METHODS.includes(upperCase) ? upperCase : 'GET'
}

export function hasNoBody(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

export function writeBody(data: RequestParameters, contentType: string): string {
  return contentType.toLowerCase().startsWith(FORM_TYPE) ? toQueryString(data) : toJson(data)
}

export type ResponseType = 'text' | 'arraybuffer'

export function normaliseResponseType(type: string | undefined): ResponseType {
  return type === 'arraybuffer' ? type : 'text'
}
