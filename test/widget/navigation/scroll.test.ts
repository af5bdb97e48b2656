import { press } from '../support/browser-buttons.js'
import { type DramaElement, find, loadScript, mountHome, PLAY } from '../support/element.js'
import { expect } from '../support/expect.js'
import { eventually, settle, until } from '../support/until.js'

describe('how far a page is scrolled', () => {
  let element: DramaElement

  before(() => loadScript())
  beforeEach(async () => {
    element = await mountHome({ style: 'height: 400px' })
  })

  const shown = () => until(() => find(element, '.page:not([hidden])'))

  async function scroll(top: number) {
    const page = await shown()
    await until(() => page.scrollHeight > page.clientHeight + top)
    const scrolled = new Promise(resolve => page.addEventListener('scroll', resolve, { once: true }))
    page.scrollTo({ top, behavior: 'instant' })
    await scrolled
    await settle()
    return page
  }

  it('is kept from tab to tab, and a new tab starts at the top', async () => {
    await scroll(240)
    await element.switchTab({ url: '/pages/index/my' })
    expect((await shown()).scrollTop).toBe(0)
    await scroll(130)
    await element.switchTab({ url: '/' })
    expect((await shown()).scrollTop).toBe(240)
    await element.switchTab({ url: '/pages/index/my' })
    expect((await shown()).scrollTop).toBe(130)
  })

  it('is kept below a page that is put above, and found again by Back', async () => {
    await scroll(210)
    await element.navigateTo({ url: PLAY })
    await until(() => find(element, '.player'))
    await press('back')
    expect((await shown()).scrollTop).toBe(210)
  })

  it('is found again where the browser has forgotten it', async () => {
    const page = await scroll(180)
    await element.switchTab({ url: '/pages/index/my' })
    await settle()
    // Reset the scroll position, as some browsers do for elements that are not displayed.
    const { display } = page.style
    page.style.setProperty('display', 'block', 'important')
    page.scrollTo({ top: 0, behavior: 'instant' })
    await settle()
    page.style.display = display
    await element.switchTab({ url: '/' })
    await eventually(() => page.scrollTop, 180)
  })

  it('pages are never moved in the document, where they would lose their place', async () => {
    const moved: string[] = []
    const pages = await until(() => find(element, '.pages'))
    const observer = new MutationObserver(changes => {
      for (const { removedNodes } of changes) for (const node of removedNodes) if (node.isConnected) moved.push('page')
    })
    observer.observe(pages, { childList: true })
    for (const name of ['dramas', 'my', 'index', 'dramas', 'record', 'index']) {
      await element.switchTab({ url: `/pages/index/${name}` })
      await settle()
    }
    observer.disconnect()
    expect(moved).toEqual([])
  })
})
