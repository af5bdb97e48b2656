import {
  type DramaElement,
  eventNames,
  find,
  findAll,
  loadScript,
  mountHome,
  PLAY,
  type RecordedEvent,
  recordEvents,
  tabTexts
} from '../support/element.js'
import { expect } from '../support/expect.js'
import { calls } from '../support/host-page.js'
import { eventually, settle, until } from '../support/until.js'

describe('the tab bar', () => {
  let element: DramaElement

  before(() => loadScript())
  beforeEach(async () => {
    element = await mountHome()
  })

  const tab = (index: number) => until(() => findAll<HTMLButtonElement>(element, '.tab-bar button')[index])
  const current = () => findAll(element, '.tab-bar [aria-current="page"]').map(one => one.textContent)

  it('D-057 D-059 has four entries in order, the first of them current', () => {
    expect(tabTexts(element)).toEqual(['Início', 'Descobrir', 'Minha lista', 'Perfil'])
    expect(current()).toEqual(['Início'])
  })

  it('D-058 D-064 each entry leads to its page', async () => {
    const routes = ['/', '/pages/index/dramas', '/pages/index/record', '/pages/index/my']
    for (const index of [1, 2, 3, 0]) {
      const button = await tab(index)
      button.click()
      await eventually(() => element.getState().route, routes[index] ?? '')
      await eventually(current, [button.textContent])
    }
  })

  it('D-060 stands at the bottom of the element', () => {
    const bar = find(element, '.tab-bar')?.getBoundingClientRect()
    expect(Math.round(bar?.bottom ?? 0)).toBe(Math.round(element.getBoundingClientRect().bottom))
  })

  it('D-061 D-062 icons are 24 px and texts 10 px', async () => {
    for (const index of [0, 1, 2, 3]) {
      const button = await tab(index)
      const icon = button.querySelector('svg')?.getBoundingClientRect()
      expect([icon?.width, icon?.height, getComputedStyle(button).fontSize]).toEqual([24, 24, '10px'])
    }
  })

  const taps = (events: readonly RecordedEvent[]) =>
    events
      .filter(({ type }) => type === 'drama-tab-tap')
      .map(({ detail: { index, text, page_path } }) => ({ index, text, page_path }))

  /** Taps the current entry and returns the page, which was scrolled by 300 px. */
  async function tapCurrent(index: number) {
    const page = await until(() => find(element, '.page:not([hidden])'))
    await eventually(() => page.scrollHeight > page.clientHeight + 300, true)
    page.scrollTo({ top: 300, behavior: 'instant' })
    const button = await tab(index)
    button.click()
    return page
  }

  it('D-063 a tap on the current entry only tells the page', async () => {
    await element.switchTab({ url: '/pages/index/dramas' })
    const all = await until(() => findAll<HTMLButtonElement>(element, '.discover-bar button')[1])
    all.click()
    await until(() => find(element, '.page:not([hidden]) .card'))
    const events = recordEvents(element)
    const callsBefore = calls.length
    const card = find(element, '.page:not([hidden]) .card')
    const page = await tapCurrent(1)
    await settle()
    expect(eventNames(events)).toEqual(['drama-tab-tap'])
    expect(taps(events)).toEqual([{ index: 1, text: 'Descobrir', page_path: '/pages/index/dramas' }])
    expect([page.scrollTop, calls.length, element.getState().route]).toEqual([300, callsBefore, '/pages/index/dramas'])
    expect(find(element, '.page:not([hidden]) .card')).toBe(card)
  })

  it('D-063 Home goes to its top on that event, and does nothing else', async () => {
    const events = recordEvents(element)
    const callsBefore = calls.length
    const home = find(element, '.home')
    // With the code that loads once Home is drawn.
    await until(() => find(element, '.home > .pull'))
    await settle()
    const page = await tapCurrent(0)
    await eventually(() => page.scrollTop, 0)
    await settle()
    expect(taps(events)).toEqual([{ index: 0, text: 'Início', page_path: '/' }])
    expect(eventNames(events)).toEqual(['drama-tab-tap'])
    expect([find(element, '.home') === home, calls.length, element.getState().route]).toEqual([true, callsBefore, '/'])
  })

  it('D-064 a tap on another entry tells the page once it is there', async () => {
    const events = recordEvents(element)
    const button = await tab(3)
    button.click()
    await eventually(() => eventNames(events), ['drama-navigate', 'drama-tab-tap'])
    expect(taps(events)).toEqual([{ index: 3, text: 'Perfil', page_path: '/pages/index/my' }])
  })

  it('D-063 a tab that is shown without a tap tells of none', async () => {
    const events = recordEvents(element)
    await element.switchTab({ url: '/pages/index/my' })
    await settle()
    expect(eventNames(events)).toEqual(['drama-navigate'])
  })

  it('D-059 D-043 is there on the tabs alone', async () => {
    for (const url of ['/pages/wallet/wallet', '/pages/reward/reward', PLAY]) {
      await element.navigateTo({ url })
      await eventually(() => tabTexts(element), [])
      await element.navigateBack()
      await eventually(() => tabTexts(element).length, 4)
    }
  })
})
