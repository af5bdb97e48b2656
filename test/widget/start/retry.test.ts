import { find, loadScript, mountHome, mountPlayer, PLAY, recordEvents, tabTexts } from '../support/element.js'
import { expect, rejection } from '../support/expect.js'
import { network, takeConsole } from '../support/host-page.js'
import { eventually, until } from '../support/until.js'

describe('retry and focus', () => {
  before(() => loadScript())

  it('a language can be set again after one that nobody speaks', async () => {
    const element = await mountHome()
    expect(await rejection(element.setLang('xx'))).toBe('setLang:fail language `xx` is not found')
    await element.setLang('es')
    expect([element.getState().lang, element.getAttribute('lang')]).toEqual(['es', 'es'])
    await eventually(() => tabTexts(element)[0], 'Inicio')
  })

  it('Back gives the focus back to the cover that was opened', async () => {
    const element = await mountHome()
    const card = await until(() => find(element, '.card'))
    card.focus()
    await element.navigateTo({ url: PLAY })
    await until(() => find(element, '.player'))
    await element.navigateBack()
    await eventually(() => element.shadowRoot?.activeElement === card, true)
  })

  it('the episode list gives the focus back to what opened it', async () => {
    const element = await mountPlayer()
    const opener = await until(() => find(element, 'button.episode-bar'))
    opener.focus()
    opener.click()
    const list = await until(() => find(element, 'dialog:has(.episode-list-grid)'))
    const current = await until(() =>
      [element.shadowRoot?.activeElement].find(active => active && list.contains(active))
    )
    current.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true }))
    await eventually(() => find(element, 'dialog'), undefined)
    await eventually(() => element.shadowRoot?.activeElement === opener, true)
  })

  it('a server under maintenance is told in words, on the page and to the host', async () => {
    const element = await mountHome()
    const events = recordEvents(element)
    network.intercept(async () => new Response('{"code":5001,"msg":"Maintenance","data":null}'))
    await element.switchTab({ url: '/pages/index/dramas' })
    const failure = await until(() => find(element, '.page:not([hidden]) .failure-reason'))
    expect(failure.textContent).toMatch(/manutenção/)
    expect(events.some(({ type }) => type === 'drama-error')).toBe(true)
    expect(takeConsole()).toEqual([])
  })
})
