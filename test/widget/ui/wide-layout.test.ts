import {
  type DramaElement,
  find,
  findAll,
  loadScript,
  mountHome,
  PLAY,
  tabTexts,
  whenAllLoaded
} from '../support/element.js'
import { expect } from '../support/expect.js'
import { eventually, settle, until } from '../support/until.js'

const HEIGHT_PX = 700
const ROW_START = 16

const box = (element: DramaElement, selector: string) => find(element, selector)?.getBoundingClientRect() as DOMRect

describe('the app in a wide place', () => {
  let element: DramaElement

  before(() => loadScript())
  beforeEach(async () => {
    element = await mountHome({ style: `width: 1200px; height: ${HEIGHT_PX}px` })
  })

  async function resize(width: number) {
    element.style.width = `${width}px`
    await settle()
  }

  it('D-060 has its tabs at the side from 1000 px, and at the bottom below', async () => {
    for (const width of [1000, 1200]) {
      await resize(width)
      const [bar, pages, host] = [box(element, '.tab-bar'), box(element, '.pages'), element.getBoundingClientRect()]
      expect([bar.left, bar.top, bar.height]).toEqual([host.left, host.top, HEIGHT_PX])
      expect([pages.left, pages.width]).toEqual([bar.right, width - bar.width])
      const [home, discover] = findAll(element, '.tab-bar button').map(tab => tab.getBoundingClientRect())
      expect((discover?.top ?? 0) >= (home?.bottom ?? Infinity)).toBe(true)
    }
    await resize(999)
    const bar = box(element, '.tab-bar')
    expect([bar.width, bar.bottom]).toEqual([999, element.getBoundingClientRect().bottom])
    expect(box(element, '.pages').width).toBe(999)
    expect(tabTexts(element).length).toBe(4)
  })

  it('keeps its tabs beside every page but the player, and gives a column to the text of a page', async () => {
    const current = () => find(element, '.tab-bar [aria-current]')
    await element.switchTab({ url: '/pages/index/my' })
    await element.navigateTo({ url: '/pages/wallet/wallet' })
    const page = await until(() => find(element, '.page:not([hidden]) .bar-page'))
    await eventually(() => page.getBoundingClientRect().width, 960)
    expect(box(element, '.pages').width).toBe(1200 - box(element, '.tab-bar').width)
    expect(find(element, '.pages > .tab-bar')).toBe(undefined)
    expect([current()?.textContent, current()?.ariaCurrent]).toEqual(['Perfil', 'true'])
    await resize(999)
    await eventually(() => find(element, '.tab-bar'), undefined)
    await resize(1200)
    await eventually(() => current()?.textContent, 'Perfil')
    current()?.click()
    await eventually(() => element.getState().route, '/pages/index/my')
    await element.navigateTo({ url: PLAY })
    await eventually(() => find(element, '.tab-bar'), undefined)
    await eventually(() => box(element, '.pages').width, 1200)
  })

  it('is not wide where max-width makes it narrow', async () => {
    element.setAttribute('max-width', '900')
    await element.navigateTo({ url: '/pages/wallet/wallet' })
    await until(() => find(element, '.page:not([hidden]) .bar-page'))
    await eventually(() => box(element, '.pages').width, 900)
    await settle()
    expect(find(element, '.tab-bar')).toBe(undefined)
  })

  it('has the text of the first picture at its side, with what the drama is about', async () => {
    const [text, poster] = [box(element, '.hero-text'), box(element, '.hero-slide .poster')]
    const slide = box(element, '.hero-slide')
    expect(poster.left > slide.left + slide.width / 3).toBe(true)
    expect(text.right < slide.left + slide.width * 0.6).toBe(true)
    expect(find(element, '.hero-synopsis')?.getClientRects().length).toBe(1)
    await resize(375)
    expect(find(element, '.hero-synopsis')?.getClientRects().length).toBe(0)
  })

  it('has buttons that turn a row, hidden at its ends', async () => {
    await whenAllLoaded(element)
    const row = await until(() => findAll(element, '.row')[1])
    const track = row.querySelector('.row-track') as HTMLElement
    const [previous, next] = await until(() => {
      const found = [...row.querySelectorAll<HTMLButtonElement>('.row-paging button')]
      return found.length === 2 ? found : undefined
    })
    await eventually(() => [previous?.hidden, next?.hidden], [true, false])
    next?.click()
    await eventually(() => previous?.hidden, false)
    expect(track.scrollLeft > 0).toBe(true)
    track.scrollTo({ left: track.scrollWidth, behavior: 'instant' })
    await eventually(() => [previous?.hidden, next?.hidden], [false, true])
  })
})

describe('the ten most watched dramas', () => {
  before(() => loadScript())

  it('have a number beside each cover, with room for two digits', async () => {
    const element = await mountHome({ style: 'width: 375px' })
    const items = findAll(element, '.row-track[data-kind="top"] > li')
    expect(items.length).toBe(10)
    const track = items[0]?.parentElement as HTMLElement
    for (const item of items) {
      const [place, cover] = [item.getBoundingClientRect(), item.querySelector('.card-cover')?.getBoundingClientRect()]
      expect((cover?.left ?? 0) - place.left >= 36).toBe(true)
      expect(getComputedStyle(item, '::before').content).toBe('counter(rank)')
    }
    const [ninth, tenth] = items.slice(8).map(item => item.getBoundingClientRect().width)
    expect((tenth ?? 0) > (ninth ?? Infinity)).toBe(true)
    expect(Math.round((items[0] as HTMLElement).offsetLeft - track.offsetLeft)).toBe(ROW_START)
  })
})
