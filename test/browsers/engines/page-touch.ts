import type { Point } from './engine.js'

interface TouchInput {
  start(at: Point): Promise<void>
  move(to: Point): Promise<void>
  end(): Promise<void>
}

/**
 * A finger made of events in the page, for a driver that has none. The page's listeners get them, the browser's own
 * scrolling does not. The pointer has the mouse's id, because only an active pointer can be captured.
 */
export function createPageTouch(evaluate: (expression: string) => Promise<unknown>): TouchInput {
  let last: Point = { x: 0, y: 0 }
  const dispatch = async (kind: keyof typeof EVENTS, at: Point) => {
    last = at
    const [touch, pointer] = EVENTS[kind]
    await evaluate(`(${dispatchInPage})(${JSON.stringify(at)}, '${touch}', '${pointer}')`)
  }
  return {
    start: at => dispatch('start', at),
    move: to => dispatch('move', to),
    end: () => dispatch('end', last)
  }
}

const EVENTS = {
  start: ['touchstart', 'pointerdown'],
  move: ['touchmove', 'pointermove'],
  end: ['touchend', 'pointerup']
} as const

/** Runs in the page. An event goes where its touch began, as in a browser. */
function dispatchInPage(at: Point, touchName: string, pointerName: string) {
  const findDeepest = () => {
    let element = document.elementFromPoint(at.x, at.y)
    while (element?.shadowRoot) {
      const inner = element.shadowRoot.elementFromPoint(at.x, at.y)
      if (!inner || inner === element) break
      element = inner
    }
    return element
  }
  const held = window as { touchTarget?: Element | null }
  if (touchName === 'touchstart') held.touchTarget = findDeepest()
  const target = held.touchTarget
  if (!target) return
  const isEnd = touchName === 'touchend'
  const init = { bubbles: true, composed: true, cancelable: true }
  const pointer = { pointerId: 1, pointerType: 'touch', isPrimary: true, button: 0, clientX: at.x, clientY: at.y }
  target.dispatchEvent(new PointerEvent(pointerName, { ...init, ...pointer }))
  const finger = { identifier: 1, target, clientX: at.x, clientY: at.y }
  const touchEvent = Object.assign(new UIEvent(touchName, init), {
    touches: isEnd ? [] : [finger],
    changedTouches: [finger]
  })
  target.dispatchEvent(touchEvent)
}
