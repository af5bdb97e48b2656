import type { Engine } from './engine.js'
import { createSourceEngine } from './source.js'

/** Runs tasks on an engine that is made at the first of them, in their order; none after the end. */
export type LazyEngine = (task: (engine: Engine) => void) => void

/** `onFailed` hears `unsupported`, and `engine` when its code did not arrive: the next task asks for it again. */
export function createLazyEngine(
  video: HTMLVideoElement,
  onFailed: (kind: string) => void,
  signal: AbortSignal
): LazyEngine {
  let engine: Promise<Engine | undefined> | undefined
  signal.addEventListener('abort', () => void engine?.then(running => running?.destroy()))
  return task => {
    engine ??= createSourceEngine(video, onFailed, signal)
    engine.then(
      running => {
        if (signal.aborted) return
        if (running) task(running)
        else onFailed('unsupported')
      },
      () => {
        engine = undefined
        onFailed('engine')
      }
    )
  }
}
