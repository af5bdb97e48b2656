import { press } from '../support/browser-buttons.js'
import { type DramaElement, find, findAll, loadScript, mountHome, PLAY } from '../support/element.js'
import { expect } from '../support/expect.js'
import { eventually, settle, until } from '../support/until.js'

const openSheet = async (element: DramaElement, selector = '.card') => {
  const cover = find(element, selector)
  cover?.focus({ preventScroll: true })
  await until(() => {
    // Repeat, because the listener loads after the first cover.
    if (sheets(element).length === 0)
      cover?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))
    return find(element, '.sheet .drama-facts')
  })
  await settle()
}
const sheets = (element: DramaElement) => findAll(element, 'dialog').map(({ className }) => className)

for (const routing of ['memory', 'history', 'hash'] as const) {
  describe(`the browser’s Back and what lies over a page, routing ${routing}`, () => {
    let element: DramaElement

    before(async () => {
      await loadScript()
      // Before the page has loaded, a step to an anchor adds no history entry.
      await until(() => document.readyState === 'complete')
    })
    beforeEach(async () => {
      if (routing === 'history') history.replaceState(null, '', '/')
      element = await mountHome({ routing })
    })

    const readPlace = () => [element.getState().route, window.location.pathname + window.location.hash]

    it('closes a sheet, and a picture over it first; the page and its address stay', async () => {
      const before = readPlace()
      await openSheet(element)
      expect(readPlace()).toEqual(before)
      find(element, '.drama-cover')?.click()
      await until(() => find(element, '.preview'))
      await settle()
      await press('back')
      await eventually(() => sheets(element), ['sheet-veil'])
      await press('back')
      await eventually(() => sheets(element), [])
      expect(readPlace()).toEqual(before)
      await press('forward')
      await settle()
      expect([readPlace(), sheets(element)]).toEqual([before, []])
    })

    it('after a sheet that its own button closed leads to the page before', async () => {
      await element.navigateTo({ url: '/pages/index/search?keyword=noiva' })
      await until(() => find(element, '.drama-line'))
      await openSheet(element, '.drama-line')
      const popped = new Promise(resolve => window.addEventListener('popstate', resolve, { once: true }))
      find(element, '.sheet-close')?.click()
      await popped
      await settle()
      expect(element.getState().route).toBe('/pages/index/search?keyword=noiva')
      await press('back')
      expect([element.getState().route, sheets(element)]).toEqual(['/', []])
    })

    it('from a page that a sheet led to leads to the page below the sheet', async () => {
      await openSheet(element)
      await element.navigateTo({ url: PLAY })
      await eventually(() => sheets(element), [])
      expect(element.getState().route).toBe(PLAY)
      await press('back')
      expect([element.getState().route, sheets(element)]).toEqual(['/', []])
    })
  })
}

describe('a sheet over an app in a long page', () => {
  it('leaves the page where the viewer scrolls it meanwhile', async () => {
    await loadScript()
    const element = await mountHome({ style: 'height: 600px' })
    const tail = document.body.appendChild(Object.assign(document.createElement('div'), { innerHTML: '' }))
    tail.style.height = '3000px'
    const restoration = history.scrollRestoration
    await openSheet(element)
    window.scrollTo({ top: 300, behavior: 'instant' })
    const popped = new Promise(resolve => window.addEventListener('popstate', resolve, { once: true }))
    find(element, '.sheet-close')?.click()
    await popped
    await settle()
    expect([Math.round(window.scrollY), history.scrollRestoration]).toEqual([300, restoration])
    window.scrollTo({ top: 0, behavior: 'instant' })
  })
})
