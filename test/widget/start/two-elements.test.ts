import { press } from '../support/browser-buttons.js'
import {
  eventNames,
  find,
  loadScript,
  mountHome,
  mountPlayer,
  PLAY,
  recordEvents,
  tabTexts
} from '../support/element.js'
import { expect } from '../support/expect.js'
import { eventually, settle } from '../support/until.js'

describe('two elements on one page', () => {
  before(() => loadScript())

  it('each has its own route, language and campaign', async () => {
    const one = await mountHome({ lpid: 'one' })
    const other = await mountHome({ lpid: 'other', lang: 'en' })
    await one.switchTab({ url: '/pages/index/my' })
    expect([one.getState().route, other.getState().route]).toEqual(['/pages/index/my', '/'])
    await eventually(() => [tabTexts(one)[0], tabTexts(other)[0]], ['Início', 'Home'])
    expect([one.getState().lpid, other.getState().lpid]).toEqual(['one', 'other'])
    one.setAttribute('lang', 'es')
    await eventually(() => [tabTexts(one)[0], tabTexts(other)[0]], ['Inicio', 'Home'])
  })

  it('Back moves only the one that went forward', async () => {
    const one = await mountHome()
    const other = await mountHome()
    const events = recordEvents(one)
    await other.navigateTo({ url: PLAY })
    history.back()
    await eventually(() => other.getState().route, '/')
    await settle()
    expect(one.getState().route).toBe('/')
    expect(eventNames(events)).toEqual([])
  })

  it('the way back inside one leaves the other where it is, whoever went forward last', async () => {
    const one = await mountHome()
    const other = await mountHome()
    await one.navigateTo({ url: PLAY })
    await other.navigateTo({ url: '/pages/wallet/wallet' })
    const routes = () => [one.getState().route, other.getState().route]
    await one.navigateBack()
    expect(routes()).toEqual(['/', '/pages/wallet/wallet'])
    await press('back')
    expect(routes()).toEqual(['/', '/'])
    await press('back')
    expect(routes()).toEqual(['/', '/'])
  })

  it('Back over the step of one keeps the tab that the other has turned to meanwhile', async () => {
    const one = await mountHome()
    const other = await mountHome()
    await other.navigateTo({ url: PLAY })
    await one.switchTab({ url: '/pages/index/my' })
    await press('back')
    expect([one.getState().route, other.getState().route]).toEqual(['/pages/index/my', '/'])
  })

  it('removing one leaves the other playing', async () => {
    const one = await mountHome()
    const other = await mountPlayer()
    one.remove()
    await settle()
    expect(find(other, '.player')?.isConnected).toBe(true)
    const video = [...(other.shadowRoot?.querySelectorAll('video') ?? [])].find(each => !each.paused)
    const moment = video?.currentTime ?? 0
    await eventually(() => (video?.currentTime ?? 0) > moment + 0.2, true)
  })

  it('the second uses the session of the first', async () => {
    const one = await mountHome()
    const token = localStorage.getItem('firstui_m_token')
    const other = await mountHome()
    expect([one.getState().isLogin, other.getState().isLogin]).toEqual([true, true])
    expect(localStorage.getItem('firstui_m_token')).toBe(token)
  })
})
