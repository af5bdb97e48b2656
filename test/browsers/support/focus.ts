import { expect } from 'vitest'
import type { BrowserPage } from '../engines/engine.js'

interface Focus {
  selector: string
  name: string
  isSeen: boolean
}

/** More than Home has, with all its covers. */
const MAX_TABS = 200

export const readFocus = (page: BrowserPage) => page.evaluate(`(${readFocusInPage})()`) as Promise<Focus>

/** Waits until the focus is on a visible element that matches, and has that name. */
export async function expectFocus(page: BrowserPage, selector: string, name?: string): Promise<void> {
  const isThere = async () => {
    const isMatch = await page.evaluate(`(${findFocusInPage})()?.matches(${JSON.stringify(selector)})`)
    const focus = await readFocus(page)
    return isMatch && focus.isSeen && (name === undefined || focus.name.includes(name)) ? true : focus
  }
  await expect.poll(isThere, { message: `the focus is on ${selector} ${name ?? ''}` }).toBe(true)
}

interface Way {
  name?: string
  isBackwards?: boolean
}

/** Presses Tab until the focus is on what matches. At each step it is on a visible element. */
export async function tabTo(
  page: BrowserPage,
  selector: string,
  { name, isBackwards = false }: Way = {}
): Promise<void> {
  let before = await readFocus(page)
  for (let presses = 0; presses < MAX_TABS; presses++) {
    await page.press('Tab', isBackwards ? 'Shift' : undefined)
    const focus = await readFocus(page)
    expect(focus, `after ${before.selector} ${before.name}`).toMatchObject({ isSeen: true })
    before = focus
    const isMatch = await page.evaluate(`(${findFocusInPage})()?.matches(${JSON.stringify(selector)})`)
    if (isMatch && (name === undefined || focus.name.includes(name))) return
  }
  throw new Error(`Tab does not reach ${selector} ${name ?? ''}`)
}

/** Runs in the page. */
function findFocusInPage(): Element | null {
  let element = document.activeElement
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
  return element
}

/** Runs in the page. */
function readFocusInPage() {
  let element = document.activeElement
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
  const { width = 0, height = 0 } = element?.getBoundingClientRect() ?? {}
  const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
  const name = element?.getAttribute('aria-label') ?? [element, ...labels].map(part => part?.textContent).join(' ')
  return {
    selector: `${element?.localName}.${element?.getAttribute('class')}`,
    name: name.replaceAll('\u00a0', ' ').trim().slice(0, 80),
    isSeen: element !== document.body && width > 0 && height > 0 && element?.checkVisibility() === true
  }
}
