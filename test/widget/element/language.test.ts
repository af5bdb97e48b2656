import { find, findAll, loadScript, mount, mountHome, tabTexts } from '../support/element.js'
import { expect } from '../support/expect.js'
import { calls } from '../support/host-page.js'
import { eventually, settle, until } from '../support/until.js'

const first = {
  pt: 'Início',
  en: 'Home',
  es: 'Inicio',
  'zh-Hans': '首页',
  'zh-Hant': '首頁'
}

describe('language', () => {
  before(() => loadScript())

  it('D-008 D-279 an element that names no language speaks Portuguese, whatever the page speaks', async () => {
    document.documentElement.lang = 'es'
    const element = await mountHome()
    document.documentElement.lang = 'pt'
    expect(tabTexts(element)[0]).toBe('Início')
    expect(find(element, '.app')?.lang).toBe('pt')
  })

  for (const [tag, home] of Object.entries(first)) {
    it(`D-003 D-004 D-005 D-006 D-007 lang="${tag}" speaks it, says so to assistive technology, and asks the API for it`, async () => {
      const before = calls.length
      const element = mount({ lang: tag })
      await eventually(() => tabTexts(element)[0], home)
      expect(find(element, '.app')?.lang).toBe(tag)
      const wire = { 'zh-Hans': 'zh-cn', 'zh-Hant': 'zh-tw' }[tag] ?? tag
      await until(() => calls.length > before)
      expect(calls[before]?.body.lang).toBe(wire)
    })
  }

  it('a change of the attribute switches the texts of the app and of the catalogue', async () => {
    const element = await mountHome()
    const titles = () => findAll(element, '.row-title').map(title => title.textContent)
    await eventually(() => titles().includes('Novidades'), true)
    element.setAttribute('lang', 'en')
    await eventually(() => tabTexts(element), ['Home', 'Discover', 'List', 'My'])
    await until(() => titles().length > 0 && !titles().includes('Novidades'))
    element.lang = 'es'
    await eventually(() => tabTexts(element)[0], 'Inicio')
  })

  it('setLang is the same as the attribute', async () => {
    const element = await mountHome()
    await element.setLang('zh-Hans')
    expect(element.getAttribute('lang')).toBe('zh-Hans')
    await eventually(() => tabTexts(element)[0], '首页')
  })

  it('the last of several changes wins', async () => {
    const element = await mountHome()
    for (const tag of ['en', 'es', 'zh-Hant', 'en']) element.setAttribute('lang', tag)
    await eventually(() => tabTexts(element)[0], 'Home')
    await settle()
    expect(tabTexts(element)[0]).toBe('Home')
  })

  it('a change keeps the page on screen', async () => {
    const element = await mountHome()
    await element.switchTab({ url: '/pages/index/my' })
    element.setAttribute('lang', 'en')
    await eventually(() => tabTexts(element)[3], 'My')
    expect(element.getState().route).toBe('/pages/index/my')
  })

  for (const unknown of ['tlh', '', 'constructor', '<b>', 'p']) {
    it(`an unknown language is ignored: "${unknown}"`, async () => {
      const element = await mountHome()
      element.setAttribute('lang', unknown)
      await settle()
      expect(tabTexts(element)[0]).toBe('Início')
      expect(element.getState().lang).toBe('pt')
      const other = mount({ lang: unknown })
      await eventually(() => tabTexts(other)[0], 'Início')
    })
  }
})
