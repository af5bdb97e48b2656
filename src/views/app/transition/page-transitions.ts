// Not document.startViewTransition(): it freezes the host page and ends transitions that the host page has begun.
import type { App } from '../../../core/app.js'
import type { PageStack } from '../../../core/router/router.js'
import { prefersReducedMotion } from '../../ui/list/prefers-reduced-motion.js'
import { copyElement, copyTabBar } from './copy-element.js'
import { createCoverTransitions } from './cover-transitions.js'
import { place, rectWithin } from './rect-within.js'
import { shownPage } from './shown-page.js'
import { createTransition, EASE_OUT, type Transition } from './transition.js'

const PAGE_MS = 240
const TAB_MS = 180
/** One tab leaves before the next comes, so that they are not read through each other. */
const TAB_OUT_MS = 70
/** Wider pages fade in, because the way across them is long. */
const MAX_SLIDE_PX = 600

/**
 * Moves pages in and out until the app is destroyed. Call the result when a new page is in the DOM and nothing is
 * painted yet.
 */
export function createPageTransitions(app: App, root: ShadowRoot): () => void {
  const { signal, router } = app
  const covers = createCoverTransitions(app, root)
  let transition: Transition | undefined
  let start: (() => void) | undefined

  function prepare({ top, pages }: PageStack, before: PageStack): (() => void) | undefined {
    const from = shownPage(root)
    if (!from || !top || !before.top) return undefined
    transition = createTransition()
    if (top.route.name === 'player') return covers.prepareOpen(top, from, transition)
    if (before.top.route.name === 'player') return covers.prepareClose(before.top, from, transition)
    const { tab } = before.top.route
    if (top.route.tab !== undefined && tab !== undefined)
      return prepareTab(root, from, transition, top.route.tab > tab ? 1 : -1)
    const isKept = pages.some(({ id }) => id === before.top?.id)
    return isKept ? preparePush(root, from, transition) : preparePop(root, from, transition)
  }

  const unsubscribe = router.$stack.listen((stack, before) => {
    if (!before || stack.top?.id === before.top?.id) return
    transition?.end()
    const isStill = isMovedByBrowser() || prefersReducedMotion() || document.visibilityState === 'hidden'
    start = isStill ? undefined : prepare(stack, before)
  })
  signal.addEventListener('abort', () => {
    unsubscribe()
    transition?.end()
  })
  return () => {
    start?.()
    start = undefined
  }
}

/** Safari and Chrome slide the page themselves when the viewer swipes back from the edge. */
function isMovedByBrowser(): boolean {
  // The router answers within the event. A listener would run for each app on the page.
  const { event } = window
  return event instanceof PopStateEvent && event.hasUAVisualTransition
}

function pageOffset({ offsetWidth }: HTMLElement): Keyframe {
  return offsetWidth < MAX_SLIDE_PX
    ? { transform: 'translateX(100%)', opacity: 1 }
    : { transform: 'translateX(48px)', opacity: 0 }
}

const IN_PLACE: Keyframe = { transform: 'none', opacity: 1 }
const BEHIND: Keyframe = { transform: 'translateX(-20%)' }
const PAGE_OPTIONS = { duration: PAGE_MS, easing: EASE_OUT }

function preparePush(root: ShadowRoot, from: HTMLElement, transition: Transition): () => void {
  const barCopy = copyTabBar(root)
  return () => {
    const to = shownPage(root)
    if (!to?.parentElement) return transition.end()
    transition.keepVisible(from)
    transition.raise(to)
    // In a wide place the bar stays.
    if (barCopy && !copyTabBar(root)) transition.add(barCopy, to.parentElement)
    transition.animate(from, [{ transform: 'none' }, BEHIND], PAGE_OPTIONS)
    transition.animate(to, [pageOffset(to), IN_PLACE], PAGE_OPTIONS)
    transition.endWhenFinished()
  }
}

/** Moves a copy of the page that leaves, because React removes the page. */
function preparePop(root: ShadowRoot, from: HTMLElement, transition: Transition): () => void {
  const appElement = root.querySelector<HTMLElement>('.app')
  const { scrollTop } = from
  const copy = document.createElement('div')
  copy.className = 'page-copy'
  copy.append(copyElement(from))
  if (appElement) place(copy, rectWithin(appElement, from))
  return () => {
    const to = shownPage(root)
    if (!to || !appElement) return transition.end()
    transition.add(copy, appElement)
    copy.firstElementChild?.scrollTo({ top: scrollTop, behavior: 'instant' })
    transition.animate(to, [BEHIND, { transform: 'none' }], PAGE_OPTIONS)
    transition.animate(copy, [IN_PLACE, pageOffset(copy)], PAGE_OPTIONS)
    transition.endWhenFinished()
  }
}

function prepareTab(root: ShadowRoot, from: HTMLElement, transition: Transition, direction: 1 | -1): () => void {
  return () => {
    const to = shownPage(root)
    if (!to) return transition.end()
    transition.keepVisible(from)
    transition.raise(to)
    const aside = { transform: `translateX(${direction * 24}px)`, opacity: 0 }
    transition.animate(from, [{ opacity: 1 }, { opacity: 0 }], { duration: TAB_OUT_MS })
    const options = { duration: TAB_MS - TAB_OUT_MS, delay: TAB_OUT_MS, easing: EASE_OUT }
    transition.animate(to, [aside, IN_PLACE], options)
    transition.endWhenFinished()
  }
}
