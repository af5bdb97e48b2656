import type { App } from '../../src/core/app.js'
import type { Environment } from '../../src/core/environment.js'
import { loadViews } from './chunks.js'
import { createErrorSlot } from './slots.js'

export interface DrawOptions {
  /** Lets the app run. */
  start(): Promise<App>
  environment: Environment
  /** Stands in the root until the app is drawn; what is wrong goes before it. */
  loading: Element
}

/**
 * Draws the app when it and its views have arrived; where they do not, or no texts do, leaves a way to ask for them again
 * that needs no words. The answer ends that, and takes away what is drawn.
 */
export function mountApp(root: ShadowRoot, { start, environment, loading }: DrawOptions): () => void {
  const ending = new AbortController()
  const { signal } = ending
  let unmount = () => {}

  function ask() {
    Promise.all([start(), loadViews()]).then(
      ([app, { renderApp }]) => {
        if (signal.aborted) return
        unmount = renderApp(app, root)
        const { $isFailed, retry } = app.i18n
        let leave = () => {}
        const stop = $isFailed.subscribe(isFailed => {
          leave()
          if (isFailed) leave = offer(retry)
        })
        signal.addEventListener('abort', stop)
      },
      () => offer(ask)
    )
  }
  function offer(again: () => unknown): () => void {
    const leaving = new AbortController()
    const retry = () => {
      leave()
      again()
    }
    const error = createErrorSlot(retry)
    const leave = () => {
      leaving.abort()
      error.replaceWith(loading)
    }
    if (signal.aborted) return leave
    environment.onOnline(retry, leaving.signal)
    signal.addEventListener('abort', leave, { signal: leaving.signal })
    loading.remove()
    root.append(error)
    return leave
  }

  ask()
  return () => {
    ending.abort()
    unmount()
  }
}
