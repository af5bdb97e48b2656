// One media file, asked for until it is there: renewed tickets, short waits, and a second question where the first
// hangs. Comes with the engine.
import type { VideoSource } from './source.js'

/** Why something does not play, as viewers and hosts are told. */
export type MediaErrorKind = 'network' | 'decode' | 'expired' | 'unsupported'

/** A file that could not be had. `status` is HTTP's, 0 without an answer; `decode`: what came is no video. */
export class MediaError extends Error {
  constructor(
    readonly kind: MediaErrorKind,
    readonly status: number
  ) {
    super(`${kind} ${status}`)
  }
}

export interface MediaRequest {
  source: Pick<VideoSource, 'address' | 'renew'>
  url: string
  isText: boolean
  signal: AbortSignal
  /** The picture stands still for want of this. */
  isStarving(): boolean
  /** Bytes of the attempt that is furthest. */
  onProgress(loaded: number, total: number): void
}

/** Times in ms of `performance.now()`, of the attempt that succeeded. */
export interface MediaFile {
  data: string | ArrayBuffer
  since: number
  first: number
}

/** In ms. A picture that stands still must go on within three seconds of the fault's end, so no wait is longer. */
const WAITS = [500, 1000, 2000]
const LONGEST_WAIT = 2000
/** For so long it is tried while the server fails, in ms; the viewer has been asked to tap by then. */
const PATIENCE = 30_000
/** Without a byte for so long, in ms, the same is asked once more beside it. */
const IDLE_TIMEOUT_MS = 6000
const IDLE_TIMEOUT_EMPTY_MS = 2500
const LOOK_EVERY = 500
const MOST_AT_ONCE = 3
const MAX_ATTEMPTS = 10

/** Rejects with a MediaFault, or with whatever ended the signal. */
export async function requestMedia(request: MediaRequest): Promise<MediaFile> {
  const givesUpAt = performance.now() + PATIENCE
  let hasRenewed = false
  for (let failures = 0; ; failures++) {
    try {
      return await startParallelAttempt(request, failures > 0)
    } catch (error) {
      request.signal.throwIfAborted()
      const fault = error instanceof MediaError ? error : new MediaError('network', 0)
      if (fault.kind === 'expired' && !hasRenewed) {
        hasRenewed = true
        if (await request.source.renew()) continue
      }
      // What this quality lacks another may have.
      const isFinal = fault.kind !== 'network' || (fault.status >= 400 && fault.status < 500 && fault.status !== 429)
      if (isFinal && (failures > 0 || fault.kind === 'expired')) throw fault
      if (performance.now() > givesUpAt) throw fault
      await pause((WAITS[failures] ?? LONGEST_WAIT) * (0.75 + Math.random() / 4), request.signal)
    }
  }
}

interface Attempt {
  ending: AbortController
  lastByteAt: number
}

/** The first answer counts. What hangs goes on beside what is asked anew; of three the oldest is taken back. */
async function startParallelAttempt(request: MediaRequest, isAgain: boolean): Promise<MediaFile> {
  const running: Attempt[] = []
  const over = new AbortController()
  let questions = 0
  const answer = new Promise<MediaFile>((resolve, reject) => {
    const ask = () => {
      const attempt = { ending: new AbortController(), lastByteAt: performance.now() }
      running.push(attempt)
      questions++
      askOnce(request, attempt, isAgain).then(resolve, error => attempt.ending.signal.aborted || reject(error))
    }
    const look = setInterval(() => {
      const limit = request.isStarving() ? IDLE_TIMEOUT_EMPTY_MS : IDLE_TIMEOUT_MS
      if (running.some(({ lastByteAt }) => performance.now() - lastByteAt < limit)) return
      if (questions >= MAX_ATTEMPTS) reject(new MediaError('network', 0))
      if (running.length >= MOST_AT_ONCE) running.shift()?.ending.abort()
      ask()
    }, LOOK_EVERY)
    request.signal.addEventListener('abort', () => reject(request.signal.reason), { signal: over.signal })
    over.signal.addEventListener('abort', () => {
      clearInterval(look)
      for (const { ending } of running) ending.abort()
    })
    ask()
  })
  // A page's own kind of promise may know no `finally`.
  try {
    return await answer
  } finally {
    over.abort()
  }
}

async function askOnce(request: MediaRequest, attempt: Attempt, isAgain: boolean): Promise<MediaFile> {
  const since = performance.now()
  const response = await fetch(request.source.address(request.url), {
    signal: attempt.ending.signal,
    referrerPolicy: 'no-referrer',
    credentials: 'omit',
    // What arrived broken may have been kept broken.
    cache: isAgain ? 'reload' : 'default'
  })
  const first = performance.now()
  attempt.lastByteAt = first
  if (!response.ok) throw new MediaError(EXPIRED.has(response.status) ? 'expired' : 'network', response.status)
  if (request.isText) return { data: await response.text(), since, first }
  const data = await collect(response, loaded => {
    attempt.lastByteAt = performance.now()
    request.onProgress(loaded, Number(response.headers.get('content-length')))
  })
  if (!isWhole(data)) throw new MediaError('decode', response.status)
  return { data: data.buffer, since, first }
}

const EXPIRED = new Set([403, 410])

async function collect(response: Response, onProgress: (loaded: number) => void): Promise<Uint8Array<ArrayBuffer>> {
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
  let place = 0
  for (const piece of pieces) {
    whole.set(piece, place)
    place += piece.byteLength
  }
  return whole
}

/** Whether the bytes are boxes of MP4 to their very end: a page of a hotel's network is not, nor is half a segment. */
function isWhole(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer)
  let place = 0
  while (place + 8 <= view.byteLength) {
    const size = view.getUint32(place)
    if (size < 8) return false
    place += size
  }
  return place > 0 && place === view.byteLength
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
