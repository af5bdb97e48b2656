import type { App } from '../../../core/app.js'
import type { StackPage } from '../../../core/router/router.js'
import { type Box, boxWithin, copyTabBar, place } from './copies.js'
import { EASE_OUT, type MotionRun } from './motion-run.js'
import { shownPage } from './shown-page.js'

const COVER_MS = 280
const FADE_MS = 120
/** The cover stays over the player until its picture is there, but not longer than this. */
const PICTURE_TIMEOUT_MS = 1000
/** The tap that opened a player is the last one before it, unless it is older than this. */
const MAX_TAP_AGE_MS = 1000
/** How far above its poster a tapped element may be. */
const MAX_DEPTH = 4

interface CoverMotion {
  /** Call both while the old page is still in the DOM. What they return, when the new page is. */
  prepareOpen(page: StackPage, run: MotionRun): () => void
  prepareClose(page: StackPage, from: HTMLElement, run: MotionRun): () => void
}

/** Lets the tapped cover grow into the player, and the picture shrink into the cover on the way back. */
export function createCoverMotion({ signal }: App, root: ShadowRoot): CoverMotion {
  const appElement = root.querySelector('.app') as HTMLElement
  let tapped: { poster: HTMLImageElement; at: number } | undefined
  const origins = new Map<number, HTMLImageElement>()

  appElement.addEventListener(
    'click',
    ({ target, timeStamp }) => {
      const poster = target instanceof Element ? findPoster(target) : undefined
      tapped = poster && { poster, at: timeStamp }
    },
    { capture: true, signal }
  )

  return {
    prepareOpen(page, run) {
      const from = shownPage(root)
      const poster = tapped && performance.now() - tapped.at < MAX_TAP_AGE_MS ? tapped.poster : undefined
      tapped = undefined
      if (!from || !poster?.complete || !poster.naturalWidth || !isInView(poster, appElement)) return fadeIn(root, run)
      origins.set(page.id, poster)
      const start = boxWithin(appElement, poster)
      const barCopy = copyTabBar(root)
      return () => {
        const to = shownPage(root)
        if (!to?.parentElement) return run.end()
        const stage = stageBox(appElement, to)
        const copy = createCopy(poster)
        place(copy, stage)
        run.keepVisible(from)
        run.raise(to)
        if (barCopy) run.add(barCopy, to.parentElement)
        run.add(copy, appElement)
        const options = { duration: COVER_MS, easing: EASE_OUT }
        run.animate(to, [{ opacity: 0 }, { opacity: 0, offset: 0.4 }, { opacity: 1 }], { duration: COVER_MS })
        run.animate(copy, [{ transform: toCover(poster, start, stage) }, { transform: 'none' }], options)
        run.holdUntil(() => hasPicture(to), PICTURE_TIMEOUT_MS)
        run.endWhenFinished()
      }
    },

    prepareClose(page, from, run) {
      const stage = stageBox(appElement, from)
      const poster = origins.get(page.id)
      origins.delete(page.id)
      const copy = createCopy(poster ?? from.querySelector<HTMLImageElement>('[data-offset="0"] .poster'))
      const picture = drawPicture(from, stage)
      if (picture) copy.prepend(picture)
      return () => {
        const to = shownPage(root)
        if (!to) return run.end()
        place(copy, stage)
        run.add(copy, appElement)
        const cover = findCover(to, appElement, poster, page.query.drama_id)
        if (!cover) {
          run.animate(copy, [{ opacity: 1 }, { opacity: 0, transform: 'scale(0.94)' }], { duration: FADE_MS * 2 })
        } else {
          const options = { duration: COVER_MS, easing: EASE_OUT }
          const end = boxWithin(appElement, cover)
          run.animate(copy, [{ transform: 'none' }, { transform: toCover(cover, end, stage) }], options)
          const image = copy.querySelector('img')
          if (picture && image)
            run.animate(image, [{ opacity: 0 }, { opacity: 1, offset: 0.6 }, { opacity: 1 }], options)
        }
        run.endWhenFinished()
      }
    }
  }
}

function fadeIn(root: ShadowRoot, run: MotionRun): () => void {
  const from = shownPage(root)
  return () => {
    const to = shownPage(root)
    if (!to || !from) return run.end()
    run.keepVisible(from)
    run.raise(to)
    run.animate(to, [{ opacity: 0 }, { opacity: 1 }], { duration: FADE_MS * 2 })
    run.endWhenFinished()
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
  const { x, y, width, height } = boxWithin(container, element)
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
function stageBox(container: Element, page: Element): Box {
  const frame = page.querySelector('.player-frame')
  if (frame) return boxWithin(container, frame)
  const { clientWidth, clientHeight: height } = container
  const width = Math.min(clientWidth, Math.max(height * (9 / 16), Math.min(clientWidth, 400)))
  return { x: (clientWidth - width) / 2, y: 0, width, height }
}

/** At this size and place the picture of the stage lies exactly over the picture of the cover. */
function toCover({ naturalWidth, naturalHeight }: HTMLImageElement, cover: Box, stage: Box): string {
  const pictureScale = ({ width, height }: Box) => Math.max(width / naturalWidth, height / naturalHeight)
  const scale = pictureScale(cover) / pictureScale(stage)
  const x = cover.x + cover.width / 2 - (stage.x + stage.width / 2)
  const y = cover.y + cover.height / 2 - (stage.y + stage.height / 2)
  return `translate(${x}px, ${y}px) scale(${scale})`
}

function hasPicture(page: Element): boolean {
  return (
    page.querySelector('[data-offset="0"] :is(.episode-slot-poster[data-gone], .poster[data-loaded]), .notice') !== null
  )
}

function createCopy(poster: HTMLImageElement | null): HTMLElement {
  const copy = document.createElement('div')
  copy.className = 'cover-copy'
  copy.ariaHidden = 'true'
  if (!poster) return copy
  const image = document.createElement('img')
  image.src = poster.currentSrc
  image.alt = ''
  image.decoding = 'sync'
  copy.append(image)
  return copy
}

function drawPicture(page: Element, { width, height }: Box): HTMLCanvasElement | undefined {
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
