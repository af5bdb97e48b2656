// One call to an address that somebody else has named.
import { lookup } from 'node:dns/promises'
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { hostOf, isHostAllowed, isPublicAddress, isTrial } from './allowed-host.js'

interface Address {
  address: string
  family: number
}

/** All addresses of a name. */
export type LookUp = (host: string) => Promise<Address[]>

export interface HttpCall {
  url: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body: string | null
}

/** What is to be kept in mind; a call is given up after `patienceMs`. */
export interface CallPolicy {
  isProduction: boolean
  lookUp?: LookUp
  patienceMs?: number
  /** How much of an answer is read; by default what is worth keeping, in one line. */
  mostBytes?: number
}

/**
 * What came of it; `text` is short enough to be kept, or all that was asked for, `date` what the other side takes the
 * time for, `policy` its Content-Security-Policy.
 */
export type CallResult =
  | { type: 'answered'; status: number; text: string; date: number | null; policy: string | null }
  | { type: 'failed'; reason: string }

const WHOLE_MS = 5_000
const MOST_BYTES = 2_048
const KEPT_CHARACTERS = 200

const lookUpAll: LookUp = host => lookup(host, { all: true, order: 'ipv4first' })

/** Calls once, follows nothing, and goes to the very address of the network that was looked at. */
export async function call(
  { url: text, method, headers, body }: HttpCall,
  { isProduction, lookUp = lookUpAll, patienceMs = WHOLE_MS, mostBytes }: CallPolicy
): Promise<CallResult> {
  const end = AbortSignal.timeout(patienceMs)
  try {
    const url = new URL(text)
    if (!isHostAllowed(url, isProduction)) return { type: 'failed', reason: 'refused: this address may not be called' }
    const pinned = await within(end, addressFor(url, isProduction, lookUp))
    if (pinned === null) return { type: 'failed', reason: 'refused: the name leads to a private address' }
    const pin: LookupFunction = (_host, { all }, done) =>
      all ? done(null, [pinned]) : done(null, pinned.address, pinned.family)
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    const length = body === null ? {} : { 'Content-Length': `${Buffer.byteLength(body)}` }
    const options = { method, agent: false, lookup: pin, signal: end, headers: { ...headers, ...length } }
    const answer: Answered = await answerTo(send(url, options), body, mostBytes)
    return { type: 'answered', ...answer }
  } catch (error) {
    return { type: 'failed', reason: end.aborted ? 'no answer in time' : reasonOf(error) }
  }
}

/** The address to be called; null where any that the name stands for is closed. */
async function addressFor(url: URL, isProduction: boolean, lookUp: LookUp): Promise<Address | null> {
  const host = hostOf(url)
  const family = isIP(host)
  const addresses = family === 0 ? await lookUp(host) : [{ address: host, family }]
  const isOpen = isTrial(url, isProduction) ? isLoopback : isPublicAddress
  return addresses.every(({ address }) => isOpen(address)) ? (addresses[0] ?? null) : null
}

const isLoopback = (address: string) => address === '::1' || address.startsWith('127.')

async function within<Result>(end: AbortSignal, work: Promise<Result>): Promise<Result> {
  const ended = new Promise<never>((_resolve, reject) => {
    end.addEventListener('abort', () => reject(new Error('no answer')), { once: true })
  })
  return Promise.race([work, ended])
}

type Answered = Omit<Extract<CallResult, { type: 'answered' }>, 'type'>

function answerTo(request: ClientRequest, body: string | null, mostBytes: number | undefined) {
  return new Promise<Answered>((resolve, reject) => {
    request.on('error', reject)
    request.once('response', response => {
      // What breaks after enough was read is nobody's trouble.
      response.on('error', () => undefined)
      beginningOf(response, mostBytes ?? MOST_BYTES).then(read => {
        request.destroy()
        const date = Date.parse(response.headers.date ?? '')
        const policy = String(response.headers['content-security-policy'] ?? '') || null
        const text = mostBytes === undefined ? inOneLine(read) : read
        resolve({ status: response.statusCode ?? 0, text, date: Number.isNaN(date) ? null : date, policy })
      }, reject)
    })
    request.end(body ?? undefined)
  })
}

/** As much of an answer as is worth keeping; the rest is not waited for. */
async function beginningOf(response: IncomingMessage, most: number): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response) {
    parts.push(part)
    size += part.length
    if (size >= most) break
  }
  return Buffer.concat(parts).toString('utf8')
}

function inOneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, KEPT_CHARACTERS)
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
