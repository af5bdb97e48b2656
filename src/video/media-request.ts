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
  /** Called with the complete chunks of a segment as they arrive, in order and each once, however often it is requested. */
  onChunks?: ((bytes: Uint8Array<ArrayBuffer>) => void) | undefined
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
  const passChunks = createChunkPasser(request.onChunks)
  let hasRenewed = false
  for (let failures = 0; ; failures++) {
    const address = request.source.toCurrentUrl(request.url)
    try {
      return await startParallelAttempt(request, passChunks, failures > 0)
    } catch (error) {
      request.signal.throwIfAborted()
      const fault = error instanceof MediaRequestError ? error : new MediaRequestError('network', 0)
      // A refusal of the old ticket may arrive after another request has renewed it.
      if (fault.kind === 'expired' && request.source.toCurrentUrl(request.url) !== address) continue
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
async function startParallelAttempt(
  request: MediaRequest,
  passChunks: PassChunks,
  isRetry: boolean
): Promise<MediaFile> {
  const running: Attempt[] = []
  const cleanup = new AbortController()
  let attemptCount = 0
  const result = new Promise<MediaFile>((resolve, reject) => {
    const startAttempt = () => {
      const attempt = { ending: new AbortController(), lastByteAt: performance.now() }
      running.push(attempt)
      attemptCount++
      fetchOnce(request, { attempt, passChunks, isRetry }).then(
        resolve,
        error => attempt.ending.signal.aborted || reject(error)
      )
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

async function fetchOnce(
  request: MediaRequest,
  { attempt, passChunks, isRetry }: { attempt: Attempt; passChunks: PassChunks; isRetry: boolean }
): Promise<MediaFile> {
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
  const total = Number(response.headers.get('content-length'))
  const data = await readBody(response, total, received => {
    attempt.lastByteAt = performance.now()
    request.onProgress(received.length, total)
    passChunks(received)
  })
  if (!isCompleteMp4(data)) throw new MediaRequestError('decode', response.status)
  passChunks(data, true)
  return { data: data.buffer, since, first }
}

const EXPIRED_STATUSES = new Set([403, 410])

async function readBody(
  response: Response,
  expected: number,
  onProgress: (received: Uint8Array<ArrayBuffer>) => void
): Promise<Uint8Array<ArrayBuffer>> {
  let bytes = new Uint8Array(expected)
  let loaded = 0
  const reader = response.body?.getReader()
  for (;;) {
    const piece = await reader?.read()
    if (!piece || piece.done) return bytes.slice(0, loaded)
    if (loaded + piece.value.length > bytes.length) {
      const larger = new Uint8Array(2 * (loaded + piece.value.length))
      larger.set(bytes)
      bytes = larger
    }
    bytes.set(piece.value, loaded)
    loaded += piece.value.length
    onProgress(bytes.subarray(0, loaded))
  }
}

type PassChunks = (received: Uint8Array<ArrayBuffer>, isAll?: boolean) => void

/** Every attempt receives the same bytes from the start, because a segment never changes. */
function createChunkPasser(onChunks: MediaRequest['onChunks']): PassChunks {
  let passed = 0
  return (received, isAll = false) => {
    const end = !onChunks ? 0 : isAll ? received.length : endOfChunks(received)
    if (end <= passed) return
    onChunks?.(received.slice(passed, end))
    passed = end
  }
}

/** Rejects half a segment and the sign-in page of a hotel network. */
function isCompleteMp4(bytes: Uint8Array): boolean {
  return bytes.length > 0 && readBoxes(bytes).at(-1)?.end === bytes.length
}

/**
 * Where the last complete box ends, once there is a chunk: hls.js cannot tell the format from less, and holds a chunk back
 * until the `moof` of the next one.
 */
function endOfChunks(bytes: Uint8Array): number {
  const boxes = readBoxes(bytes)
  const unknown = boxes.findIndex(({ type }) => !SEGMENT_BOXES.has(type))
  const known = unknown < 0 ? boxes : boxes.slice(0, unknown)
  return known.some(({ type }) => type === 'mdat') ? (known.at(-1)?.end ?? 0) : 0
}

const SEGMENT_BOXES = new Set(['styp', 'sidx', 'emsg', 'prft', 'free', 'moof', 'mdat'])

/** The complete boxes at the start. */
function readBoxes(bytes: Uint8Array): { type: string; end: number }[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const boxes: { type: string; end: number }[] = []
  for (let start = 0; start + 8 <= bytes.length; ) {
    const size = view.getUint32(start)
    if (size < 8 || start + size > bytes.length) break
    const type = String.fromCharCode(...bytes.subarray(start + 4, start + 8))
    start += size
    boxes.push({ type, end: start })
  }
  return boxes
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
