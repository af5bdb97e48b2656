import { eventNames, find, loadScript, mount, mountHome, recordEvents } from '../support/element.js'
import { expect } from '../support/expect.js'
import { network } from '../support/host-page.js'
import { eventually, settle, until } from '../support/until.js'

describe('ready, version and state', () => {
  before(() => loadScript())

  it('`ready` resolves once the app is drawn, and with the event `drama-ready`', async () => {
    const element = mount()
    const events = recordEvents(element)
    expect(find(element, '.tab-bar')).toBe(undefined)
    await element.ready
    expect(eventNames(events)).toContain('drama-ready')
    expect(find(element, '.tab-bar')?.getClientRects().length).toBe(1)
  })

  it('`ready` does not wait for the network', async () => {
    network.hold()
    const element = mount()
    await element.ready
    expect(element.getState().isLogin).toBe(false)
    expect(find(element, '.skeleton, .spinner') !== undefined).toBe(true)
  })

  it('`ready` is one promise for the life of the element', async () => {
    const element = await mountHome()
    const { ready } = element
    await ready
    element.remove()
    await settle()
    document.body.append(element)
    expect(element.ready).toBe(ready)
  })

  it('D-226 `version` is the version of the app, and cannot be changed by an attribute', async () => {
    const element = mount({ version: '9.9.9' })
    expect(element.version).toBe('2.4.0')
    await element.ready
    expect(element.version).toBe('2.4.0')
  })

  it('D-075 D-100 D-019 `getState()` tells page, language, campaign, and that the visitor is signed in', async () => {
    const element = mount({ lpid: 'estado' })
    expect(element.getState()).toEqual({ route: '/', lang: 'pt', lpid: 'estado', isLogin: false })
    await until(() => element.getState().isLogin)
    await element.switchTab({ url: '/pages/index/record' })
    element.setAttribute('lang', 'zh-Hant')
    await eventually(() => element.getState().lang, 'zh-Hant')
    expect(element.getState()).toEqual({
      route: '/pages/index/record',
      lang: 'zh-Hant',
      lpid: 'estado',
      isLogin: true
    })
  })

  it('D-104 the token that the server gave lies in the storage of the page', async () => {
    const element = await mountHome()
    expect(element.getState().isLogin).toBe(true)
    expect(localStorage.getItem('firstui_m_token')).toMatch(/\S{10,}/)
  })
})
