import { canPlayHls, chooseEngine } from './choose-engine.js'
import { createFastStart, type FastStart, type FastStartEvents } from './fast-start.js'
import type { HlsEngine } from './hls-engine.js'
import { toRestartPosition } from './restart-position.js'
import type { VideoSource } from './source.js'

export interface MediaPipelineEvents {
  onRestart(): void
  onFailed(kind: string): void
}

export interface MediaPipeline {
  load(source: VideoSource, isPreload: boolean): void
  /** Also ends `stopLoading`. */
  endPreload(): void
  /** Keeps what has been loaded. */
  stopLoading(): void
  /** Ends `stopLoading`, but loads only the first segment. */
  resumePreload(): void
  stop(): void
  whenLoaded(task: () => void): void
}

/** Uses fast start, then hls.js or native HLS. A preview uses fast start only. */
export function createMediaPipeline(
  video: HTMLVideoElement,
  events: MediaPipelineEvents,
  signal: AbortSignal,
  isPreview: boolean
): MediaPipeline {
  let engine: Promise<HlsEngine | undefined> | undefined
  let loadedEngine: HlsEngine | undefined
  let fastStart: FastStart | undefined
  let current: VideoSource | undefined
  let failedPreload: VideoSource | undefined
  let isPreload = false
  signal.addEventListener('abort', stop)

  function prepareEngine(): Promise<HlsEngine | undefined> {
    engine ??= chooseEngine(video, events.onFailed, signal).then(
      created => {
        loadedEngine = created
        return created
      },
      error => {
        engine = undefined
        throw error
      }
    )
    // Prevents an unhandled rejection where nobody waits.
    engine.catch(() => undefined)
    return engine
  }

  function withEngine(task: (engine: HlsEngine) => void) {
    prepareEngine().then(
      readyEngine => {
        if (signal.aborted) return
        if (readyEngine) task(readyEngine)
        else events.onFailed('unsupported')
      },
      () => events.onFailed('network')
    )
  }

  function prepareHandover(source: VideoSource, canLoadEngine: boolean): ReturnType<FastStartEvents['onHandover']> {
    if (isPreview) return undefined
    const { takeOver } = loadedEngine ?? {}
    if (!takeOver) return engine || canLoadEngine ? prepareEngine() : undefined
    return handover => {
      fastStart = undefined
      takeOver(source, handover)
    }
  }

  function start(source: VideoSource): FastStart | undefined {
    if (canPlayHls(video)) return undefined
    return createFastStart(
      video,
      { ...source, isPreload },
      {
        onHandover: canLoadEngine => prepareHandover(source, canLoadEngine),
        onFailed(position) {
          fastStart = undefined
          if (isPreview) return events.onFailed('preview')
          failedPreload = { ...source, position: toRestartPosition(position) }
          if (!isPreload) loadEngine(failedPreload)
          events.onRestart()
        }
      }
    )
  }

  function loadEngine(source: VideoSource) {
    failedPreload = undefined
    current = source
    withEngine(readyEngine => current === source && readyEngine.load(source, isPreload))
  }

  function stop() {
    current = failedPreload = undefined
    fastStart?.destroy()
    fastStart = undefined
    loadedEngine?.destroy()
  }

  return {
    load(source, startsAsPreload) {
      stop()
      isPreload = startsAsPreload
      fastStart = start(source)
      if (fastStart) return
      if (isPreview && !canPlayHls(video)) events.onFailed('preview')
      else loadEngine(source)
    },
    endPreload() {
      isPreload = false
      if (fastStart) fastStart.endPreload()
      else if (failedPreload) loadEngine(failedPreload)
      else withEngine(readyEngine => readyEngine.resumeLoading())
    },
    stopLoading() {
      isPreload = true
      fastStart?.stopLoading()
      loadedEngine?.stopLoading()
    },
    resumePreload: () => fastStart?.resumePreload(),
    stop,
    whenLoaded(task) {
      if (fastStart) task()
      else if (!failedPreload) withEngine(task)
    }
  }
}
