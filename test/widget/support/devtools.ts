// Real touch, mouse, key and input-method events. Coordinates are in px of the window.
import { until } from './until.js'

const SOCKET = '/__web-dev-server__web-socket.js'
const sessionId = new URL(window.location.href).searchParams.get('wtr-session-id')

export interface Place {
  x: number
  y: number
}

export async function devtools(method: string, parameters: Record<string, unknown> = {}): Promise<void> {
  const { sendMessageWaitForResponse } = await import(SOCKET)
  const payload = { method, parameters }
  await sendMessageWaitForResponse({ type: 'wtr-command', sessionId, command: 'devtools', payload })
}

let hasTouches = false
let touches = 0
// Added at load, because the browser drops a touch if it does not know of a listener yet.
for (const type of ['touchstart', 'touchend', 'touchcancel'])
  window.addEventListener(type, () => touches++, { capture: true, passive: true })

function touch(type: string, places: readonly Place[]) {
  hasTouches = places.length > 0
  return devtools('Input.dispatchTouchEvent', { type, touchPoints: places.map((place, id) => ({ ...place, id })) })
}

/** Waits for the event, because a busy browser responds before the page has received it. */
async function waitForTouchEvent(dispatch: () => Promise<void>) {
  const before = touches
  await dispatch()
  await until(() => touches > before)
}

export const fingers = {
  down: (...places: Place[]) => waitForTouchEvent(() => touch('touchStart', places)),
  move: (...places: Place[]) => touch('touchMove', places),
  up: () => waitForTouchEvent(() => touch('touchEnd', [])),
  takeAway: async () => hasTouches && touch('touchCancel', []),
  async drag(from: Place, to: Place, steps = 8) {
    await fingers.down(from)
    for (let step = 1; step <= steps; step++) {
      const share = step / steps
      await fingers.move({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share })
    }
  },
  async tap(place: Place) {
    await fingers.down(place)
    await fingers.up()
  }
}

const mouseEvent = (type: string, place: Place, parameters: Record<string, unknown> = {}) =>
  devtools('Input.dispatchMouseEvent', { type, ...place, ...parameters })

export const mouse = {
  move: (place: Place) => mouseEvent('mouseMoved', place),
  down: (place: Place) => mouseEvent('mousePressed', place, { button: 'left', clickCount: 1 }),
  up: (place: Place) => mouseEvent('mouseReleased', place, { button: 'left', clickCount: 1 }),
  async double(place: Place) {
    for (const clickCount of [1, 2]) {
      await mouseEvent('mousePressed', place, { button: 'left', clickCount })
      await mouseEvent('mouseReleased', place, { button: 'left', clickCount })
    }
  }
}

const codes: Record<string, number> = { Tab: 9, Enter: 13, Escape: 27, ArrowLeft: 37, ArrowRight: 39, ' ': 32 }

export async function press(key: string, { shift = false } = {}): Promise<void> {
  const parameters = {
    key,
    code: key === ' ' ? 'Space' : key,
    windowsVirtualKeyCode: codes[key],
    modifiers: shift ? 8 : 0
  }
  const text = key === 'Enter' ? '\r' : key === ' ' ? ' ' : undefined
  await devtools('Input.dispatchKeyEvent', { type: text ? 'keyDown' : 'rawKeyDown', ...parameters, text })
  await devtools('Input.dispatchKeyEvent', { type: 'keyUp', ...parameters })
}

export const write = (text: string) => devtools('Input.insertText', { text })

/** Shows text of an input method. `write` ends the composition. */
export const compose = (text: string) =>
  devtools('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })

export const preferReducedMotion = () =>
  devtools('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value: 'reduce' }] })
export const restoreMedia = () => devtools('Emulation.setEmulatedMedia', { features: [] })

export function centreOf(element: Element | undefined | null): Place {
  if (!element) throw new Error('there is no such element')
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}
