// Runs in the measured page before its scripts and records the first frame, layout shifts and requests.
import { readEpisodeMark } from '../../../tools/sample/episode-mark.js'
import { filmMark } from '../../film/film.js'

/** Times in ms since navigation start. */
export interface PageRequest {
  name: string
  kind: string
  start: number
  end: number
  bytes: number
}

/** `episode` is decoded from the video frame; null if that fails. */
export interface PageRecord {
  frame: { at: number; episode: { drama: number; episode: number } | null } | null
  shifts: { value: number; moved: string[] }[]
  requests: PageRequest[]
  home: number | null
}

const sight: PageRecord = { frame: null, shifts: [], requests: [], home: null }
Reflect.set(window, Symbol.for('bench'), sight)

new PerformanceObserver(list => {
  for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node: Node | null }[] })[]) {
    sight.shifts.push({ value: entry.value, moved: entry.sources.map(({ node }) => describeNode(node)) })
  }
}).observe({ type: 'layout-shift', buffered: true })

const { attachShadow } = Element.prototype
Element.prototype.attachShadow = function (this: Element, init: ShadowRootInit) {
  const root = attachShadow.call(this, init)
  const observer = new MutationObserver(() => {
    if (!root.querySelector('.hero h2')) return
    observer.disconnect()
    sight.home ??= performance.now()
  })
  observer.observe(root, { childList: true, subtree: true })
  return root
}

// Patches `play()`, because the video element can be in any shadow root.
const { play } = HTMLMediaElement.prototype
const watched = new WeakSet<HTMLMediaElement>()
HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
  if (this instanceof HTMLVideoElement && !watched.has(this)) {
    watched.add(this)
    this.requestVideoFrameCallback((now, frame) => recordFrame(this, Math.max(now, frame.expectedDisplayTime)))
  }
  return play.call(this)
}

function recordFrame(video: HTMLVideoElement, at: number) {
  if (sight.frame) return
  // Script time is read at exactly this moment.
  Reflect.get(window, 'benchFrame')?.()
  const requests = performance.getEntriesByType('resource').map(toPageRequest)
  sight.requests = requests.sort((a, b) => a.start - b.start)
  sight.frame = { at, episode: readEpisodeMark(video) ?? readEpisodeMark(video, filmMark) }
}

function describeNode(node: Node | null): string {
  if (!(node instanceof Element)) return node?.nodeName ?? '?'
  const place = node.getRootNode() instanceof ShadowRoot ? ' in the widget' : ''
  return `${node.localName}${node.className && `.${node.className}`}${place}`
}

function toPageRequest(entry: PerformanceEntry): PageRequest {
  const { name, initiatorType, startTime, responseEnd, encodedBodySize } = entry as PerformanceResourceTiming
  return { name, kind: initiatorType, start: startTime, end: responseEnd, bytes: encodedBodySize }
}
