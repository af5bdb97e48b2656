import { place } from './rect-within.js'
import type { Transition } from './transition.js'

/** Which part of a picture is seen, in px of the app. */
export interface Crop {
  view: DOMRect
  /** The whole picture, of which `view` shows a part. */
  picture: DOMRect
  /** Of the corners of `view`. */
  radius: number
}

/** Enough that the linear way between two of them is within a pixel of the curve. */
const STEPS = 20

/** Of a picture that covers `view`, as `object-fit: cover` and `object-position` lay it there. */
export function cropPicture(
  { naturalWidth, naturalHeight }: HTMLImageElement,
  view: DOMRect,
  position = '50% 50%'
): Crop {
  const scale = Math.max(view.width / naturalWidth, view.height / naturalHeight)
  const width = naturalWidth * scale
  const height = naturalHeight * scale
  const [x = 0.5, y = 0.5] = position.split(' ').map(part => (part.endsWith('%') ? Number.parseFloat(part) / 100 : 0.5))
  const picture = new DOMRect(view.x + (view.width - width) * x, view.y + (view.height - height) * y, width, height)
  return { view, picture, radius: 0 }
}

export function cropOfCover(cover: HTMLImageElement, view: DOMRect): Crop {
  const frames = [cover, cover.parentElement].flatMap(element => (element ? [getComputedStyle(element)] : []))
  const radius = Math.max(...frames.map(({ borderTopLeftRadius }) => Number.parseFloat(borderTopLeftRadius) || 0))
  return { ...cropPicture(cover, view, getComputedStyle(cover).objectPosition), radius }
}

/**
 * Moves `frame` and the picture in it from one crop to another. Only transforms, which need no layout and no paint: the
 * frame is scaled to its part, and the picture the other way, so that it keeps its proportions.
 */
export function animateCrop(
  transition: Transition,
  frame: HTMLElement,
  { from, to, layout }: { from: Crop; to: Crop; layout: Crop },
  options: KeyframeAnimationOptions
): void {
  const picture = frame.firstElementChild
  if (!(picture instanceof HTMLElement)) return
  place(frame, layout.view)
  const { x, y, width, height } = layout.picture
  const inset = { x: x - layout.view.x, y: y - layout.view.y }
  place(picture, new DOMRect(inset.x, inset.y, width, height))
  const frames: Keyframe[] = []
  const pictures: Keyframe[] = []
  for (let step = 0; step <= STEPS; step++) {
    const progress = 1 - (1 - step / STEPS) ** 3
    const view = rectBetween(from.view, to.view, progress)
    const shown = rectBetween(from.picture, to.picture, progress)
    const scaleX = view.width / layout.view.width
    const scaleY = view.height / layout.view.height
    const left = (shown.x - view.x) / scaleX - inset.x
    const top = (shown.y - view.y) / scaleY - inset.y
    frames.push({
      transform: `translate(${view.x - layout.view.x}px, ${view.y - layout.view.y}px) scale(${scaleX}, ${scaleY})`
    })
    pictures.push({
      transform: `translate(${left}px, ${top}px) scale(${shown.width / width / scaleX}, ${shown.height / height / scaleY})`
    })
  }
  transition.animate(frame, frames, options)
  transition.animate(picture, pictures, options)
  const corner = ({ view, radius }: Crop) => ({
    borderRadius: `${(radius * layout.view.width) / view.width}px / ${(radius * layout.view.height) / view.height}px`
  })
  transition.animate(frame, [corner(from), corner(to)], options)
}

function rectBetween(one: DOMRect, other: DOMRect, progress: number): DOMRect {
  const between = (start: number, end: number) => start + (end - start) * progress
  return new DOMRect(
    between(one.x, other.x),
    between(one.y, other.y),
    between(one.width, other.width),
    between(one.height, other.height)
  )
}
