// Chunk: the only file that imports hls.js, loaded when an episode is about to play.
import Hls, { type ErrorData, type HlsConfig, type Level, type LoadPolicy } from 'hls.js/light'
import { isStreamingWanted } from '../dom/browser-features/video.js'
import { type EngineHandover, isBuffered } from './fast-start.js'
import { createHlsLoader } from './hls-file-loader.js'
import type { MediaErrorKind, MediaRequestError } from './media-request.js'
import { type QualityChoice, selectLevel } from './quality-level.js'
import type { VideoSource } from './source.js'
import { hasGapAt, watchForStall } from './stall-watchdog.js'

const PLAYING_BUFFER_S = 30
const PRELOAD_BUFFER_S = 2

/** No retries in hls.js, because its loader here retries by itself. A failure means: try another level. */
const noRetryPolicy: LoadPolicy = {
  default: { maxTimeToFirstByteMs: 60_000, maxLoadTimeMs: 60_000, timeoutRetry: null, errorRetry: null }
}

const config: Partial<HlsConfig> = {
  // A worker costs 40 KB and saves nothing, because the segments are fMP4 already.
  enableWorker: false,
  preferManagedMediaSource: true,
  startLevel: 0,
  testBandwidth: false,
  capLevelToPlayerSize: true,
  // Appends the chunks of a segment as they arrive.
  progressive: true,
  fragLoadPolicy: noRetryPolicy,
  manifestLoadPolicy: noRetryPolicy,
  playlistLoadPolicy: noRetryPolicy
}

export interface HlsEngine {
  load(source: VideoSource, isPreload: boolean): void
  takeOver?(source: VideoSource, handover: EngineHandover): void
  stopLoading(): void
  /** Also ends a preload. */
  resumeLoading(): void
  destroy(): void
}

export function isHlsSupported(): boolean {
  return Hls.isSupported()
}

export function createEngine(video: HTMLVideoElement, onFatal: (kind: MediaErrorKind) => void): HlsEngine {
  let hls: Hls | undefined
  let isStopped = false
  function open(options: HlsOptions): Hls {
    hls?.destroy()
    isStopped = false
    hls = openHls(video, options, onFatal)
    return hls
  }
  return {
    load(source, isPreload) {
      const created = open({ source, isPreload, segments: new Map(), isHandover: false })
      created.loadSource(source.url)
      created.attachMedia(video)
      // Sets the position now, because others read it before the media have loaded.
      video.currentTime = source.position
    },
    takeOver(source, { mediaSource, buffer, codecs, init, next, bandwidth }) {
      const created = open({
        source: { ...source, position: next },
        isPreload: false,
        segments: new Map([[init.url, init.bytes]]),
        isHandover: true
      })
      created.config.startLevel = -1
      created.bandwidthEstimate = bandwidth
      // The viewer has moved the position to what is not loaded.
      created.once(Hls.Events.MANIFEST_PARSED, () => {
        const isWaiting = !isBuffered(video.buffered, video.currentTime)
        if (isWaiting && isAutomatic(created, source.quality)) created.startLevel = findSeekLevel(created)
      })
      // Starts loading after the buffered part, in any level and without a seek.
      const continueLoading = () => {
        if (isStopped) return
        created.startLoad(next, true)
        // hls.js learns by an event when a ManagedMediaSource wants no more, and that may have come before.
        if (!isStreamingWanted(mediaSource)) created.pauseBuffering()
      }
      created.on(Hls.Events.LEVEL_UPDATED, continueLoading)
      created.once(Hls.Events.FRAG_LOADING, () => created.off(Hls.Events.LEVEL_UPDATED, continueLoading))
      // hls.js would move its segments by as much as sound is decoded before the segment starts. Behind those of fast
      // start, which are not moved, that leaves a gap.
      created.on(Hls.Events.INIT_PTS_FOUND, (_event, { timestampOffsets, frag }) => {
        Object.assign(timestampOffsets[frag.cc] ?? {}, { baseTime: 0 })
      })
      created.loadSource(source.url)
      const track = { id: 'main' as const, container: 'video/mp4', codec: codecs, levelCodec: codecs, buffer }
      const name = codecs.includes(',') ? 'audiovideo' : 'video'
      created.attachMedia({ media: video, mediaSource, tracks: { [name]: { ...track, listeners: [] } } })
    },
    stopLoading() {
      isStopped = true
      hls?.stopLoad()
    },
    resumeLoading() {
      if (!hls) return
      // With a position, because hls.js may have loaded nothing yet and would begin with the first segment.
      if (isStopped) hls.startLoad(video.currentTime)
      isStopped = false
      hls.config.maxMaxBufferLength = PLAYING_BUFFER_S
      hls.config.maxBufferLength = PLAYING_BUFFER_S
    },
    destroy() {
      hls?.destroy()
      hls = undefined
    }
  }
}

interface HlsOptions {
  source: VideoSource
  isPreload: boolean
  segments: KnownFiles
  isHandover: boolean
}

function openHls(
  video: HTMLVideoElement,
  { source, isPreload, segments, isHandover }: HlsOptions,
  onFatal: (kind: MediaErrorKind) => void
): Hls {
  const { position, playlists, quality } = source
  const isStarving = () => hasGapAt(video, 0.5)
  let lastFault: MediaRequestError | undefined
  let consecutiveErrors = 0
  let isOver = false
  const activeLoaders = new Set<object>()
  const failOnce = (kind: MediaErrorKind) => {
    if (isOver) return
    isOver = true
    created.stopLoad()
    onFatal(kind)
  }
  const onFault = (fault: MediaRequestError) => {
    lastFault = fault
    consecutiveErrors++
    // Pending files belong to the failed segment, so they do not count as loading.
    activeLoaders.clear()
    // hls.js would request a segment that no level has from one level after the other, forever.
    if (consecutiveErrors >= Math.max(2, created.levels.length) && isStarving()) failOnce(fault.kind)
  }
  // Allows every level again, but begins with the smallest, because another one may be what failed.
  const continueLoading = () => {
    if (isOver) return
    created.nextAutoLevel = 0
    // Until media have loaded, `currentTime` is not the start position yet.
    created.startLoad(video.readyState > 0 ? video.currentTime : position)
  }
  const files = { source, isStarving, onFault, activeLoaders }
  const created = new Hls({
    ...config,
    pLoader: createHlsLoader({ ...files, known: playlists }) as unknown as HlsConfig['pLoader'],
    fLoader: createHlsLoader({ ...files, known: segments }) as unknown as HlsConfig['fLoader'],
    startPosition: position,
    maxMaxBufferLength: isPreload ? PRELOAD_BUFFER_S : PLAYING_BUFFER_S,
    maxBufferLength: isPreload ? PRELOAD_BUFFER_S : PLAYING_BUFFER_S
  })
  if (quality) followQuality(created, quality, position)
  created.once(Hls.Events.MANIFEST_PARSED, () => capFirstLevel(created, video))
  chooseSeekLevel(created, video, quality)
  // A stream that was handed over has played, so what it meets is not that the browser cannot play it.
  const openingFault = isHandover ? Hls.ErrorDetails.BUFFER_APPEND_ERROR : Hls.ErrorDetails.BUFFER_ADD_CODEC_ERROR
  handleErrors(created, video, openingFault, error => {
    // A gap further ahead is not fatal: hls.js requests it again before playback gets there.
    if (error.type !== Hls.ErrorTypes.NETWORK_ERROR || isStarving()) failOnce(toErrorKind(error, lastFault))
  })
  created.on(Hls.Events.FRAG_BUFFERED, () => {
    consecutiveErrors = 0
  })
  const stopWatching = watchForStall(video, () => activeLoaders.size > 0, continueLoading)
  created.once(Hls.Events.DESTROYING, stopWatching)
  return created
}

/** The first segment after a seek should have arrived by then. */
const MAX_SEEK_WAIT_S = 0.3
const SEGMENT_S = 2

/** The best quality whose segment arrives soon, or the smallest. */
function findSeekLevel({ levels, bandwidthEstimate }: Hls): number {
  const isSoon = ({ bitrate }: Level) => bitrate * SEGMENT_S <= bandwidthEstimate * MAX_SEEK_WAIT_S
  return Math.max(0, levels.findLastIndex(isSoon))
}

const isAutomatic = ({ levels }: Hls, quality: QualityChoice | undefined) =>
  !quality || selectLevel(levels, quality.get()) < 0

/** hls.js would go on with the quality from before the seek. */
function chooseSeekLevel(hls: Hls, video: HTMLVideoElement, quality: QualityChoice | undefined) {
  const lifetime = new AbortController()
  const choose = () => {
    if (!isAutomatic(hls, quality) || isBuffered(video.buffered, video.currentTime)) return
    // Not `nextAutoLevel`, which hls.js forgets when it aborts the segment from before the seek.
    hls.loadLevel = findSeekLevel(hls)
    hls.once(Hls.Events.FRAG_LOADING, () => {
      if (isAutomatic(hls, quality)) hls.loadLevel = -1
    })
  }
  // Before the listener of hls.js, which chooses the segment.
  video.addEventListener('seeking', choose, { capture: true, signal: lifetime.signal })
  hls.once(Hls.Events.DESTROYING, () => lifetime.abort())
}

type Fault = Pick<ErrorData, 'type' | 'details'>

function handleErrors(
  hls: Hls,
  video: HTMLVideoElement,
  openingFault: Fault['details'],
  onFatal: (fault: Fault) => void
) {
  let hasRecovered = false
  // hls.js waits forever for a source that the page's CSP blocks, so watch the element itself. A ManagedMediaSource is in a
  // child of it, whose error does not bubble.
  const opening = new AbortController()
  const reportFault = () => onFatal({ type: Hls.ErrorTypes.MEDIA_ERROR, details: openingFault })
  video.addEventListener('error', reportFault, { capture: true, signal: opening.signal })
  hls.once(Hls.Events.MEDIA_ATTACHED, () => opening.abort())
  hls.once(Hls.Events.DESTROYING, () => opening.abort())
  hls.on(Hls.Events.ERROR, (_event, error) => {
    if (!error.fatal) return
    if (error.type !== Hls.ErrorTypes.MEDIA_ERROR || hasRecovered) return onFatal(error)
    hasRecovered = true
    hls.recoverMediaError()
  })
}

/** hls.js measures the player only after it has chosen the first level. */
function capFirstLevel(hls: Hls, video: HTMLVideoElement) {
  const { width, height } = video.getBoundingClientRect()
  const { capLevelController, capLevelToPlayerSize } = hls.config
  if (!capLevelController || !capLevelToPlayerSize || width === 0) return
  const [pixelWidth, pixelHeight] = [width * devicePixelRatio, height * devicePixelRatio]
  hls.autoLevelCapping = capLevelController.getMaxLevelByMediaSize(hls.levels, pixelWidth, pixelHeight)
}

const LEVEL_SWITCH_TIME_S = 2

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
    else if (start > (hls.media?.currentTime ?? start) + LEVEL_SWITCH_TIME_S) {
      // hls.js does not know the segments of fast start, so flush only what follows them.
      hls.loadLevel = level
      hls.trigger(Hls.Events.BUFFER_FLUSHING, { startOffset: start, endOffset: Number.POSITIVE_INFINITY, type: null })
    } else hls.nextLevel = level
  }
  hls.once(Hls.Events.MANIFEST_PARSED, begin)
  hls.once(Hls.Events.DESTROYING, quality.listen(change))
}

type KnownFiles = ReadonlyMap<string, string | ArrayBuffer>

function toErrorKind({ type, details }: Fault, lastFault: MediaRequestError | undefined): MediaErrorKind {
  if (type === Hls.ErrorTypes.NETWORK_ERROR) return lastFault?.kind ?? 'network'
  return UNSUPPORTED_DETAILS.includes(details) ? 'unsupported' : 'decode'
}

const UNSUPPORTED_DETAILS: string[] = [
  Hls.ErrorDetails.MANIFEST_INCOMPATIBLE_CODECS_ERROR,
  Hls.ErrorDetails.BUFFER_ADD_CODEC_ERROR,
  Hls.ErrorDetails.BUFFER_INCOMPATIBLE_CODECS_ERROR
]
