// WebKitGTK over WebDriver, in the MiniBrowser on a virtual screen.
import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserPage, Engine, Key, ModifierKey, PageSize, Point } from './engine.js'
import { createPageTouch } from './page-touch.js'
import { ELEMENT_KEY, openWebDriverSession, type WebDriverSession } from './webdriver-client.js'

export interface WebKitPaths {
  driver: string
  browser: string
  /** Of the X server. */
  display: string
}

/** https://www.w3.org/TR/webdriver2/#keyboard-actions */
const KEY_CODES: Record<Key | ModifierKey, string> = {
  ArrowDown: '\uE015',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
  ArrowUp: '\uE013',
  Enter: '\uE007',
  Escape: '\uE00C',
  Shift: '\uE008',
  Tab: '\uE004'
}

export const createWebKit = (paths: WebKitPaths): Engine => ({
  name: 'webkit',
  async openPage(size) {
    const session = await openWebDriverSession({
      executablePath: paths.driver,
      env: {
        ...process.env,
        DISPLAY: paths.display,
        LANGUAGE: 'en_US',
        LIBGL_ALWAYS_SOFTWARE: '1',
        // Off by default in WebKitGTK; Safari has it.
        WEBKIT_GST_ENABLE_HLS_SUPPORT: '1'
      },
      capabilities: {
        'webkitgtk:browserOptions': { binary: paths.browser, args: ['--automation', '--autoplay-policy=allow'] }
      }
    })
    await openWindow(session, size)
    return createPage(session)
  }
})

/** The toolbar makes a window at least 447 px wide. A pop-up has none, and needs a click to open. */
async function openWindow(session: WebDriverSession, { width, height }: PageSize): Promise<void> {
  const script = `open('about:blank', '', 'popup,width=${width},height=${height}').opener = null`
  await session.post('/url', { url: `data:text/html,<body style="height:300px" onclick="${script}">` })
  const first = await session.get('/window')
  await click(session, { x: 50, y: 50 })
  const handles = (await session.get('/window/handles')) as string[]
  const handle = handles.find(other => other !== first)
  if (!handle) throw new Error('the pop-up did not open')
  await session.delete('/window')
  await session.post('/window', { handle })
}

const RELOAD_POLL_MS = 50
const RELOAD_TIMEOUT_MS = 40_000

type Action = { type: string } & Record<string, unknown>

const perform = (session: WebDriverSession, source: Record<string, unknown>, actions: Action[]) =>
  session.post('/actions', { actions: [{ ...source, actions }] })
const KEYBOARD = { type: 'key', id: 'keyboard' }
const MOUSE = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' } }
const down = { type: 'pointerDown', button: 0 }
const up = { type: 'pointerUp', button: 0 }
const moveTo = ({ x, y }: Point) => ({ type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y) })
const click = (session: WebDriverSession, at: Point) => perform(session, MOUSE, [moveTo(at), down, up])

function createPage(session: WebDriverSession): BrowserPage {
  const evaluate = (expression: string) => session.post('/execute/sync', { script: `return ${expression}`, args: [] })
  const pressKeys = (values: readonly string[]) =>
    perform(
      session,
      KEYBOARD,
      values.flatMap(value => [
        { type: 'keyDown', value },
        { type: 'keyUp', value }
      ])
    )
  /** While the page changes, the driver may refuse a script. */
  const isReloaded = () =>
    evaluate(`!globalThis.isBeforeReload && document.readyState === 'complete'`).catch(() => false)
  const touch = createPageTouch(evaluate)
  return {
    engine: 'webkit',
    version: Number.parseInt(session.browserVersion, 10),
    goto: async url => void (await session.post('/url', { url })),
    evaluate,
    async evaluateInFrame(frame, expression) {
      await session.post('/frame', { id: await evaluate(frame) })
      try {
        return await evaluate(expression)
      } finally {
        await session.post('/frame', { id: null })
      }
    },
    click: async at => void (await click(session, at)),
    mouseDown: async at => void (await perform(session, MOUSE, [moveTo(at), down])),
    mouseUp: async () => void (await perform(session, MOUSE, [up])),
    async wheel(at, delta) {
      const scroll = {
        type: 'scroll',
        duration: 0,
        x: Math.round(at.x),
        y: Math.round(at.y),
        deltaX: delta.x,
        deltaY: delta.y
      }
      await perform(session, { type: 'wheel', id: 'wheel' }, [scroll])
    },
    touchStart: touch.start,
    touchMove: touch.move,
    touchEnd: touch.end,
    async press(key, modifier) {
      const keys = [
        { type: 'keyDown', value: KEY_CODES[key] },
        { type: 'keyUp', value: KEY_CODES[key] }
      ]
      const held = modifier && KEY_CODES[modifier]
      const actions = held ? [{ type: 'keyDown', value: held }, ...keys, { type: 'keyUp', value: held }] : keys
      await perform(session, KEYBOARD, actions)
    },
    type: async text => void (await pressKeys([...text])),
    async chooseFile(expression, file) {
      const element = (await evaluate(expression)) as Record<string, string> | null
      if (!element) throw new Error(`no file field: ${expression}`)
      await session.post(`/element/${element[ELEMENT_KEY]}/value`, { text: file })
    },
    back: async () => void (await session.post('/back')),
    forward: async () => void (await session.post('/forward')),
    async reload() {
      // By the page, because the driver's command sometimes waits for ever when another window is open.
      await evaluate('void (globalThis.isBeforeReload = true, location.reload())')
      const end = Date.now() + RELOAD_TIMEOUT_MS
      while (!(await isReloaded())) {
        if (Date.now() > end) throw new Error(`the page did not reload in ${RELOAD_TIMEOUT_MS} ms`)
        await pause(RELOAD_POLL_MS)
      }
    },
    screenshot: async () => Buffer.from((await session.get('/screenshot')) as string, 'base64'),
    print: async () => Buffer.from((await session.post('/print', {})) as string, 'base64'),
    close: session.close
  }
}
