import { follow, press } from '../support/browser-buttons.js'
import { type DramaElement, eventNames, find, loadScript, mountHome, PLAY, recordEvents } from '../support/element.js'
import { expect, rejection } from '../support/expect.js'
import { eventually, settle, until } from '../support/until.js'

const OTHER = '/pages/index/play?drama_id=d_red-silk&episode_no=1'
const address = window.location.href

describe('memory routing', () => {
  let element: DramaElement

  before(async () => {
    await loadScript()
    // Before the page has loaded, a step to an anchor adds no history entry.
    await until(() => document.readyState === 'complete')
  })
  beforeEach(async () => {
    element = await mountHome()
  })

  const route = () => element.getState().route

  it('leaves address and title of the page alone', async () => {
    await element.navigateTo({ url: PLAY })
    await until(() => find(element, '.player'))
    await element.redirectTo({ url: OTHER })
    expect([window.location.href, document.title]).toEqual([address, 'Oferta da semana'])
    await press('back')
    await element.switchTab({ url: '/pages/index/my' })
    await element.reLaunch({ url: '/' })
    expect([window.location.href, document.title]).toEqual([address, 'Oferta da semana'])
  })

  it('Back and Forward walk through the app, one entry a page', async () => {
    await element.navigateTo({ url: PLAY })
    const { length } = history
    await element.navigateTo({ url: OTHER })
    expect(history.length).toBe(length + 1)
    await press('back')
    expect(route()).toBe(PLAY)
    await press('forward')
    expect(route()).toBe(OTHER)
    await press('back')
    await press('back')
    expect(route()).toBe('/')
  })

  it('tabs add no entries', async () => {
    await element.navigateTo({ url: PLAY })
    await press('back')
    const { length } = history
    for (const name of ['my', 'record', 'dramas', 'index']) await element.switchTab({ url: `/pages/index/${name}` })
    expect(history.length).toBe(length)
  })

  it('keeps what the page has put into the history', async () => {
    history.replaceState({ cart: 3 }, '')
    await element.navigateTo({ url: PLAY })
    expect(history.state.cart).toBe(3)
    await press('back')
    expect(history.state.cart).toBe(3)
    history.replaceState(null, '')
  })

  it('links of the page to its own anchors do not disturb the app, nor does going back over them', async () => {
    await element.navigateTo({ url: PLAY })
    await until(() => find(element, '.player'))
    const player = find(element, '.player')
    const link = Object.assign(document.createElement('a'), { href: '#preco', textContent: 'Preço' })
    document.body.append(link)
    const events = recordEvents(element)
    link.click()
    await eventually(() => window.location.hash, '#preco')
    await settle()
    expect(route()).toBe(PLAY)
    await press('back')
    expect(window.location.hash).toBe('')
    expect(route()).toBe(PLAY)
    expect(find(element, '.player')).toBe(player)
    expect(eventNames(events).includes('drama-navigate')).toBe(false)
    await press('back')
    expect(route()).toBe('/')
  })

  it('an anchor visited before the app navigated does not cost the viewer a step', async () => {
    window.location.hash = '#topo'
    await settle()
    await element.navigateTo({ url: PLAY })
    await press('back')
    expect(route()).toBe('/')
    expect(window.location.hash).toBe('#topo')
    await press('back')
    expect(route()).toBe('/')
  })

  it('two taps on the way back are one: the viewer does not leave the page', async () => {
    await element.navigateTo({ url: PLAY })
    const [first, second] = [element.navigateBack(), element.navigateBack()]
    expect(await rejection(second)).toBe('navigateBack:fail locked')
    expect(await first).toEqual({ errMsg: 'navigateBack:ok' })
    expect(route()).toBe('/')
  })

  it('what is asked for on the way back happens after it', async () => {
    await element.navigateTo({ url: PLAY })
    const { length } = history
    void element.navigateBack()
    await element.navigateTo({ url: OTHER })
    expect([route(), history.length]).toEqual([OTHER, length])
    await press('back')
    expect(route()).toBe('/')
  })

  it('on an entry of the page’s own the app goes back alone', async () => {
    await element.navigateTo({ url: PLAY })
    await follow('#preco')
    await element.navigateBack()
    expect([route(), window.location.hash]).toEqual(['/', '#preco'])
    await press('back')
    expect([route(), window.location.hash]).toEqual(['/', ''])
  })

  it('clicks on links of the page stay the page’s', async () => {
    const link = Object.assign(document.createElement('a'), { href: '/elsewhere', textContent: 'Loja' })
    document.body.append(link)
    let wasPrevented: boolean | undefined
    document.addEventListener(
      'click',
      event => {
        wasPrevented = event.defaultPrevented
        event.preventDefault()
      },
      { once: true }
    )
    link.click()
    expect(wasPrevented).toBe(false)
    expect(route()).toBe('/')
  })
})
