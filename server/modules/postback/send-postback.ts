import { createDramaSignature, DRAMA_SIGNATURE_HEADER } from '../../lib/drama-signature.js'
import { type CallResult, callUrl, type DnsLookup } from './http-call.js'
import { expandTemplate, type MacroValues } from './url-template.js'

export interface PostbackTarget {
  url: string
  method: 'GET' | 'POST'
  secret: string
}

export interface SendContext {
  isProduction: boolean
  now: number
  dnsLookup?: DnsLookup | undefined
}

/** Signs the body of a POST, and the path and query of a GET. */
export function sendPostback(
  { url: template, method, secret }: PostbackTarget,
  values: MacroValues,
  context: SendContext
): Promise<CallResult> {
  const url = expandTemplate(template, values)
  const body = method === 'POST' ? JSON.stringify(values) : null
  const { pathname, search } = new URL(url)
  const headers = {
    'User-Agent': 'Drama-Postback/1',
    Accept: '*/*',
    [DRAMA_SIGNATURE_HEADER]: createDramaSignature(secret, body ?? `${pathname}${search}`, context.now),
    ...(values.is_test ? { 'Drama-Test': '1' } : {}),
    ...(body === null ? {} : { 'Content-Type': 'application/json' })
  }
  const { isProduction, dnsLookup } = context
  return callUrl(
    { url, method, headers, body },
    dnsLookup === undefined ? { isProduction } : { isProduction, dnsLookup }
  )
}

export const isAccepted = (result: CallResult) =>
  result.type === 'answered' && result.status >= 200 && result.status < 300

export const formatCallResult = (result: CallResult) =>
  result.type === 'failed' ? result.reason : `${result.status} ${result.text}`.trim()
