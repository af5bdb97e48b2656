// The only file that knows hls.js; a chunk of its own, loaded when something is about to play.
import Hls, { type ErrorData, type HlsConfig, type LoadPolicy } from 'hls.js/light'
import type { EngineHandover } from './fast-start.js'
import { createHlsLoader } from './hls-file-loader.js'
import type { MediaError, MediaErrorKind } from './media-request.js'
import { type QualityChoice, selectLevel } from './quality-level.js'
import type { VideoSource } from './source.js'
import { hasGapAt, watchForStall } from './stall-watchdog.js'

/** Seconds kept ahead while playing, and for an episode that only waits for its turn. */
const BUFFER_PLAYING = 30
const PRELOAD_BUFFER_S = 2

/** Our loader tries again by itself: what it gives up is for another quality. */
const policy: LoadPolicy = {
  default: { maxTimeToFirstByteMs: 60_000, maxLoadTimeMs: 60_000, timeoutRetry: null, errorRetry: null }
}

const config: Partial<HlsConfig> = {
  // Segments are fMP4 already: a worker would cost 40 KB and save nothing.
  enableWorker: false,
  startLevel: 0,
  testBandwidth: false,
  capLevelToPlayerSize: true,
  fragLoadPolicy: policy,
  manifestLoadPolicy: policy,
  playlistLoadPolicy: policy
}

/** Streams into one `<video>`; used again for every episode that element shows. */
export interface HlsEngine {
  /** A waiting engine fetches the first segment and no more. */
  load(source: VideoSource, isWaiting: boolean): void
  /** Goes on with a stream that plays already; only engines over MediaSource can. */
  takeOver?(source: VideoSource, handover: EngineHandover): void
  /** From now on buffers as far ahead as playing needs. */
  resumeLoading(): void
  destroy(): void
}

export function isSupported(): boolean {
  return Hls.isSupported()
}

/** `onFatal` fires once everything that can be tried with the same source has failed. */
export function createEngine(video: HTMLVideoElement, onFatal: (kind: MediaErrorKind) => void): HlsEngine {
  let hls: Hls | undefined
  function open(source: VideoSource, isWaiting: boolean, segments: Known = new Map()): Hls {
    hls?.destroy()
    hls = openHls(video, { source, isWaiting, segments }, onFatal)
    return hls
  }
  return {
    load(source, isWaiting) {
      const created = open(source, isWaiting)
      created.loadSource(source.url)
      created.attachMedia(video)
      // Before there is anything to show, too, the element is where the viewer is.
      video.currentTime = source.position
    },
    takeOver(source, { mediaSource, buffer, codecs, init, next, bandwidth }) {
      const created = open({ ...source, position: next }, false, new Map([[init.url, init.bytes]]))
      created.config.startLevel = -1
      created.bandwidthEstimate = bandwidth
      // The first segment is asked for behind what plays already, whatever quality it comes in, and nothing seeks there.
      const goOn = () => created.startLoad(next, true)
      created.on(Hls.Events.LEVEL_UPDATED, goOn)
      created.once(Hls.Events.FRAG_LOADING, () => created.off(Hls.Events.LEVEL_UPDATED, goOn))
      created.loadSource(source.url)
      const track = { id: 'main' as const, container: 'video/mp4', codec: codecs, levelCodec: codecs, buffer }
      const name = codecs.includes(',') ? 'audiovideo' : 'video'
      created.attachMedia({ media: video, mediaSource, tracks: { [name]: { ...track, listeners: [] } } })
    },
    resumeLoading() {
      if (!hls) return
      hls.config.maxMaxBufferLength = BUFFER_PLAYING
      hls.config.maxBufferLength = BUFFER_PLAYING
    },
    destroy() {
      hls?.destroy()
      hls = undefined
    }
  }
}

interface Opening {
  source: VideoSource
  isWaiting: boolean
  segments: Known
}

/** `onFatal` fires once. */
function openHls(
  video: HTMLVideoElement,
  { source, isWaiting, segments }: Opening,
  onFatal: (kind: MediaErrorKind) => void
): Hls {
  const { position, playlists, quality } = source
  const isStarving = () => hasGapAt(video, 0.5)
  let lastFault: MediaError | undefined
  let consecutiveErrors = 0
  let isOver = false
  const prefetched = new Set<object>()
  const giveUp = (kind: MediaErrorKind) => {
    if (isOver) return
    isOver = true
    created.stopLoad()
    onFatal(kind)
  }
  const onFault = (fault: MediaError) => {
    lastFault = fault
    consecutiveErrors++
    // What is still on its way belongs to what has failed, such as the initialisation of a segment that is not there.
    prefetched.clear()
    // What no quality has hls.js asks for in one quality after the other, for ever.
    if (consecutiveErrors >= Math.max(2, created.levels.length) && isStarving()) giveUp(fault.kind)
  }
  // Every quality may be tried again; where nothing is buffered yet, hls.js goes to where it is told to begin.
  const goOn = () => isOver || created.startLoad(video.readyState > 0 ? video.currentTime : position)
  const files = { source, isStarving, onFault, prefetched }
  const created = new Hls({
    ...config,
    pLoader: createHlsLoader({ ...files, known: playlists }) as unknown as HlsConfig['pLoader'],
    fLoader: createHlsLoader({ ...files, known: segments }) as unknown as HlsConfig['fLoader'],
    startPosition: position,
    maxMaxBufferLength: isWaiting ? PRELOAD_BUFFER_S : BUFFER_PLAYING,
    maxBufferLength: isWaiting ? PRELOAD_BUFFER_S : BUFFER_PLAYING
  })
  if (quality) followQuality(created, quality, position)
  handleErrors(created, video, error => {
    // What is missing further on is asked for again before the picture gets there.
    if (error.type !== Hls.ErrorTypes.NETWORK_ERROR || isStarving()) giveUp(kindOf(error, lastFault))
  })
  created.on(Hls.Events.FRAG_BUFFERED, () => {
    consecutiveErrors = 0
  })
  const leave = watchForStall(video, () => prefetched.size > 0, goOn)
  created.once(Hls.Events.DESTROYING, leave)
  return created
}

type Fault = Pick<ErrorData, 'type' | 'details'>

/** Tells once nothing of hls.js's own helps any more: a broken picture is mended by it once. */
function handleErrors(hls: Hls, video: HTMLVideoElement, onFatal: (fault: Fault) => void) {
  let hasRecovered = false
  // hls.js waits for ever for a source that the page's policy does not let in.
  const opening = new AbortController()
  const refuse = () => onFatal({ type: Hls.ErrorTypes.MEDIA_ERROR, details: Hls.ErrorDetails.BUFFER_ADD_CODEC_ERROR })
  video.addEventListener('error', refuse, { signal: opening.signal })
  hls.once(Hls.Events.MEDIA_ATTACHED, () => opening.abort())
  hls.once(Hls.Events.DESTROYING, () => opening.abort())
  hls.on(Hls.Events.ERROR, (_event, error) => {
    if (!error.fatal) return
    if (error.type !== Hls.ErrorTypes.MEDIA_ERROR || hasRecovered) return onFatal(error)
    hasRecovered = true
    hls.recoverMediaError()
  })
}

/** Seconds in which the first segment of another quality comes, or the picture would stop for it. */
const SWITCH = 2

/** A fixed quality begins with the first segment that hls.js fetches; chosen later, with one soon. `start` in seconds. */
function followQuality(hls: Hls, quality: QualityChoice, start: number) {
  const choose = () => {
    const level = selectLevel(hls.levels, quality.get())
    hls.capLevelToPlayerSize = level < 0
    return level
  }
  const begin = () => {
    const level = choose()
    if (level >= 0) hls.loadLevel = level
  }
  const change = () => {
    const level = choose()
    if (level < 0 || level === hls.loadLevel) hls.loadLevel = level
    else if (start > (hls.media?.currentTime ?? start) + SWITCH) {
      // What plays is the starter's, of which hls.js knows nothing: all that is its own goes.
      hls.loadLevel = level
      hls.trigger(Hls.Events.BUFFER_FLUSHING, { startOffset: start, endOffset: Number.POSITIVE_INFINITY, type: null })
    } else hls.nextLevel = level
  }
  hls.once(Hls.Events.MANIFEST_PARSED, begin)
  hls.once(Hls.Events.DESTROYING, quality.listen(change))
}

type Known = ReadonlyMap<string, string | ArrayBuffer>

function kindOf({ type, details }: Fault, lastFault: MediaError | undefined): MediaErrorKind {
  if (type === Hls.ErrorTypes.NETWORK_ERROR) return lastFault?.kind ?? 'network'
  return UNKNOWN.includes(details) ? 'unsupported' : 'decode'
}

const UNKNOWN: string[] = [
  Hls.ErrorDetails.MANIFEST_INCOMPATIBLE_CODECS_ERROR,
  Hls.ErrorDetails.BUFFER_ADD_CODEC_ERROR,
  Hls.ErrorDetails.BUFFER_INCOMPATIBLE_CODECS_ERROR
]
