import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Envelope } from '../../contract/protocol/envelope.js'
import { sha256Hex } from '../lib/sha256.js'
import { writeEnvelope } from './envelope.js'

const compress = promisify(gzip)
const MIN_COMPRESSED_BYTES = 1400

export async function sendEnvelope(
  context: Context,
  envelope: Envelope,
  { secret, status = 200, headers = {} }: EnvelopeOptions
): Promise<Response> {
  const text = writeEnvelope(envelope, secret)
  const plainHeaders = {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'private, no-store',
    ...headers
  }
  const isCompressed =
    text.length >= MIN_COMPRESSED_BYTES &&
    /\bgzip\b(?!;\s*q=0(?:,|$))/.test(context.req.header('Accept-Encoding') ?? '')
  if (!isCompressed) return context.body(text, status, plainHeaders)
  const compressed = new Uint8Array(await compress(text, { level: 5 }))
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

/** Caches publicly for a minute: only for responses without personal data. */
export async function sendCacheable(context: Context, envelope: Envelope, secret: string | null): Promise<Response> {
  const etag = `W/"${sha256Hex(JSON.stringify(envelope, omitServerTime)).slice(0, 24)}"`
  const headers = { 'Cache-Control': 'public, max-age=60', ETag: etag, Vary: 'Authorization, Accept-Encoding' }
  if (context.req.header('If-None-Match') === etag) return context.body(null, 304, headers)
  return sendEnvelope(context, envelope, { secret, headers })
}

// A new `server_time` alone does not change the ETag.
const omitServerTime = (key: string, value: unknown) => (key === 'server_time' ? undefined : value)
