import type { VideoSource } from './source.js'

export type MediaErrorKind = 'network' | 'decode' | 'expired' | 'unsupported'

/** `status` is 0 without a response. Kind `decode`: the body is not a complete MP4. */
export class MediaRequestError extends Error {
  constructor(
    readonly kind: MediaErrorKind,
    readonly status: number
  ) {
    super(`${kind} ${status}`)
  }
}

export interface MediaRequest {
  source: Pick<VideoSource, 'toCurrentUrl' | 'renew'>
  url: string
  isText: boolean
  signal: AbortSignal
  isStarving(): boolean
  onProgress(loaded: number, total: number): void
}

export interface MediaFile {
  data: string | ArrayBuffer
  since: number
  first: number
}

/** No wait is longer than 2 s, so that playback resumes within three seconds after a fault ends. */
const RETRY_DELAYS_MS = [500, 1000, 2000]
const MAX_RETRY_DELAY_MS = 2000
const RETRY_LIMIT_MS = 30_000
const IDLE_TIMEOUT_MS = 6000
const IDLE_TIMEOUT_EMPTY_MS = 2500
const IDLE_CHECK_INTERVAL_MS = 500
const MAX_PARALLEL_ATTEMPTS = 3
const MAX_ATTEMPTS = 10

export async function requestMedia(request: MediaRequest): Promise<MediaFile> {
  const retryUntil = performance.now() + RETRY_LIMIT_MS
  let hasRenewed = false
  for (let failures = 0; ; failures++) {
    try {
      return await startParallelAttempt(request, failures > 0)
    } catch (error) {
      request.signal.throwIfAborted()
      const fault = error instanceof MediaRequestError ? error : new MediaRequestError('network', 0)
      if (fault.kind === 'expired' && !hasRenewed) {
        hasRenewed = true
        if (await request.source.renew()) continue
      }
      // Throws a client error soon, because hls.js may find the segment in another level.
      const isFinal = fault.kind !== 'network' || (fault.status >= 400 && fault.status < 500 && fault.status !== 429)
      if (isFinal && (failures > 0 || fault.kind === 'expired')) throw fault
      if (performance.now() > retryUntil) throw fault
      await pause((RETRY_DELAYS_MS[failures] ?? MAX_RETRY_DELAY_MS) * (0.75 + Math.random() / 4), request.signal)
    }
  }
}

interface Attempt {
  ending: AbortController
  lastByteAt: number
}

/** Takes the first response. A hanging request continues beside new ones; of three the oldest is aborted. */
async function startParallelAttempt(request: MediaRequest, isRetry: boolean): Promise<MediaFile> {
  const running: Attempt[] = []
  const cleanup = new AbortController()
  let attemptCount = 0
  const result = new Promise<MediaFile>((resolve, reject) => {
    const startAttempt = () => {
      const attempt = { ending: new AbortController(), lastByteAt: performance.now() }
      running.push(attempt)
      attemptCount++
      fetchOnce(request, attempt, isRetry).then(resolve, error => attempt.ending.signal.aborted || reject(error))
    }
    const idleCheck = setInterval(() => {
      const limit = request.isStarving() ? IDLE_TIMEOUT_EMPTY_MS : IDLE_TIMEOUT_MS
      if (running.some(({ lastByteAt }) => performance.now() - lastByteAt < limit)) return
      if (attemptCount >= MAX_ATTEMPTS) return reject(new MediaRequestError('network', 0))
      if (running.length >= MAX_PARALLEL_ATTEMPTS) running.shift()?.ending.abort()
      startAttempt()
    }, IDLE_CHECK_INTERVAL_MS)
    request.signal.addEventListener('abort', () => reject(request.signal.reason), { signal: cleanup.signal })
    cleanup.signal.addEventListener('abort', () => {
      clearInterval(idleCheck)
      for (const { ending } of running) ending.abort()
    })
    startAttempt()
  })
  // Not `.finally()`, because a host page's promise polyfill may lack it.
  try {
    return await result
  } finally {
    cleanup.abort()
  }
}

async function fetchOnce(request: MediaRequest, attempt: Attempt, isRetry: boolean): Promise<MediaFile> {
  const since = performance.now()
  const response = await fetch(request.source.toCurrentUrl(request.url), {
    signal: attempt.ending.signal,
    referrerPolicy: 'no-referrer',
    credentials: 'omit',
    // The browser's cache may hold the damaged response.
    cache: isRetry ? 'reload' : 'default'
  })
  const first = performance.now()
  attempt.lastByteAt = first
  if (!response.ok)
    throw new MediaRequestError(EXPIRED_STATUSES.has(response.status) ? 'expired' : 'network', response.status)
  if (request.isText) return { data: await response.text(), since, first }
  const data = await readBody(response, loaded => {
    attempt.lastByteAt = performance.now()
    request.onProgress(loaded, Number(response.headers.get('content-length')))
  })
  if (!isCompleteMp4(data)) throw new MediaRequestError('decode', response.status)
  return { data: data.buffer, since, first }
}

const EXPIRED_STATUSES = new Set([403, 410])

async function readBody(response: Response, onProgress: (loaded: number) => void): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  let loaded = 0
  const reader = response.body?.getReader()
  for (;;) {
    const piece = await reader?.read()
    if (!piece || piece.done) break
    pieces.push(piece.value)
    loaded += piece.value.byteLength
    onProgress(loaded)
  }
  const whole = new Uint8Array(loaded)
  let offset = 0
  for (const piece of pieces) {
    whole.set(piece, offset)
    offset += piece.byteLength
  }
  return whole
}

/** Rejects half a segment and the sign-in page of a hotel network. */
function isCompleteMp4(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer)
  let offset = 0
  while (offset + 8 <= view.byteLength) {
    const size = view.getUint32(offset)
    if (size < 8) return false
    offset += size
  }
  return offset > 0 && offset === view.byteLength
}

function pause(time: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, time)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
