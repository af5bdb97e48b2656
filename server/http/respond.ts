import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { LRUCache } from 'lru-cache'
import { type Envelope, SUCCESS_CODE } from '../../contract/protocol/envelope.js'
import { sha256Hex } from '../lib/sha256.js'
import type { AppEnvironment } from './app-environment.js'
import { writeEnvelope } from './envelope.js'

const compress = promisify(gzip)
const MIN_COMPRESSED_BYTES = 1400

export async function sendEnvelope(
  context: Context<AppEnvironment>,
  envelope: Envelope,
  { secret, status = 200, headers = {} }: EnvelopeOptions
): Promise<Response> {
  const { code } = envelope
  if (code !== SUCCESS_CODE && context.get('outcome') === undefined) context.set('outcome', { code })
  return sendText(context, writeEnvelope(envelope, secret), { status, headers, compressText: compressAnew })
}

interface TextOptions {
  status: ContentfulStatusCode
  headers: Record<string, string>
  compressText(text: string): Promise<Uint8Array<ArrayBuffer>>
}

const compressAnew = async (text: string) => new Uint8Array(await compress(text, { level: 5 }))

async function sendText(context: Context, text: string, { status, headers, compressText }: TextOptions) {
  const plainHeaders = {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'private, no-store',
    ...headers
  }
  const isCompressed =
    text.length >= MIN_COMPRESSED_BYTES &&
    /\bgzip\b(?!;\s*q=0(?:,|$))/.test(context.req.header('Accept-Encoding') ?? '')
  if (!isCompressed) return context.body(text, status, plainHeaders)
  const compressed = await compressText(text)
  return context.body(compressed, status, {
    ...plainHeaders,
    'Content-Encoding': 'gzip',
    'Content-Length': `${compressed.length}`
  })
}

export interface EnvelopeOptions {
  secret: string | null
  status?: ContentfulStatusCode
  headers?: Record<string, string>
}

/** For the operator and partner APIs. */
export function sendWrongKey(context: Context): Promise<Response> {
  const hasKey = context.req.header('Authorization') !== undefined
  const msg = hasKey ? 'Wrong key' : 'No key: send it as Authorization: Bearer <key>'
  return sendEnvelope(context, { code: 403, msg, data: null }, { secret: null, status: 403 })
}

const MAX_COMPRESSED_CACHE_BYTES = 16 * 1024 * 1024
/** Of texts without personal data, by the text. */
const compressedTexts = new LRUCache<string, Uint8Array<ArrayBuffer>>({
  maxSize: MAX_COMPRESSED_CACHE_BYTES,
  sizeCalculation: (compressed, text) => compressed.length + 2 * text.length
})

async function compressOnce(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const known = compressedTexts.get(text)
  if (known !== undefined) return known
  const compressed = await compressAnew(text)
  compressedTexts.set(text, compressed)
  return compressed
}

export interface CacheableAnswer {
  text: string
  etag: string
  hasServerTime: boolean
}

export function toCacheableAnswer(envelope: Envelope, secret: string | null): CacheableAnswer {
  const text = writeEnvelope(envelope, secret)
  const hasServerTime = typeof envelope.data === 'object' && envelope.data !== null && 'server_time' in envelope.data
  const tagged = hasServerTime ? JSON.stringify(envelope, omitServerTime) : text
  return { text, etag: `W/"${sha256Hex(tagged).slice(0, 24)}"`, hasServerTime }
}

/** Caches publicly for a minute: only for responses without personal data. */
export async function sendCacheable(context: Context, answer: CacheableAnswer): Promise<Response> {
  const { text, etag, hasServerTime } = answer
  const headers = { 'Cache-Control': 'public, max-age=60', ETag: etag, Vary: 'Authorization, Accept-Encoding' }
  if (context.req.header('If-None-Match') === etag) return context.body(null, 304, headers)
  const compressText = hasServerTime ? compressAnew : compressOnce
  return sendText(context, text, { status: 200, headers, compressText })
}

// A new `server_time` alone does not change the ETag.
const omitServerTime = (key: string, value: unknown) => (key === 'server_time' ? undefined : value)
