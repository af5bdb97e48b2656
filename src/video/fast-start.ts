// Plays the first seconds through MediaSource, because hls.js is fifty times as large and would delay the first frame.
// Once loaded, hls.js takes over the same MediaSource.
import type { PlayResponse } from '../../contract/episode.js'
import { findMediaSource } from '../dom/browser-features/media-source.js'
import { isStreamingWanted } from '../dom/browser-features/video.js'
import { onFirstFrame } from './first-frame.js'
import { type MediaPlaylist, parseMediaPlaylist, segmentAt } from './media-playlist.js'
import type { PrefetchedStart } from './source.js'

/** Fetches only this far ahead and leaves the rest to hls.js, which can choose a quality. */
const FETCH_AHEAD_S = 4
/** Of hls.js, compressed. */
const ENGINE_BITS = 840_000
/** A network with this many times the bit rate of fast start can load a better quality. */
const BETTER_QUALITY_FACTOR = 3
/** With less than this, fast start requests the next segment itself instead of waiting for hls.js. */
const MIN_AHEAD_S = 1
const IDLE_TIMEOUT_MS = 4000
const END_TOLERANCE_S = 0.5
/** Browsers round positions to microseconds, and so to just before the segment that begins there. */
const ROUNDING_S = 0.001

/** `next`: start of the first missing segment in seconds. `bandwidth`: measured bits per second. */
export interface EngineHandover {
  mediaSource: MediaSource
  buffer: SourceBuffer
  codecs: string
  init: { url: string; bytes: ArrayBuffer }
  next: number
  bandwidth: number
}

export interface FastStartEvents {
  /**
   * Called before each segment but the first. A returned function receives the stream, and fast start ends. A promise
   * settles when hls.js has loaded or failed; it may be requested only if `canLoadEngine`.
   */
  onHandover(canLoadEngine: boolean): ((handover: EngineHandover) => void) | Promise<unknown> | undefined
  onFailed(position: number): void
}

export interface FastStart {
  /** Also ends `stopLoading`. */
  endPreload(): void
  stopLoading(): void
  /** Ends `stopLoading`, but loads only the first segment. */
  resumePreload(): void
  destroy(): void
}

export interface FastStartOptions {
  startSegments: PlayResponse['opening']
  toCurrentUrl(url: string): string
  position: number
  isPreload: boolean
  prefetchedStart?: PrefetchedStart | undefined
}

export function createFastStart(
  video: HTMLVideoElement,
  { startSegments, toCurrentUrl, position, isPreload, prefetchedStart }: FastStartOptions,
  events: FastStartEvents
): FastStart | undefined {
  const rendition = parseMediaPlaylist(startSegments)
  const type = `video/mp4; codecs="${startSegments.codecs}"`
  // The page's CSP may have rejected a preopened stream before the error listener exists.
  const MediaSource = findMediaSource()
  if (!rendition || video.error || !MediaSource?.isTypeSupported(type)) return undefined
  const lifetime = new AbortController()
  const { signal } = lifetime
  const stream = openStream(video, MediaSource, {
    ...rendition,
    toCurrentUrl,
    type,
    isPreload,
    signal,
    position,
    prefetchedStart
  })

  function stop() {
    const at = video.currentTime
    video.removeAttribute('src')
    video.load()
    // Aborts last: an element that still has the object URL would fetch it after its revocation.
    lifetime.abort()
    return at
  }
  function fail() {
    if (!signal.aborted) events.onFailed(stop())
  }
  video.addEventListener('error', fail, { signal })
  stream.mediaSource.addEventListener('sourceclose', fail, { signal })
  stream.run(events.onHandover).then(handover => {
    if (signal.aborted) return
    lifetime.abort()
    handover.to({ ...handover.stream, codecs: startSegments.codecs })
  }, fail)
  return { ...stream, destroy: () => void stop() }
}

interface Stream extends Omit<FastStart, 'destroy'> {
  mediaSource: MediaSource
  run(onHandover: FastStartEvents['onHandover']): Promise<{
    to: (handover: EngineHandover) => void
    stream: Omit<EngineHandover, 'codecs'>
  }>
}

interface StreamOptions extends MediaPlaylist {
  toCurrentUrl(url: string): string
  type: string
  isPreload: boolean
  signal: AbortSignal
  position: number
  prefetchedStart: PrefetchedStart | undefined
}

function openStream(video: HTMLVideoElement, MediaSourceClass: typeof MediaSource, options: StreamOptions): Stream {
  const { init, segments, type, signal, toCurrentUrl } = options
  let { isPreload, prefetchedStart } = options
  const preopened = prefetchedStart?.preopened?.video === video ? prefetchedStart.preopened : undefined
  const { mediaSource = new MediaSourceClass(), objectUrl = URL.createObjectURL(mediaSource) } = preopened ?? {}
  const appended = new Set<number>()
  let isStopped = false
  /** hls.js and the next segment would delay the frame that shows a preloaded episode. */
  let isFrameDue = false
  let isEvicted = false
  let bandwidth = 0
  let lastSegment = { bits: 0, seconds: 0 }
  let engineLoad: Promise<unknown> | undefined
  let canWaitForEngine = true
  let fetching: { index: number; since: number; request: AbortController; response: Promise<Response> } | undefined
  let wakeLoop = () => {}

  if (video.src !== objectUrl) video.src = objectUrl
  // Also 0, because the element keeps a pending seek of its previous source.
  video.currentTime = options.position
  mediaSource.addEventListener('startstreaming', () => wakeLoop(), { signal })
  video.addEventListener('timeupdate', endFrameWait, { signal })
  video.addEventListener('seeking', abortUnneededRequest, { signal })
  signal.addEventListener('abort', () => URL.revokeObjectURL(objectUrl))

  const nextIndex = () => {
    let index = segmentAt(segments, video.currentTime + ROUNDING_S)
    while (appended.has(index)) index++
    return index
  }
  const isWanted = (index: number) => {
    const segment = segments[index]
    if (!segment || isStopped) return false
    if (isPreload) return appended.size === 0 && !isEvicted
    const ahead = segment.start - video.currentTime
    return ahead <= 0 || (isStreamingWanted(mediaSource) && ahead < FETCH_AHEAD_S)
  }

  /** A managed buffer removes media when memory is short. */
  function forgetEvicted(buffered: TimeRanges) {
    for (const index of appended) {
      const { start = 0, end = 0 } = segments[index] ?? {}
      if (isBuffered(buffered, (start + end) / 2)) continue
      appended.delete(index)
      isEvicted = true
    }
    wakeLoop()
  }

  function abortUnneededRequest() {
    if (fetching && fetching.index !== nextIndex()) fetching.request.abort()
    endFrameWait()
  }

  function endFrameWait() {
    isFrameDue = false
    wakeLoop()
  }

  function startRequest(index: number) {
    const request = new AbortController()
    signal.addEventListener('abort', () => request.abort(), { once: true, signal: request.signal })
    const prefetched = prefetchedStart?.segment === index ? prefetchedStart : undefined
    const response = prefetched
      ? Promise.resolve(prefetched.first)
      : load(toCurrentUrl(segments[index]?.url ?? ''), request.signal)
    prefetchedStart = undefined
    const started = { index, since: prefetched?.since ?? performance.now(), request, response }
    // Without the wait for the response, as hls.js measures. Bytes of a prefetched start may have arrived before.
    const measureFromHere = () => {
      if (!prefetched) started.since = performance.now()
    }
    response.then(measureFromHere, () => undefined)
    fetching = started
    return started
  }

  async function appendSegment(buffer: SourceBuffer, started: ReturnType<typeof startRequest>) {
    const { index, request, response } = started
    let size = 0
    try {
      for await (const bytes of readChunks(await response, request.signal)) {
        await append(buffer, bytes)
        size += bytes.byteLength
      }
      // The end of an aborted response is no end of the segment, and half a chunk is left in the parser.
      request.signal.throwIfAborted()
      const { start = 0, end = 0 } = segments[index] ?? {}
      lastSegment = { bits: size * 8, seconds: end - start }
      bandwidth = (lastSegment.bits * 1000) / (performance.now() - started.since)
      if (!isBuffered(buffer.buffered, (segments[index]?.end ?? 0) - END_TOLERANCE_S)) throw new Error('torn')
      appended.add(index)
    } catch (error) {
      if (signal.aborted || !request.signal.aborted) throw error
      // Drops the half segment in the parser.
      buffer.abort()
    } finally {
      fetching = undefined
    }
  }

  const secondsAhead = (index: number) => (segments[index]?.start ?? 0) - video.currentTime

  /** Whether hls.js and the next segment arrive before the picture stops, or nothing else is requested. */
  const canLoadEngine = (index: number) =>
    !isWanted(index) || secondsAhead(index) * bandwidth > ENGINE_BITS + lastSegment.bits

  /** On a fast network hls.js arrives in time for the next segment, and requests it in a better quality. */
  function shouldWaitForEngine(load: Promise<unknown>, index: number): boolean {
    const isFastNetwork = bandwidth * lastSegment.seconds > BETTER_QUALITY_FACTOR * lastSegment.bits
    if (!isFastNetwork || !canWaitForEngine || secondsAhead(index) <= MIN_AHEAD_S) return false
    if (load !== engineLoad) {
      const settle = () => {
        canWaitForEngine = false
        wakeLoop()
      }
      engineLoad = load
      load.then(settle, settle)
    }
    return true
  }

  const whenWoken = () =>
    new Promise<void>(resolve => {
      wakeLoop = resolve
    })

  async function run(onHandover: FastStartEvents['onHandover']): ReturnType<Stream['run']> {
    const initResponse = prefetchedStart
      ? Promise.resolve(prefetchedStart.init)
      : load(toCurrentUrl(init), signal).then(body => body.arrayBuffer())
    initResponse.catch(() => undefined)
    startRequest(nextIndex())
    const isOpen = mediaSource.readyState === 'open'
    if (!isOpen) await new Promise(resolve => mediaSource.addEventListener('sourceopen', resolve))
    mediaSource.duration = segments.at(-1)?.end ?? 0
    const buffer = mediaSource.addSourceBuffer(type)
    buffer.addEventListener('bufferedchange', () => forgetEvicted(buffer.buffered), { signal })
    const bytes = await initResponse
    await append(buffer, bytes)
    for (;;) {
      if (isFrameDue && isBuffered(buffer.buffered, video.currentTime + ROUNDING_S)) {
        await whenWoken()
        continue
      }
      const index = nextIndex()
      const next = segments[index]?.start
      const canHandOver = !isPreload && next !== undefined && appended.size > 0
      const handover = canHandOver ? onHandover(canLoadEngine(index)) : undefined
      if (typeof handover === 'function' && next !== undefined) {
        return { to: handover, stream: { mediaSource, buffer, init: { url: init, bytes }, next, bandwidth } }
      }
      if (handover instanceof Promise && shouldWaitForEngine(handover, index)) await whenWoken()
      else if (fetching || isWanted(index)) await appendSegment(buffer, fetching ?? startRequest(index))
      else {
        if (next === undefined && mediaSource.readyState === 'open') mediaSource.endOfStream()
        await whenWoken()
      }
    }
  }

  return {
    mediaSource,
    endPreload() {
      isPreload = isStopped = false
      isFrameDue = true
      onFirstFrame(video, () => setTimeout(endFrameWait), signal)
      wakeLoop()
    },
    stopLoading() {
      isPreload = isStopped = true
      isFrameDue = false
      fetching?.request.abort()
    },
    resumePreload() {
      isStopped = false
      wakeLoop()
    },
    run
  }
}

async function load(url: string, signal: AbortSignal): Promise<Response> {
  const response = await withIdleTimeout(fetch(url, { signal, referrerPolicy: 'no-referrer', credentials: 'omit' }))
  if (!response.ok) throw new Error(`${response.status}`)
  return response
}

async function* readChunks(response: Response, signal: AbortSignal): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader()
  // A prefetched response has no signal.
  const cancel = () => reader?.cancel().catch(() => undefined)
  if (signal.aborted) await cancel()
  signal.addEventListener('abort', cancel)
  for (;;) {
    const chunk = reader && (await withIdleTimeout(reader.read()))
    if (!chunk || chunk.done) return
    yield chunk.value
  }
}

async function withIdleTimeout<Result>(promise: Promise<Result>): Promise<Result> {
  let timer = 0
  const idleTimeout = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, IDLE_TIMEOUT_MS) as unknown as number
  })
  try {
    return await Promise.race([promise, idleTimeout])
  } finally {
    clearTimeout(timer)
  }
}

function append(buffer: SourceBuffer, bytes: BufferSource): Promise<void> {
  return new Promise((resolve, reject) => {
    buffer.onupdateend = () => resolve()
    buffer.onerror = () => reject(new Error('refused'))
    buffer.appendBuffer(bytes)
  })
}

export function isBuffered(buffered: TimeRanges, position: number): boolean {
  for (let index = 0; index < buffered.length; index++) {
    if (buffered.start(index) <= position && position <= buffered.end(index)) return true
  }
  return false
}
