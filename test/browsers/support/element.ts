import { expect } from 'vitest'
import type { BrowserPage, Point } from '../engines/engine.js'

/** One element of a page, found anew by each call. */
export interface PageElement {
  /** Finds the element in the page. */
  expression: string
  count(): Promise<number>
  /** Runs `read` in the page. Undefined if there is no such element. */
  read<Result>(read: (element: HTMLElement) => Result): Promise<Result | undefined>
  text(): Promise<string | undefined>
  attribute(name: string): Promise<string | null | undefined>
  waitFor(): Promise<void>
  waitForGone(): Promise<void>
  /** Waits until the element stands still, is in the window and gets the pointer in its middle. */
  waitForPlace(): Promise<Point>
  click(): Promise<void>
  /** With a finger. */
  tap(): Promise<void>
  focus(): Promise<void>
}

export interface ElementQuery {
  /** `aria-label`, or all text. */
  name?: string | RegExp
  /** Selector of the element that has the shadow root. `a >> b` finds `b` in the shadow root of `a`. */
  host?: string
}

/** The first element in the app's shadow root that matches. */
export function inApp(page: BrowserPage, selector: string, query: ElementQuery = {}): PageElement {
  const { name, host = 'drama-app' } = query
  const pattern = name instanceof RegExp ? name.source : undefined
  const criteria = JSON.stringify({ selector, host, name: pattern === undefined ? name : undefined, pattern })
  const description = `${host} ${selector}${name === undefined ? '' : ` named ${name}`}`
  const readAll = (body: string) => page.evaluate(`(async elements => ${body})((${findInPage})(${criteria}))`)
  const readFirst = (body: string) =>
    readAll(`elements.length ? { value: await (${body})(elements[0]) } : null`) as Promise<{ value: unknown } | null>

  const element: PageElement = {
    expression: `(${findInPage})(${criteria})[0]`,
    count: () => readAll('elements.length') as Promise<number>,
    async read<Result>(read: (found: HTMLElement) => Result) {
      return (await readFirst(String(read)))?.value as Result | undefined
    },
    text: () => element.read(found => found.textContent ?? ''),
    attribute: async attribute =>
      (await readFirst(`found => found.getAttribute(${JSON.stringify(attribute)})`))?.value as
        | string
        | null
        | undefined,
    waitFor: () => expect.poll(element.count, { message: description }).toBeGreaterThan(0),
    waitForGone: () => expect.poll(element.count, { message: description }).toBe(0),
    async waitForPlace() {
      let place: Point | undefined
      const locate = async () => {
        place = (await readFirst(String(locateInPage)))?.value as Point | undefined
        return place ?? undefined
      }
      await expect.poll(locate, { message: `${description} can be reached` }).toBeTruthy()
      if (!place) throw new Error(description)
      return place
    },
    click: async () => page.click(await element.waitForPlace()),
    async tap() {
      await page.touchStart(await element.waitForPlace())
      await page.touchEnd()
    },
    async focus() {
      await element.waitFor()
      await element.read(found => found.focus())
    }
  }
  return element
}

interface Criteria {
  selector: string
  host: string
  name?: string
  pattern?: string
}

/** Runs in the page. */
function findInPage({ selector, host, name, pattern }: Criteria): HTMLElement[] {
  let root: Document | ShadowRoot | null | undefined = document
  for (const part of host.split(' >> ')) root = root?.querySelector(part)?.shadowRoot
  const all = [...(root?.querySelectorAll<HTMLElement>(selector) ?? [])]
  const nameOf = (element: HTMLElement) =>
    (element.getAttribute('aria-label') ?? element.textContent ?? '').replaceAll('\u00a0', ' ').trim()
  return all.filter(
    element =>
      (name === undefined || nameOf(element) === name) &&
      (pattern === undefined || new RegExp(pattern, 'u').test(nameOf(element)))
  )
}

/** Runs in the page. */
async function locateInPage(element: HTMLElement): Promise<Point | null> {
  const read = () => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2, size: width * height }
  }
  const before = read()
  if (before.x < 0 || before.y < 0 || before.x > innerWidth || before.y > innerHeight)
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
  await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  const { x, y, size } = read()
  if (x !== before.x || y !== before.y || size === 0) return null
  const root = element.getRootNode() as ShadowRoot
  const hit = root.elementFromPoint(x, y)
  return hit && (element.contains(hit) || hit.contains(element)) ? { x, y } : null
}
