import { follow, press } from '../support/browser-buttons.js'
import { type DramaElement, find, loadScript, mount, mountHome, PLAY, tabTexts } from '../support/element.js'
import { expect } from '../support/expect.js'
import { eventually, settle, until } from '../support/until.js'

const MY = '/pages/index/my'

describe('hash routing', () => {
  before(async () => {
    await loadScript()
    // Before the page has loaded, a step to an anchor adds no history entry.
    await until(() => document.readyState === 'complete')
  })

  const hash = () => window.location.hash
  const route = (element: DramaElement) => element.getState().route
  const { pathname, search } = window.location

  it('starts on Home and writes nothing into the address until the app goes somewhere', async () => {
    const element = await mountHome({ routing: 'hash' })
    expect([route(element), hash()]).toEqual(['/', ''])
  })

  it('the address names the page, Back and Forward walk through the app', async () => {
    const element = await mountHome({ routing: 'hash' })
    await element.navigateTo({ url: PLAY })
    expect([window.location.pathname, window.location.search, hash()]).toEqual([pathname, search, `#${PLAY}`])
    await press('back')
    expect([route(element), hash()]).toEqual(['/', ''])
    await press('forward')
    expect([route(element), hash()]).toEqual([PLAY, `#${PLAY}`])
    await element.navigateBack()
    await element.switchTab({ url: MY })
    expect(hash()).toBe(`#${MY}`)
  })

  it('opens on the page that the address names, before the one of `start`', async () => {
    history.replaceState(null, '', `#${MY}?from=mail`)
    const element = mount({ routing: 'hash', start: 'drama:d_last-train,ep:2' })
    expect(route(element)).toBe(`${MY}?from=mail`)
    await until(() => find(element, '.profile-name'))
  })

  it('a link of the page and an address written by hand lead inside the app, and Back out again', async () => {
    const element = await mountHome({ routing: 'hash' })
    const home = find(element, '.home')
    await follow(`#${MY}`)
    await eventually(() => route(element), MY)
    await until(() => find(element, '.tab-bar'))
    window.location.hash = PLAY
    await eventually(() => route(element), PLAY)
    await press('back')
    expect(route(element)).toBe(MY)
    await press('back')
    expect([route(element), find(element, '.home') === home]).toEqual(['/', true])
    await press('forward')
    expect(route(element)).toBe(MY)
  })

  it('the way back inside the app leads back over a link', async () => {
    const element = await mountHome({ routing: 'hash' })
    await follow('#/pages/wallet/wallet')
    await until(() => find(element, '.page-back'))
    find(element, '.page-back')?.click()
    await eventually(() => [route(element), hash()], ['/', ''])
  })

  it('the same link twice is one step', async () => {
    const element = await mountHome({ routing: 'hash' })
    await follow(`#${PLAY}`)
    await follow(`#${PLAY}`)
    expect(element.shadowRoot?.querySelectorAll('.page').length).toBe(2)
    await press('back')
    expect(route(element)).toBe('/')
  })

  it('D-056 a link to what is no page shows the not-found view, and Home leads on', async () => {
    const element = await mountHome({ routing: 'hash' })
    await follow('#/pages/nowhere')
    await eventually(() => find(element, '.notice p')?.textContent, 'Esta página não existe.')
    expect(tabTexts(element).length).toBe(4)
    await press('back')
    expect([route(element), find(element, '.notice')]).toEqual(['/', undefined])
    await press('forward')
    const button = await until(() => find(element, '.notice button'))
    button.click()
    await eventually(() => [route(element), hash()], ['/', '#/'])
  })

  it('a fragment of the page’s own is kept: the app starts on Home beside it, and changes tabs without it', async () => {
    history.replaceState({ cart: 3 }, '', '#contato')
    const element = await mountHome({ routing: 'hash' })
    await element.switchTab({ url: MY })
    expect([route(element), hash(), history.state.cart]).toEqual([MY, '#contato', 3])
    await element.navigateTo({ url: PLAY })
    expect(hash()).toBe(`#${PLAY}`)
    await press('back')
    expect([route(element), hash()]).toEqual([MY, '#contato'])
  })

  it('links of the page to its own anchors do not disturb the app', async () => {
    const element = await mountHome({ routing: 'hash' })
    await element.navigateTo({ url: PLAY })
    const player = await until(() => find(element, '.player'))
    await follow('#preco')
    await press('back')
    expect([route(element), hash(), find(element, '.player') === player]).toEqual([PLAY, `#${PLAY}`, true])
    await press('back')
    expect([route(element), hash()]).toEqual(['/', ''])
  })

  it('a <base> of the page changes nothing', async () => {
    const base = Object.assign(document.createElement('base'), { href: '/elsewhere/' })
    document.head.append(base)
    const element = await mountHome({ routing: 'hash' })
    await element.navigateTo({ url: PLAY })
    base.remove()
    expect([window.location.pathname, hash()]).toEqual([pathname, `#${PLAY}`])
  })

  it('in other modes such a link is the page’s own', async () => {
    const element = await mountHome()
    await follow(`#${MY}`)
    await settle()
    expect(route(element)).toBe('/')
    await press('back')
  })
})
