import { type DramaElement, findAll, loadScript, mountHome, mountPlayer, whenAllLoaded } from '../support/element.js'
import { expect } from '../support/expect.js'
import { until } from '../support/until.js'

const sheets = (element: DramaElement) => element.shadowRoot?.adoptedStyleSheets ?? []

describe('styles', () => {
  before(() => loadScript())

  it('are adopted sheets only: no <style> and no <link>', async () => {
    const element = await mountHome()
    expect(sheets(element).length).toBeGreaterThan(1)
    expect(findAll(element, 'style, link').length).toBe(0)
    const player = await mountPlayer()
    expect(findAll(player, 'style, link').length).toBe(0)
  })

  it('two elements share each sheet but the one that holds their own variables', async () => {
    const one = await mountHome()
    const other = await mountHome({ 'max-width': '500' })
    await Promise.all([whenAllLoaded(one), whenAllLoaded(other)])
    expect(sheets(one) === sheets(other)).toBe(false)
    const own = sheets(one).filter(sheet => !sheets(other).includes(sheet))
    expect(own.map(({ cssRules }) => cssRules[0]?.cssText.startsWith(':host { --drama-viewport-height:'))).toEqual([
      true
    ])
  })

  it('a sheet is adopted once, however often its page is shown', async () => {
    const element = await mountHome()
    await whenAllLoaded(element)
    for (const name of ['my', 'record', 'dramas', 'index']) {
      await element.switchTab({ url: `/pages/index/${name}` })
      await until(() => element.shadowRoot?.querySelector('.page:not([hidden]) > :not(.spinner)'))
    }
    const before = sheets(element).length
    await element.reLaunch({ url: '/pages/index/my' })
    await element.reLaunch({ url: '/' })
    await until(() => element.shadowRoot?.querySelector('.row-title'))
    expect(sheets(element).length).toBe(before)
    expect(new Set(sheets(element)).size).toBe(before)
  })

  it('nothing is added to the document', async () => {
    const before = document.head.innerHTML
    await mountPlayer()
    expect(document.head.innerHTML).toBe(before)
    expect(document.adoptedStyleSheets.length).toBe(0)
    expect(document.styleSheets.length).toBe(0)
    expect([...document.body.children].map(({ localName }) => localName).filter(name => name !== 'script')).toEqual([
      'drama-app'
    ])
  })

  it('styles of the page do not reach into the app', async () => {
    const loud = new CSSStyleSheet()
    loud.replaceSync(
      '* { font-size: 40px; color: red; text-transform: uppercase; letter-spacing: 9px; direction: rtl }'
    )
    document.adoptedStyleSheets = [loud]
    const element = await mountHome()
    const title = getComputedStyle(await until(() => findAll(element, '.row-title')[0]))
    const seen = [title.textTransform, title.direction, title.fontSize === '40px', title.color === 'rgb(255, 0, 0)']
    document.adoptedStyleSheets = []
    expect(seen).toEqual(['none', 'ltr', false, false])
  })

  it('the page colours the app through its variables', async () => {
    const element = await mountHome({ style: '--drama-surface: rgb(1, 2, 3); --drama-max-width: 320px' })
    const app = element.shadowRoot?.querySelector<HTMLElement>('.app')
    expect(app && getComputedStyle(app).backgroundColor).toBe('rgb(1, 2, 3)')
    expect(app?.offsetWidth).toBe(320)
  })
})
