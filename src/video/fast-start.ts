// The opening act: shows an episode's first frame and keeps it playing until hls.js, which is fifty times as large,
// has arrived and takes the same MediaSource over.
import type { PlayResponse } from '../../contract/episode.js'
import { type MediaPlaylist, parseMediaPlaylist, segmentAt } from './media-playlist.js'
import type { PrefetchedStart } from './source.js'

/** Seconds fetched ahead of the picture; what lies further on is left to hls.js, which can choose a quality. */
const AHEAD = 4
/** For so long it waits for a byte, in ms. */
const SILENCE = 4000
/** Seconds at the end of a segment that may lack samples. */
const RAGGED_END = 0.5

/**
 * A running stream, as its next feeder gets it. `next`: seconds where the first segment begins that is not in it;
 * `bandwidth`: bits per second that the network gave.
 */
export interface EngineHandover {
  mediaSource: MediaSource
  buffer: SourceBuffer
  codecs: string
  init: { url: string; bytes: ArrayBuffer }
  next: number
  bandwidth: number
}

export interface StarterEvents {
  /** Asked before each segment but the first: whoever is given here gets the stream, and the starter ends. */
  onHandover(): ((handover: EngineHandover) => void) | undefined
  /** Nothing more will come; the element is empty. `position` in seconds, where the viewer was. */
  onFailed(position: number): void
}

export interface FastStart {
  /** From now on fetches more than the first segment. */
  wake(): void
  /** Ends all requests and empties the element. */
  destroy(): void
}

export interface FastStartOptions {
  startSegments: PlayResponse['opening']
  address(url: string): string
  /** Seconds from the episode's start. */
  position: number
  isWaiting: boolean
  /** The first bytes, where they came already. */
  prefetchedStart?: PrefetchedStart | undefined
}

/** Undefined where this browser or this episode has to do without. The source is in the element on return. */
export function createFastStart(
  video: HTMLVideoElement,
  { startSegments, address, position, isWaiting, prefetchedStart }: FastStartOptions,
  events: StarterEvents
): FastStart | undefined {
  const rendition = parseMediaPlaylist(startSegments)
  const type = `video/mp4; codecs="${startSegments.codecs}"`
  // A stream that came early may be refused by the page's policy before anybody listens.
  if (!rendition || video.error || !globalThis.MediaSource?.isTypeSupported(type)) return undefined
  const lifetime = new AbortController()
  const { signal } = lifetime
  const stream = openStream(video, { ...rendition, address, type, isWaiting, signal, position, prefetchedStart })

  function end() {
    const at = video.currentTime
    video.removeAttribute('src')
    video.load()
    // Behind that: an element that still has the address would fetch what is there no more.
    lifetime.abort()
    return at
  }
  function fail() {
    if (!signal.aborted) events.onFailed(end())
  }
  video.addEventListener('error', fail, { signal })
  stream.run(events.onHandover).then(given => {
    if (signal.aborted) return
    lifetime.abort()
    given.to({ ...given.stream, codecs: startSegments.codecs })
  }, fail)
  return { wake: stream.wake, destroy: () => void end() }
}

interface Stream {
  wake(): void
  /** Resolves when a successor is there for the segment that comes next. */
  run(successor: StarterEvents['onHandover']): Promise<{
    to: (handover: EngineHandover) => void
    stream: Omit<EngineHandover, 'codecs'>
  }>
}

interface StreamOptions extends MediaPlaylist {
  address(url: string): string
  type: string
  isWaiting: boolean
  signal: AbortSignal
  position: number
  prefetchedStart: PrefetchedStart | undefined
}

function openStream(video: HTMLVideoElement, options: StreamOptions): Stream {
  const { init, segments, type, signal, address } = options
  let { isWaiting, prefetchedStart } = options
  const earlyBytes = prefetchedStart?.stream?.video === video ? prefetchedStart.stream : undefined
  const { mediaSource = new MediaSource(), address: stream = URL.createObjectURL(mediaSource) } = earlyBytes ?? {}
  const fed = new Set<number>()
  let bandwidth = 0
  let fetching: { place: number; since: number; request: AbortController; response: Promise<Response> } | undefined
  let look = () => {}

  if (video.src !== stream) video.src = stream
  // Also 0: a place that an earlier source never came to is kept by the element.
  video.currentTime = options.position
  video.addEventListener('timeupdate', () => look(), { signal })
  video.addEventListener('seeking', leaveFetching, { signal })
  signal.addEventListener('abort', () => URL.revokeObjectURL(stream))

  const nextPlace = () => {
    let place = segmentAt(segments, video.currentTime)
    while (fed.has(place)) place++
    return place
  }
  const isWanted = (place: number) => {
    const segment = segments[place]
    if (!segment) return false
    return isWaiting ? fed.size === 0 : segment.start - video.currentTime < AHEAD
  }

  /** What is on its way is no use to a viewer who has moved elsewhere. */
  function leaveFetching() {
    if (fetching && fetching.place !== nextPlace()) fetching.request.abort()
    look()
  }

  function ask(place: number) {
    const request = new AbortController()
    signal.addEventListener('abort', () => request.abort(), { once: true, signal: request.signal })
    const since = performance.now()
    const given = place === 0 ? prefetchedStart : undefined
    const response = given ? Promise.resolve(given.first) : load(address(segments[place]?.url ?? ''), request.signal)
    prefetchedStart = undefined
    response.catch(() => undefined)
    fetching = { place, since: given?.since ?? since, request, response }
    return fetching
  }

  async function feed(buffer: SourceBuffer, { place, since, request, response }: ReturnType<typeof ask>) {
    let size = 0
    try {
      for await (const bytes of chunksOf(await response)) {
        await append(buffer, bytes)
        size += bytes.byteLength
      }
      bandwidth = (size * 8000) / (performance.now() - since)
      if (!isBuffered(buffer.buffered, (segments[place]?.end ?? 0) - RAGGED_END)) throw new Error('torn')
      fed.add(place)
    } catch (error) {
      if (signal.aborted || !request.signal.aborted) throw error
      // Half a segment is in the parser.
      buffer.abort()
    } finally {
      fetching = undefined
    }
  }

  async function run(successor: StarterEvents['onHandover']): ReturnType<Stream['run']> {
    const beginning = prefetchedStart
      ? Promise.resolve(prefetchedStart.init)
      : load(address(init), signal).then(body => body.arrayBuffer())
    beginning.catch(() => undefined)
    ask(nextPlace())
    const isOpen = mediaSource.readyState === 'open'
    if (!isOpen) await new Promise(resolve => mediaSource.addEventListener('sourceopen', resolve))
    mediaSource.duration = segments.at(-1)?.end ?? 0
    const buffer = mediaSource.addSourceBuffer(type)
    const bytes = await beginning
    await append(buffer, bytes)
    for (;;) {
      const place = nextPlace()
      const next = segments[place]?.start
      const to = isWaiting || next === undefined || fed.size === 0 ? undefined : successor()
      if (to && next !== undefined) {
        return { to, stream: { mediaSource, buffer, init: { url: init, bytes }, next, bandwidth } }
      }
      if (fetching || isWanted(place)) await feed(buffer, fetching ?? ask(place))
      else {
        if (next === undefined && mediaSource.readyState === 'open') mediaSource.endOfStream()
        await new Promise<void>(resolve => {
          look = resolve
        })
      }
    }
  }

  return {
    wake() {
      isWaiting = false
      look()
    },
    run
  }
}

async function load(url: string, signal: AbortSignal): Promise<Response> {
  const response = await withIdleTimeout(fetch(url, { signal, referrerPolicy: 'no-referrer' }))
  if (!response.ok) throw new Error(`${response.status}`)
  return response
}

/** Bytes as they arrive, not the whole at its end. */
async function* chunksOf(response: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader()
  for (;;) {
    const chunk = reader && (await withIdleTimeout(reader.read()))
    if (!chunk || chunk.done) return
    yield chunk.value
  }
}

async function withIdleTimeout<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let timer = 0
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, SILENCE) as unknown as number
  })
  try {
    return await Promise.race([answer, silence])
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
  for (let place = 0; place < buffered.length; place++) {
    if (buffered.start(place) <= position && position <= buffered.end(place)) return true
  }
  return false
}
