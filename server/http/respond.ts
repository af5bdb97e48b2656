import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Envelope } from '../../contract/protocol/envelope.js'
import { digest } from '../lib/sha256.js'
import { writeEnvelope } from './envelope.js'

const pack = promisify(gzip)
const COMPRESS_FROM_BYTES = 1400

/** Writes an envelope as the HTTP answer; packed when it is large and the client takes gzip. */
export async function sendEnvelope(
  context: Context,
  envelope: Envelope,
  { secret, status = 200, headers = {} }: AnswerOptions
): Promise<Response> {
  const text = writeEnvelope(envelope, secret)
  const plain = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'private, no-store', ...headers }
  const isPacked =
    text.length >= COMPRESS_FROM_BYTES && /\bgzip\b(?!;\s*q=0(?:,|$))/.test(context.req.header('Accept-Encoding') ?? '')
  if (!isPacked) return context.body(text, status, plain)
  const packed = new Uint8Array(await pack(text, { level: 5 }))
  return context.body(packed, status, { ...plain, 'Content-Encoding': 'gzip', 'Content-Length': `${packed.length}` })
}

/** How an envelope is sent; `secret` null means in clear. */
export interface AnswerOptions {
  secret: string | null
  status?: ContentfulStatusCode
  headers?: Record<string, string>
}

/** Answers a catalogue read that carries nothing personal: kept for a minute, and 304 when the client has it already. */
export async function sendCacheable(context: Context, envelope: Envelope, secret: string | null): Promise<Response> {
  const etag = `W/"${digest(JSON.stringify(envelope, withoutTime)).slice(0, 24)}"`
  const headers = { 'Cache-Control': 'public, max-age=60', ETag: etag, Vary: 'Authorization, Accept-Encoding' }
  if (context.req.header('If-None-Match') === etag) return context.body(null, 304, headers)
  return sendEnvelope(context, envelope, { secret, headers })
}

// The time of the answer alone does not make it another answer.
const withoutTime = (key: string, value: unknown) => (key === 'server_time' ? undefined : value)
