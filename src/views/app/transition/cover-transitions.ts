import type { App } from '../../../core/app.js'
import type { StackPage } from '../../../core/router/router.js'
import { WIDE_PX } from '../use-is-wide.js'
import { copyTabBar } from './copy-element.js'
import { animateCrop, cropOfCover, cropPicture } from './crop.js'
import { place, rectWithin } from './rect-within.js'
import { shownPage } from './shown-page.js'
import type { Transition } from './transition.js'

const COVER_OPTIONS = { duration: 280 }
const FADE_MS = 120
/** The cover stays over the player until its picture is there, but not longer than this. */
const PICTURE_TIMEOUT_MS = 1000
/** The tap that opened a player is the last one before it, unless it is older than this. */
const MAX_TAP_AGE_MS = 1000
/** As in player.css. */
const SIDE_PANEL_PX = 400
/** How far above its poster a tapped element may be. */
const MAX_DEPTH = 4

interface CoverTransitions {
  /** Call both while the old page is still in the DOM. What they return, when the new page is. */
  prepareOpen(page: StackPage, from: HTMLElement, transition: Transition): () => void
  prepareClose(page: StackPage, from: HTMLElement, transition: Transition): () => void
}

/** Lets the tapped cover grow into the player, and the picture shrink into the cover on the way back. */
export function createCoverTransitions({ signal }: App, root: ShadowRoot): CoverTransitions {
  const findApp = () => root.querySelector<HTMLElement>('.app')
  let tapped: { poster: HTMLImageElement; at: number } | undefined
  const origins = new Map<number, HTMLImageElement>()

  root.addEventListener(
    'click',
    ({ target, timeStamp }) => {
      const poster = target instanceof Element ? findPoster(target) : undefined
      tapped = poster && { poster, at: timeStamp }
    },
    { capture: true, signal }
  )

  return {
    prepareOpen(page, from, transition) {
      const appElement = findApp()
      const poster = tapped && performance.now() - tapped.at < MAX_TAP_AGE_MS ? tapped.poster : undefined
      tapped = undefined
      if (!appElement || !poster?.complete || !poster.naturalWidth || !isInView(poster, appElement))
        return prepareFade(root, from, transition)
      origins.set(page.id, poster)
      const cover = cropOfCover(poster, rectWithin(appElement, poster))
      const barCopy = copyTabBar(root)
      return () => {
        const to = shownPage(root)
        if (!to?.parentElement) return transition.end()
        const stage = measureStage(appElement, to)
        const copy = createCopy(poster)
        transition.keepVisible(from)
        transition.raise(to)
        if (barCopy) transition.add(barCopy, to.parentElement)
        transition.add(copy, appElement)
        transition.animate(to, [{ opacity: 0 }, { opacity: 0, offset: 0.4 }, { opacity: 1 }], COVER_OPTIONS)
        const stageCrop = cropPicture(poster, stage)
        animateCrop(transition, copy, { from: cover, to: stageCrop, layout: stageCrop }, COVER_OPTIONS)
        transition.holdUntil(() => hasPicture(to), PICTURE_TIMEOUT_MS)
        transition.endWhenFinished()
      }
    },

    prepareClose(page, from, transition) {
      const appElement = findApp()
      if (!appElement) return () => transition.end()
      const stage = measureStage(appElement, from)
      const poster = origins.get(page.id)
      origins.delete(page.id)
      const picture = drawPicture(from, stage)
      const copy = createCopy(poster ?? from.querySelector<HTMLImageElement>('[data-offset="0"] .poster'), picture)
      return () => {
        const to = shownPage(root)
        if (!to) return transition.end()
        transition.add(copy, appElement)
        const cover = findCover(to, appElement, poster, page.query.drama_id)
        const image = copy.querySelector('img')
        if (cover && image) {
          const stageCrop = cropPicture(cover, stage)
          const crop = cropOfCover(cover, rectWithin(appElement, cover))
          if (picture) {
            const { view, picture: whole } = stageCrop
            place(picture, new DOMRect(view.x - whole.x, view.y - whole.y, view.width, view.height))
            transition.animate(image, [{ opacity: 0 }, { opacity: 1, offset: 0.6 }, { opacity: 1 }], COVER_OPTIONS)
          }
          animateCrop(transition, copy, { from: stageCrop, to: crop, layout: stageCrop }, COVER_OPTIONS)
        } else {
          place(copy, stage)
          transition.animate(copy, [{ opacity: 1 }, { opacity: 0, transform: 'scale(0.94)' }], {
            duration: FADE_MS * 2
          })
        }
        transition.endWhenFinished()
      }
    }
  }
}

function prepareFade(root: ShadowRoot, from: HTMLElement, transition: Transition): () => void {
  return () => {
    const to = shownPage(root)
    if (!to) return transition.end()
    transition.keepVisible(from)
    transition.raise(to)
    transition.animate(to, [{ opacity: 0 }, { opacity: 1 }], { duration: FADE_MS * 2 })
    transition.endWhenFinished()
  }
}

function findPoster(target: Element): HTMLImageElement | undefined {
  let element: Element | null = target
  for (let depth = 0; element && depth < MAX_DEPTH; depth++) {
    const poster = element.matches('img.poster') ? element : element.querySelector('img.poster')
    if (poster instanceof HTMLImageElement) return poster
    element = element.parentElement
  }
  return undefined
}

/** Home may have got a card to go on watching in the meantime, which moves the tapped one out of view. */
function findCover(page: Element, container: Element, tappedPoster?: HTMLImageElement, dramaId = '') {
  const covers = page.querySelectorAll<HTMLImageElement>(`[data-drama="${CSS.escape(dramaId)}"] img.poster`)
  return [tappedPoster, ...covers].find(
    cover => cover && page.contains(cover) && cover.naturalWidth > 0 && isInView(cover, container)
  )
}

function isInView(element: Element, container: Element): boolean {
  const { x, y, width, height } = rectWithin(container, element)
  return (
    width > 0 &&
    height > 0 &&
    x + width > 0 &&
    y + height > 0 &&
    x < container.clientWidth &&
    y < container.clientHeight
  )
}

/** The player may still be loading: then where its picture will be, as player.css says. */
function measureStage(container: Element, page: Element): DOMRect {
  const frame = page.querySelector('.player-frame')
  if (frame) return rectWithin(container, frame)
  const { clientWidth, clientHeight: height } = container
  const stageWidth = clientWidth < WIDE_PX ? clientWidth : clientWidth - SIDE_PANEL_PX
  const width = Math.min(stageWidth, Math.max(height * (9 / 16), Math.min(clientWidth, 400)))
  return new DOMRect((stageWidth - width) / 2, 0, width, height)
}

function hasPicture(page: Element): boolean {
  return (
    page.querySelector('[data-offset="0"] :is(.episode-slot-poster[data-gone], .poster[data-loaded]), .notice') !== null
  )
}

function createCopy(poster: HTMLImageElement | null, picture?: HTMLCanvasElement): HTMLElement {
  const copy = document.createElement('div')
  copy.className = 'cover-copy'
  copy.setAttribute('aria-hidden', 'true')
  const whole = document.createElement('div')
  copy.append(whole)
  if (picture) whole.append(picture)
  if (!poster) return copy
  const image = document.createElement('img')
  image.src = poster.currentSrc
  image.alt = ''
  image.decoding = 'sync'
  whole.append(image)
  return copy
}

function drawPicture(page: Element, { width, height }: DOMRect): HTMLCanvasElement | undefined {
  const video = page.querySelector<HTMLVideoElement>('[data-offset="0"] video')
  const isShown = page.querySelector('[data-offset="0"] .episode-slot-poster[data-gone]') !== null
  if (!isShown || !video || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return undefined
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const { videoWidth, videoHeight } = video
  const scale = Math.max(width / videoWidth, height / videoHeight)
  canvas
    .getContext('2d')
    ?.drawImage(
      video,
      (width - videoWidth * scale) / 2,
      (height - videoHeight * scale) / 2,
      videoWidth * scale,
      videoHeight * scale
    )
  return canvas
}
