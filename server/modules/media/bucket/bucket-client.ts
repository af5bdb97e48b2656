// The only file that knows how requests of a bucket are signed.
import { AwsV4Signer } from 'aws4fetch'
import type { BucketSettings } from '../../../config/media-bucket.js'
import { MediaUnavailable } from '../media-store.js'
import { bucketAddress } from './bucket-url.js'

export interface BucketRequest {
  method: 'GET' | 'HEAD' | 'PUT'
  /** Null for the bucket itself. */
  key: string | null
  query?: Record<string, string>
  headers?: Record<string, string>
  /** Not signed: what proxies on the way may change. */
  loose?: Record<string, string>
  body?: Uint8Array<ArrayBuffer>
}

/** How long a bucket is waited for, in ms: for the headers of one answer, and for all attempts together. */
export interface TimeoutPolicy {
  answerMs: number
  wholeMs: number
  attempts: number
}

/** Viewers wait no longer; a player asks again by itself. */
const VIEWER_TIMEOUTS: TimeoutPolicy = { answerMs: 2_000, wholeMs: 4_000, attempts: 2 }
/** Before the second attempt, in ms; twice as long before each that follows. */
const PAUSE_MS = 100

/** A list of a thousand files takes its time. */
export const LIST_TIMEOUTS: TimeoutPolicy = { answerMs: 6_000, wholeMs: 10_000, attempts: 2 }

export interface BucketClient {
  /** Answers below 300, and 304, 404 and 416; everything else is MediaUnavailable. */
  send(request: BucketRequest): Promise<Response>
  /** An address that gives this key to whoever has it, up to a time in epoch ms; it must lie a second ahead. */
  presign(key: string, now: number, expiresAt: number): Promise<string>
}

export function createBucketClient(settings: BucketSettings, patience = VIEWER_TIMEOUTS): BucketClient {
  const { accessKeyId, secretAccessKey, region } = settings
  const credentials = { accessKeyId, secretAccessKey, region, service: 's3', cache: new Map<string, ArrayBuffer>() }

  async function once({ method, key, query = {}, headers, loose, body }: BucketRequest, limitMs: number) {
    const url = bucketAddress(settings, settings.endpoint, key)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const signed = await new AwsV4Signer({ ...credentials, method, url: url.href, headers }).sign()
    for (const [name, value] of Object.entries(loose ?? {})) signed.headers.set(name, value)
    // Compressed answers would have another length than the file.
    signed.headers.set('Accept-Encoding', 'identity')
    const end = new AbortController()
    const timer = setTimeout(() => end.abort(), limitMs)
    try {
      const init = { method, headers: signed.headers, body, redirect: 'manual' as const, signal: end.signal }
      return await checked(await fetch(signed.url, init))
    } catch (error) {
      if (error instanceof MediaUnavailable) throw error
      throw new TransientError(end.signal.aborted ? `no answer in ${Math.round(limitMs)} ms` : reasonOf(error))
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async send(request) {
      const givesUpAt = performance.now() + patience.wholeMs
      for (let attempt = 1; ; attempt++) {
        const pauseMs = PAUSE_MS * 2 ** (attempt - 1)
        try {
          return await once(request, Math.min(patience.answerMs, givesUpAt - performance.now()))
        } catch (error) {
          const isLast = attempt >= patience.attempts || performance.now() + pauseMs >= givesUpAt
          if (isLast || !(error instanceof TransientError)) throw error
        }
        await new Promise(resolve => setTimeout(resolve, pauseMs))
      }
    },
    async presign(key, now, expiresAt) {
      const url = bucketAddress(settings, settings.publicEndpoint, key)
      const second = Math.floor(now / 1000)
      url.searchParams.set('X-Amz-Expires', `${Math.min(LONGEST_S, Math.floor(expiresAt / 1000) - second)}`)
      const datetime = new Date(second * 1000).toISOString().replace(/[:-]|\.\d{3}/g, '')
      const signer = new AwsV4Signer({ ...credentials, method: 'GET', url: url.href, datetime, signQuery: true })
      return (await signer.sign()).url.href
    }
  }
}

/** The protocol's own limit. */
const LONGEST_S = 604_800

/** May be over in a moment. */
class TransientError extends MediaUnavailable {}

const USABLE = new Set([304, 404, 416])

async function checked(answer: Response): Promise<Response> {
  const { status } = answer
  if (answer.ok || (USABLE.has(status) && status !== 404)) return answer
  const code = await codeIn(answer)
  if (status === 404 && code !== 'NoSuchBucket') return answer
  const said = `the bucket answered ${status}${code === null ? '' : ` ${code}`}`
  throw status >= 500 || status === 429 || code === 'SlowDown' ? new TransientError(said) : new MediaUnavailable(said)
}

/** The name of an error. The rest of what is said may repeat what was signed. */
async function codeIn(answer: Response): Promise<string | null> {
  return /<Code>([A-Za-z0-9]{1,64})<\/Code>/.exec(await answer.text())?.[1] ?? null
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return `the bucket cannot be reached${typeof code === 'string' ? ` (${code})` : ''}`
}
