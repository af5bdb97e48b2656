// Not document.startViewTransition(): it freezes the host page and ends transitions that the host page has begun.
import type { App } from '../../../core/app.js'
import type { PageStack } from '../../../core/router/router.js'
import { prefersReducedMotion } from '../../ui/list/prefers-reduced-motion.js'
import { boxWithin, copyElement, copyTabBar, place } from './copies.js'
import { createCoverMotion } from './cover-motion.js'
import { createMotionRun, EASE_OUT, type MotionRun } from './motion-run.js'
import { shownPage } from './shown-page.js'

const PAGE_MS = 240
const TAB_MS = 180
/** Wider pages fade in, because the way across them is long. */
const MAX_SLIDE_PX = 600

/**
 * Moves pages in and out until the app is destroyed. Call the result when a new page is in the DOM and nothing is
 * painted yet.
 */
export function createPageMotion(app: App, root: ShadowRoot): () => void {
  const { signal, router } = app
  const covers = createCoverMotion(app, root)
  let isMovedByBrowser = false
  let run: MotionRun | undefined
  let start: (() => void) | undefined

  // Safari and Chrome slide the page themselves when the viewer swipes back from the edge.
  addEventListener(
    'popstate',
    event => {
      isMovedByBrowser = event.hasUAVisualTransition === true
    },
    { capture: true, signal }
  )

  function prepare({ top, pages }: PageStack, before: PageStack): (() => void) | undefined {
    const from = shownPage(root)
    if (!from || !top || !before.top) return undefined
    run = createMotionRun()
    if (top.route.name === 'player') return covers.prepareOpen(top, run)
    if (before.top.route.name === 'player') return covers.prepareClose(before.top, from, run)
    const { tab } = before.top.route
    if (top.route.tab !== undefined && tab !== undefined)
      return prepareTab(root, from, run, top.route.tab > tab ? 1 : -1)
    const isKept = pages.some(({ id }) => id === before.top?.id)
    return isKept ? preparePush(root, from, run) : preparePop(root, from, run)
  }

  const unsubscribe = router.$stack.listen((stack, before) => {
    if (!before || stack.top?.id === before.top?.id) return
    run?.end()
    const isStill = isMovedByBrowser || prefersReducedMotion() || document.visibilityState === 'hidden'
    isMovedByBrowser = false
    start = isStill ? undefined : prepare(stack, before)
  })
  signal.addEventListener('abort', () => {
    unsubscribe()
    run?.end()
  })
  return () => {
    start?.()
    start = undefined
  }
}

function pageOffset({ offsetWidth }: HTMLElement): Keyframe {
  return offsetWidth < MAX_SLIDE_PX
    ? { transform: 'translateX(100%)', opacity: 1 }
    : { transform: 'translateX(48px)', opacity: 0 }
}

const IN_PLACE: Keyframe = { transform: 'none', opacity: 1 }
const BEHIND: Keyframe = { transform: 'translateX(-20%)' }
const PAGE_OPTIONS = { duration: PAGE_MS, easing: EASE_OUT }

function preparePush(root: ShadowRoot, from: HTMLElement, run: MotionRun): () => void {
  const barCopy = copyTabBar(root)
  return () => {
    const to = shownPage(root)
    if (!to?.parentElement) return run.end()
    run.keepVisible(from)
    run.raise(to)
    if (barCopy) run.add(barCopy, to.parentElement)
    run.animate(from, [{ transform: 'none' }, BEHIND], PAGE_OPTIONS)
    run.animate(to, [pageOffset(to), IN_PLACE], PAGE_OPTIONS)
    run.endWhenFinished()
  }
}

/** Moves a copy of the page that leaves, because React removes the page. */
function preparePop(root: ShadowRoot, from: HTMLElement, run: MotionRun): () => void {
  const appElement = root.querySelector<HTMLElement>('.app')
  const { scrollTop } = from
  const copy = document.createElement('div')
  copy.className = 'page-copy'
  copy.append(copyElement(from))
  if (appElement) place(copy, boxWithin(appElement, from))
  return () => {
    const to = shownPage(root)
    if (!to || !appElement) return run.end()
    run.add(copy, appElement)
    copy.firstElementChild?.scrollTo({ top: scrollTop, behavior: 'instant' })
    run.animate(to, [BEHIND, { transform: 'none' }], PAGE_OPTIONS)
    run.animate(copy, [IN_PLACE, pageOffset(copy)], PAGE_OPTIONS)
    run.endWhenFinished()
  }
}

function prepareTab(root: ShadowRoot, from: HTMLElement, run: MotionRun, direction: 1 | -1): () => void {
  return () => {
    const to = shownPage(root)
    if (!to) return run.end()
    run.keepVisible(from)
    run.raise(to)
    const aside = { transform: `translateX(${direction * 24}px)`, opacity: 0 }
    run.animate(to, [aside, IN_PLACE], { duration: TAB_MS, easing: EASE_OUT })
    run.endWhenFinished()
  }
}
