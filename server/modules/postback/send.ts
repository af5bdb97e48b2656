import { createHmac } from 'node:crypto'
import { type CallResult, call, type LookUp } from './http-call.js'
import { expandTemplate, type MacroValues } from './url-template.js'

/** Where and how a postback goes. */
export interface PostbackTarget {
  url: string
  method: 'GET' | 'POST'
  secret: string
}

/** What sending needs of the outside; `now` in epoch ms. */
export interface SendContext {
  isProduction: boolean
  now: number
  lookUp?: LookUp | undefined
}

/** Tells a partner's address of something, signed. A GET has no body: there what follows the host is signed. */
export function sendPostback(
  { url: template, method, secret }: PostbackTarget,
  told: MacroValues,
  outside: SendContext
): Promise<CallResult> {
  const url = expandTemplate(template, told)
  const body = method === 'POST' ? JSON.stringify(told) : null
  const { pathname, search } = new URL(url)
  const headers = {
    'User-Agent': 'Drama-Postback/1',
    Accept: '*/*',
    'Drama-Signature': signatureOf(secret, outside.now, body ?? `${pathname}${search}`),
    ...(told.is_test ? { 'Drama-Test': '1' } : {}),
    ...(body === null ? {} : { 'Content-Type': 'application/json' })
  }
  const { isProduction, lookUp } = outside
  return call({ url, method, headers, body }, lookUp === undefined ? { isProduction } : { isProduction, lookUp })
}

export const isAccepted = (called: CallResult) =>
  called.type === 'answered' && called.status >= 200 && called.status < 300

/** What is kept of an answer. */
export const resultSummary = (called: CallResult) =>
  called.type === 'failed' ? called.reason : `${called.status} ${called.text}`.trim()

/** The header `Drama-Signature`: HMAC-SHA-256 in hex over the time in epoch ms, a full stop, and what is signed. */
function signatureOf(secret: string, time: number, signed: string): string {
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${signed}`).digest('hex')}`
}
