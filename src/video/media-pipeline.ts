// What feeds one `<video>`: the starter first, where there can be one, and the engine after it.

import { createSourceEngine, playsNatively } from './choose-engine.js'
import { createStarter, type Handover, type Starter } from './fast-start.js'
import type { Engine } from './hls-engine.js'
import type { Source } from './source.js'

export interface FeedEvents {
  /** The element was emptied and is filled anew: it has to be told to play again. */
  onRestart(): void
  /** Nothing more can be done with this source; a FaultKind, or `preview`. */
  onFailed(kind: string): void
}

export interface Feed {
  /** A waiting source is fed its first segment and no more. */
  load(source: Source, isWaiting: boolean): void
  /** From now on fetches as far ahead as playing needs. */
  wake(): void
  /** Empties the element. */
  stop(): void
  /** Runs the task when the source that was loaded last is in the element, at once if it is. */
  whenLoaded(task: () => void): void
}

/** A preview is never worth the engine: what the starter cannot show is not shown. */
export function createFeed(video: HTMLVideoElement, events: FeedEvents, signal: AbortSignal, isPreview: boolean): Feed {
  let engine: Promise<Engine | undefined> | undefined
  let arrived: Engine | undefined
  let starter: Starter | undefined
  let current: Source | undefined
  /** What the starter gave up on while it waited. */
  let late: Source | undefined
  let isWaiting = false
  signal.addEventListener('abort', stop)

  /** The engine is made once; after a failure its code is asked for again. */
  function prepareEngine(): Promise<Engine | undefined> {
    engine ??= createSourceEngine(video, events.onFailed, signal).then(
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

  function withEngine(task: (engine: Engine) => void) {
    prepareEngine().then(
      running => {
        if (signal.aborted) return
        if (running) task(running)
        else events.onFailed('unsupported')
      },
      () => events.onFailed('network')
    )
  }

  function succeed(source: Source): ((handover: Handover) => void) | undefined {
    if (isPreview) return undefined
    const { adopt } = arrived ?? {}
    if (!adopt) {
      // While its code does not arrive the starter goes on alone.
      prepareEngine().catch(() => undefined)
      return undefined
    }
    return handover => {
      starter = undefined
      adopt(source, handover)
    }
  }

  function start(source: Source): Starter | undefined {
    if (playsNatively(video)) return undefined
    return createStarter(
      video,
      { ...source, isWaiting },
      {
        successor: () => succeed(source),
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

  function loadEngine(source: Source) {
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
      if (isPreview && !playsNatively(video)) events.onFailed('preview')
      else loadEngine(source)
    },
    wake() {
      isWaiting = false
      if (starter) starter.wake()
      else if (late) loadEngine(late)
      else withEngine(running => running.wake())
    },
    stop,
    whenLoaded(task) {
      if (starter) task()
      else if (!late) withEngine(task)
    }
  }
}
