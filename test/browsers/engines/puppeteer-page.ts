// Chromium over the DevTools protocol and Firefox over WebDriver BiDi have one driver.
import type { Browser, Page, TouchHandle } from 'puppeteer-core'
import { recordProcess } from './browser-processes.js'
import type { BrowserPage, Engine, EngineName, PageSettings, PageSize } from './engine.js'

/** `prepare` sets the size of the page, and what else an engine needs. Forced colours have a browser of their own. */
export function createPuppeteerEngine(
  name: EngineName,
  launch: (hasForcedColors: boolean) => Promise<Browser>,
  prepare: (page: Page, size: PageSize, scale: number) => Promise<void>
): Engine {
  const running = new Map<boolean, Promise<Browser>>()
  return {
    name,
    async openPage(size, { hasForcedColors = false, scale = 1 }: PageSettings = {}) {
      const launched = running.get(hasForcedColors) ?? launch(hasForcedColors)
      running.set(hasForcedColors, launched)
      const browser = await launched
      recordProcess(browser.process()?.pid)
      const context = await browser.createBrowserContext()
      const page = await context.newPage()
      await prepare(page, size, scale)
      const version = await readMajorVersion(browser)
      return createPage({ engine: name, version }, page, () => context.close())
    }
  }
}

/** Not awaited, because Firefox reports no navigation between entries of one document, and puppeteer waits for one. */
function startTraversal(navigation: Promise<unknown>): void {
  navigation.catch(() => undefined)
}

/** The browser says its name and version, as “firefox/140.12.0”. */
const readMajorVersion = async (browser: Browser) => Number.parseInt((await browser.version()).split('/')[1] ?? '', 10)

function createPage(
  engine: Pick<BrowserPage, 'engine' | 'version'>,
  page: Page,
  close: () => Promise<void>
): BrowserPage {
  let touch: TouchHandle | undefined
  return {
    ...engine,
    goto: async url => void (await page.goto(url)),
    evaluate: expression => page.evaluate(expression),
    async evaluateInFrame(frame, expression) {
      const element = (await page.evaluateHandle(frame)).asElement()
      const content = await (await element?.toElement('iframe'))?.contentFrame()
      if (!content) throw new Error(`no frame: ${frame}`)
      return content.evaluate(expression)
    },
    click: ({ x, y }) => page.mouse.click(x, y),
    async mouseDown({ x, y }) {
      await page.mouse.move(x, y)
      await page.mouse.down()
    },
    mouseUp: () => page.mouse.up(),
    async wheel(at, delta) {
      await page.mouse.move(at.x, at.y)
      await page.mouse.wheel({ deltaX: delta.x, deltaY: delta.y })
    },
    async touchStart({ x, y }) {
      touch = await page.touchscreen.touchStart(x, y)
    },
    touchMove: async ({ x, y }) => void (await touch?.move(x, y)),
    touchEnd: async () => void (await touch?.end()),
    async press(key, modifier) {
      if (modifier) await page.keyboard.down(modifier)
      await page.keyboard.press(key)
      if (modifier) await page.keyboard.up(modifier)
    },
    type: text => page.keyboard.type(text),
    async chooseFile(expression, file) {
      const field = (await page.evaluateHandle(expression)).asElement()
      if (!field) throw new Error(`no file field: ${expression}`)
      await (await field.toElement('input')).uploadFile(file)
    },
    back: async () => startTraversal(page.goBack()),
    forward: async () => startTraversal(page.goForward()),
    reload: async () => void (await page.reload()),
    screenshot: () => page.screenshot(),
    // In cm, because puppeteer hands Firefox the inches of a named format as cm.
    print: () => page.pdf({ width: '21cm', height: '29.7cm' }),
    close
  }
}
