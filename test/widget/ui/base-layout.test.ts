import { press } from '../support/devtools.js'
import { type DramaElement, find, findAll, loadScript, mountHome, mountPlayer } from '../support/element.js'
import { expect } from '../support/expect.js'
import { settle, until } from '../support/until.js'

const WIDTHS = [320, 375, 600, 960, 1280]

const findSmallTargets = (element: DramaElement) =>
  findAll(element, 'button, input, select, a')
    .map(control => ({ control, box: control.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 0 && (Math.round(box.height) < 44 || Math.round(box.width) < 24))
    .map(({ control, box }) => `${control.outerHTML.slice(0, 60)} ${box.width} x ${box.height}`)

const countWidePages = (element: DramaElement) =>
  findAll(element, '.page').filter(page => page.scrollWidth > page.clientWidth).length

describe('from 320 to 1280 px', () => {
  before(() => loadScript())

  it('every page fits, and all that can be touched is large enough', async () => {
    const element = await mountHome()
    for (const name of ['index', 'dramas', 'record', 'my']) {
      await element.switchTab({ url: `/pages/index/${name}` })
      await until(() => find(element, '.page:not([hidden]) .pull'))
      for (const width of WIDTHS) {
        element.style.width = `${width}px`
        await settle()
        expect([name, width, findSmallTargets(element), countWidePages(element)]).toEqual([name, width, [], 0])
      }
    }
  })

  it('so does the player, and its list of episodes', async () => {
    const element = await mountPlayer()
    const bar = await until(() => find(element, '.episode-bar:not(div)'))
    for (const isOpen of [false, true]) {
      if (isOpen) bar.click()
      if (isOpen) await until(() => find(element, '.episode-list'))
      for (const width of WIDTHS) {
        element.style.width = `${width}px`
        await settle()
        expect([width, findSmallTargets(element), countWidePages(element)]).toEqual([width, [], 0])
      }
    }
  })
})

describe('the ring of what has the focus', () => {
  before(() => loadScript())

  it('is seen whole around a card of a row', async () => {
    const element = await mountHome()
    const card = await until(() => find(element, '.row-track .card'))
    // Browsers show the focus ring only after keyboard input.
    await press('Tab')
    card.focus()
    await settle()
    const style = getComputedStyle(card)
    expect(style.outlineStyle).toBe('solid')
    const ring = Number.parseFloat(style.outlineWidth) + Number.parseFloat(style.outlineOffset)
    const [inner, outer] = [card.getBoundingClientRect(), find(element, '.row-track')?.getBoundingClientRect()]
    expect(inner.top - ring >= (outer?.top ?? Infinity)).toBe(true)
    expect(inner.bottom + ring <= (outer?.bottom ?? 0)).toBe(true)
    expect(inner.left - ring >= (outer?.left ?? Infinity)).toBe(true)
  })
})
