import { lookup } from 'node:dns/promises'
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { markFailed, withSpan } from '../../lib/tracing.js'
import { hostOf, isHostAllowed, isLocalTest, isPublicAddress } from './allowed-host.js'

interface Address {
  address: string
  family: number
}

export type DnsLookup = (host: string) => Promise<Address[]>

export interface HttpCall {
  url: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body: string | Uint8Array | null
}

export interface CallPolicy {
  isProduction: boolean
  dnsLookup?: DnsLookup
  timeoutMs?: number
  /** Bytes of the body to read. If missing, `text` is cut to one short line. */
  maxBytes?: number
}

/** `date` is the `Date` header in epoch ms, `policy` the Content-Security-Policy. */
export type CallResult =
  | { type: 'answered'; status: number; text: string; date: number | null; policy: string | null }
  | { type: 'failed'; reason: string }

const CALL_TIMEOUT_MS = 5_000
const MAX_BYTES = 2_048
const MAX_SUMMARY_LENGTH = 200

const lookUpAddresses: DnsLookup = host => lookup(host, { all: true, order: 'ipv4first' })

/**
 * Follows no redirects, and connects to the address that was checked, because a second DNS lookup may return another
 * one.
 */
export function callUrl(call: HttpCall, policy: CallPolicy): Promise<CallResult> {
  // Only the host: path and query hold secrets, and what a postback says of a viewer.
  const host = URL.canParse(call.url) ? new URL(call.url).hostname : ''
  const attributes = { 'http.request.method': call.method, 'server.address': host }
  return withSpan(`${call.method} ${host}`, { kind: 'client', attributes }, async span => {
    const result = await sendCall(call, policy)
    if (result.type === 'answered') span?.setAttribute('http.response.status_code', result.status)
    else if (span !== null) markFailed(span)
    return result
  })
}

async function sendCall(
  { url: text, method, headers, body }: HttpCall,
  { isProduction, dnsLookup = lookUpAddresses, timeoutMs = CALL_TIMEOUT_MS, maxBytes }: CallPolicy
): Promise<CallResult> {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const url = new URL(text)
    if (!isHostAllowed(url, isProduction)) return { type: 'failed', reason: 'refused: this address may not be called' }
    const pinned = await raceTimeout(timeout, resolveAllowedAddress(url, isProduction, dnsLookup))
    if (pinned === null) return { type: 'failed', reason: 'refused: the name leads to a private address' }
    const pin: LookupFunction = (_host, { all }, callback) =>
      all ? callback(null, [pinned]) : callback(null, pinned.address, pinned.family)
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    const lengthHeader = body === null ? {} : { 'Content-Length': `${Buffer.byteLength(body)}` }
    const options = { method, agent: false, lookup: pin, signal: timeout, headers: { ...headers, ...lengthHeader } }
    const response: HttpResponse = await sendRequest(send(url, options), body, maxBytes)
    return { type: 'answered', ...response }
  } catch (error) {
    return { type: 'failed', reason: timeout.aborted ? 'no answer in time' : toFailureReason(error) }
  }
}

async function resolveAllowedAddress(url: URL, isProduction: boolean, lookUp: DnsLookup): Promise<Address | null> {
  const host = hostOf(url)
  const family = isIP(host)
  const addresses = family === 0 ? await lookUp(host) : [{ address: host, family }]
  const isAllowed = isLocalTest(url, isProduction) ? isLoopback : isPublicAddress
  return addresses.every(({ address }) => isAllowed(address)) ? (addresses[0] ?? null) : null
}

const isLoopback = (address: string) => address === '::1' || address.startsWith('127.')

async function raceTimeout<Result>(timeout: AbortSignal, work: Promise<Result>): Promise<Result> {
  const timedOut = new Promise<never>((_resolve, reject) => {
    timeout.addEventListener('abort', () => reject(new Error('no answer')), { once: true })
  })
  return Promise.race([work, timedOut])
}

type HttpResponse = Omit<Extract<CallResult, { type: 'answered' }>, 'type'>

function sendRequest(request: ClientRequest, body: HttpCall['body'], maxBytes: number | undefined) {
  return new Promise<HttpResponse>((resolve, reject) => {
    request.on('error', reject)
    request.once('response', response => {
      // Prevents an uncaught error, because `destroy` below breaks off the response.
      response.on('error', () => undefined)
      readStart(response, maxBytes ?? MAX_BYTES).then(start => {
        request.destroy()
        const date = Date.parse(response.headers.date ?? '')
        const policy = String(response.headers['content-security-policy'] ?? '') || null
        const text = maxBytes === undefined ? toOneLine(start) : start
        resolve({ status: response.statusCode ?? 0, text, date: Number.isNaN(date) ? null : date, policy })
      }, reject)
    })
    request.end(body ?? undefined)
  })
}

async function readStart(response: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= maxBytes) break
  }
  return Buffer.concat(chunks).toString('utf8')
}

export function toOneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, MAX_SUMMARY_LENGTH)
}

function toFailureReason(error: unknown): string {
  if (!(error instanceof Error)) return 'failed'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
