// What feeds one `<video>`: the starter first, where there can be one, and the engine after it.

import { canPlayHls, chooseEngine } from './choose-engine.js'
import { createFastStart, type EngineHandover, type FastStart } from './fast-start.js'
import type { HlsEngine } from './hls-engine.js'
import type { VideoSource } from './source.js'

export interface MediaPipelineEvents {
  /** The element was emptied and is filled anew: it has to be told to play again. */
  onRestart(): void
  /** Nothing more can be done with this source; a FaultKind, or `preview`. */
  onFailed(kind: string): void
}

export interface MediaPipeline {
  /** A waiting source is fed its first segment and no more. */
  load(source: VideoSource, isWaiting: boolean): void
  /** From now on fetches as far ahead as playing needs. */
  wake(): void
  /** Empties the element. */
  stop(): void
  /** Runs the task when the source that was loaded last is in the element, at once if it is. */
  whenLoaded(task: () => void): void
}

/** A preview is never worth the engine: what the starter cannot show is not shown. */
export function createMediaPipeline(
  video: HTMLVideoElement,
  events: MediaPipelineEvents,
  signal: AbortSignal,
  isPreview: boolean
): MediaPipeline {
  let engine: Promise<HlsEngine | undefined> | undefined
  let arrived: HlsEngine | undefined
  let starter: FastStart | undefined
  let current: VideoSource | undefined
  /** What the starter gave up on while it waited. */
  let late: VideoSource | undefined
  let isWaiting = false
  signal.addEventListener('abort', stop)

  /** The engine is made once; after a failure its code is asked for again. */
  function prepareEngine(): Promise<HlsEngine | undefined> {
    engine ??= chooseEngine(video, events.onFailed, signal).then(
      made => {
        arrived = made
        return made
      },
      error => {
        engine = undefined
        throw error
      }
    )
    return engine
  }

  function withEngine(task: (engine: HlsEngine) => void) {
    prepareEngine().then(
      running => {
        if (signal.aborted) return
        if (running) task(running)
        else events.onFailed('unsupported')
      },
      () => events.onFailed('network')
    )
  }

  function succeed(source: VideoSource): ((handover: EngineHandover) => void) | undefined {
    if (isPreview) return undefined
    const { takeOver } = arrived ?? {}
    if (!takeOver) {
      // While its code does not arrive the starter goes on alone.
      prepareEngine().catch(() => undefined)
      return undefined
    }
    return handover => {
      starter = undefined
      takeOver(source, handover)
    }
  }

  function start(source: VideoSource): FastStart | undefined {
    if (canPlayHls(video)) return undefined
    return createFastStart(
      video,
      { ...source, isWaiting },
      {
        onHandover: () => succeed(source),
        onFailed(position) {
          starter = undefined
          if (isPreview) return events.onFailed('preview')
          late = { ...source, position }
          if (!isWaiting) loadEngine(late)
          events.onRestart()
        }
      }
    )
  }

  function loadEngine(source: VideoSource) {
    late = undefined
    current = source
    withEngine(running => current === source && running.load(source, isWaiting))
  }

  function stop() {
    current = late = undefined
    starter?.destroy()
    starter = undefined
    arrived?.destroy()
  }

  return {
    load(source, waits) {
      stop()
      isWaiting = waits
      starter = start(source)
      if (starter) return
      if (isPreview && !canPlayHls(video)) events.onFailed('preview')
      else loadEngine(source)
    },
    wake() {
      isWaiting = false
      if (starter) starter.wake()
      else if (late) loadEngine(late)
      else withEngine(running => running.resumeLoading())
    },
    stop,
    whenLoaded(task) {
      if (starter) task()
      else if (!late) withEngine(task)
    }
  }
}
