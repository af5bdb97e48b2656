// Part of the chunk `deferred`: loaded when Home is drawn, because its first screen needs none of it.
import type { ContinueCard } from '../../../contract/drama.js'
import type { App } from '../../core/app.js'
import { CURRENT_TAB_TAP_EVENT } from '../app/tab-bar.js'
import { css as listEndCss } from '../ui/list/infinite-list-end.js'
import { css as pagingCss } from '../ui/list/row-paging.js'
import { css as continueCss } from './continue-row.js'

export { PullToRefresh } from '../ui/list/pull-to-refresh.js'
export { RowPaging } from '../ui/list/row-paging.js'
export { ContinueRow } from './continue-row.js'
export { HomeListEnd } from './home-list-end.js'
export { ScrollAnchor } from './scroll-anchor.js'

export const css = listEndCss + pagingCss + continueCss

/** Counts the seconds of the daily task, and goes to the top on a tap on the tab. Returns a function that ends both. */
export function onHomeShown(app: App, root: ShadowRoot): () => void {
  const endTask = runLater(app, async signal =>
    (await import('../../core/reward/home-task.js')).trackHomeTask(app, signal)
  )
  const listeners = new AbortController()
  const scrollToTop = () => root.querySelector('.page:not([hidden])')?.scrollTo(0, 0)
  root.addEventListener(CURRENT_TAB_TAP_EVENT, scrollToTop, { signal: listeners.signal })
  return () => {
    endTask()
    listeners.abort()
  }
}

/** Also loads the player, whose chunk has this code. */
export const prepareContinueLater = (app: App, stop: ContinueCard) =>
  runLater(app, async () => (await import('../../core/playback/prepared-play.js')).preparePlay(app, stop))

/** Waits a second, so that covers load first. Returns a function that ends it. */
function runLater({ environment }: App, run: (signal: AbortSignal) => Promise<unknown>): () => void {
  const lifetime = new AbortController()
  const cancel = environment.clock.setTimer(1000, () => void run(lifetime.signal).catch(() => undefined))
  return () => {
    cancel()
    lifetime.abort()
  }
}
