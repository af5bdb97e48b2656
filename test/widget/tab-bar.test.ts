import { type DramaElement, find, findAll, hear, loadScript, mountHome, names, tabTexts } from './element.js'
import { expect } from './expect.js'
import { eventually, settle, until } from './until.js'

describe('the tab bar', () => {
  let element: DramaElement

  before(() => loadScript())
  beforeEach(async () => {
    element = await mountHome()
  })

  const tab = (place: number) => until(() => findAll<HTMLButtonElement>(element, '.tab-bar button')[place])
  const current = () => findAll(element, '.tab-bar [aria-current="page"]').map(one => one.textContent)

  it('D-057 D-059 has four entries in order, the first of them current', () => {
    expect(tabTexts(element)).toEqual(['Início', 'Descobrir', 'Lista', 'Meu'])
    expect(current()).toEqual(['Início'])
  })

  it('D-058 D-064 each entry leads to its page', async () => {
    const routes = ['/', '/pages/index/dramas', '/pages/index/record', '/pages/index/my']
    for (const place of [1, 2, 3, 0]) {
      const button = await tab(place)
      button.click()
      await eventually(() => element.getState().route, routes[place] ?? '')
      await eventually(current, [button.textContent])
    }
  })

  it('D-060 stands at the bottom of the element', () => {
    const bar = find(element, '.tab-bar')?.getBoundingClientRect()
    expect(Math.round(bar?.bottom ?? 0)).toBe(Math.round(element.getBoundingClientRect().bottom))
  })

  it('D-061 D-062 icons are 24 px and texts 10 px', async () => {
    const button = await tab(0)
    expect(button.querySelector('svg')?.getBoundingClientRect().width).toBe(24)
    expect(getComputedStyle(button).fontSize).toBe('10px')
  })

  it('D-063 a tap on the current entry goes nowhere', async () => {
    const heard = hear(element)
    const home = find(element, '.home')
    const button = await tab(0)
    button.click()
    await settle()
    expect(names(heard)).toEqual([])
    expect(find(element, '.home')).toBe(home)
  })
})
