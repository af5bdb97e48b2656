import { AwsV4Signer } from 'aws4fetch'
import type { BucketSettings } from '../../../config/media-bucket.js'
import { MediaUnavailable } from '../media-store.js'
import { toBucketUrl } from './bucket-url.js'

export interface BucketRequest {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  key: string | null
  query?: Record<string, string>
  headers?: Record<string, string>
  /** Headers that are not signed, because proxies may change them. */
  unsignedHeaders?: Record<string, string>
  body?: Uint8Array<ArrayBuffer>
}

/** One limit is for an attempt until its headers arrive, the other for all attempts together. */
export interface TimeoutPolicy {
  headersMs: number
  totalMs: number
  attempts: number
}

const VIEWER_TIMEOUTS: TimeoutPolicy = { headersMs: 2_000, totalMs: 4_000, attempts: 2 }
const RETRY_DELAY_MS = 100

export const BUCKET_LIST_TIMEOUT_POLICY: TimeoutPolicy = { headersMs: 6_000, totalMs: 10_000, attempts: 2 }

export interface BucketClient {
  /** Resolves for 2xx, 304, 404 and 416; throws MediaUnavailable for every other status. */
  send(request: BucketRequest): Promise<Response>
  /** Signs a GET URL. `expiresAt` (epoch ms) must be at least one second ahead. */
  presign(key: string, now: number, expiresAt: number): Promise<string>
}

export function createBucketClient(settings: BucketSettings, timeouts = VIEWER_TIMEOUTS): BucketClient {
  const { accessKeyId, secretAccessKey, region } = settings
  const credentials = { accessKeyId, secretAccessKey, region, service: 's3', cache: new Map<string, ArrayBuffer>() }

  async function sendOnce({ method, key, query = {}, headers, unsignedHeaders, body }: BucketRequest, limitMs: number) {
    const url = toBucketUrl(settings, settings.endpoint, key)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const signed = await new AwsV4Signer({ ...credentials, method, url: url.href, headers }).sign()
    for (const [name, value] of Object.entries(unsignedHeaders ?? {})) signed.headers.set(name, value)
    // A compressed response would have another length than the file.
    signed.headers.set('Accept-Encoding', 'identity')
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(), limitMs)
    try {
      const init = { method, headers: signed.headers, body, redirect: 'manual' as const, signal: controller.signal }
      return await checkResponse(await fetch(signed.url, init))
    } catch (error) {
      if (error instanceof MediaUnavailable) throw error
      throw new TransientError(
        controller.signal.aborted ? `no answer in ${Math.round(limitMs)} ms` : formatReason(error)
      )
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async send(request) {
      const deadline = performance.now() + timeouts.totalMs
      for (let attempt = 1; ; attempt++) {
        const pauseMs = RETRY_DELAY_MS * 2 ** (attempt - 1)
        try {
          return await sendOnce(request, Math.min(timeouts.headersMs, deadline - performance.now()))
        } catch (error) {
          const isLast = attempt >= timeouts.attempts || performance.now() + pauseMs >= deadline
          if (isLast || !(error instanceof TransientError)) throw error
        }
        await new Promise(resolve => setTimeout(resolve, pauseMs))
      }
    },
    async presign(key, now, expiresAt) {
      const url = toBucketUrl(settings, settings.publicEndpoint, key)
      const second = Math.floor(now / 1000)
      url.searchParams.set('X-Amz-Expires', `${Math.min(MAX_PRESIGN_SECONDS, Math.floor(expiresAt / 1000) - second)}`)
      const datetime = new Date(second * 1000).toISOString().replace(/[:-]|\.\d{3}/g, '')
      const signer = new AwsV4Signer({ ...credentials, method: 'GET', url: url.href, datetime, signQuery: true })
      return (await signer.sign()).url.href
    }
  }
}

/** Limit of AWS Signature Version 4. */
const MAX_PRESIGN_SECONDS = 604_800

class TransientError extends MediaUnavailable {}

const ACCEPTED_STATUSES = new Set([304, 404, 416])

async function checkResponse(response: Response): Promise<Response> {
  const { status } = response
  if (response.ok || (ACCEPTED_STATUSES.has(status) && status !== 404)) return response
  const code = await readErrorCode(response)
  if (status === 404 && code !== 'NoSuchBucket') return response
  const message = `the bucket answered ${status}${code === null ? '' : ` ${code}`}`
  throw status >= 500 || status === 429 || code === 'SlowDown'
    ? new TransientError(message, status)
    : new MediaUnavailable(message, status)
}

/** Returns only the error code, because the rest may repeat the signed request. */
async function readErrorCode(response: Response): Promise<string | null> {
  return /<Code>([A-Za-z0-9]{1,64})<\/Code>/.exec(await response.text())?.[1] ?? null
}

function formatReason(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return `the bucket cannot be reached${typeof code === 'string' ? ` (${code})` : ''}`
}
