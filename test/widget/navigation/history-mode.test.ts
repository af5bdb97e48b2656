import { press } from '../support/browser-buttons.js'
import { type DramaElement, loadScript, mount, mountHome, PLAY } from '../support/element.js'
import { expect } from '../support/expect.js'
import { until } from '../support/until.js'

const MY = '/pages/index/my'

describe('history routing', () => {
  before(async () => {
    await loadScript()
    await until(() => document.readyState === 'complete')
  })

  const path = () => window.location.pathname + window.location.search
  const route = (element: DramaElement) => element.getState().route
  const at = (address: string, base?: string) => {
    history.replaceState(null, '', address)
    return mount({ routing: 'history', ...(base === undefined ? {} : { base }) })
  }

  it('D-021 D-022 the address is the page, and Back and Forward walk through both', async () => {
    history.replaceState(null, '', '/')
    const element = await mountHome({ routing: 'history' })
    await element.navigateTo({ url: PLAY })
    expect([path(), window.location.hash]).toEqual([PLAY, ''])
    await press('back')
    expect([route(element), path()]).toEqual(['/', '/'])
    await press('forward')
    expect([route(element), path()]).toEqual([PLAY, PLAY])
    await element.switchTab({ url: MY })
    expect(path()).toBe(MY)
  })

  for (const base of ['/watch', '/watch/', 'watch', '/watch?x=1']) {
    it(`below the base ${base}`, async () => {
      const element = at(`/watch${MY}?a=1`, base)
      expect(route(element)).toBe(`${MY}?a=1`)
      await element.navigateTo({ url: PLAY })
      expect(path()).toBe(`/watch${PLAY}`)
    })
  }

  it('the base itself is Home', () => {
    expect(route(at('/watch', '/watch'))).toBe('/')
    expect(route(at('/watch/?a=1', '/watch'))).toBe('/?a=1')
  })

  it('an address outside the base, or one that only begins like it, is Home and stays until the first step', async () => {
    for (const address of ['/landing?x=1', `/watching${MY}`]) {
      const element = at(address, '/watch')
      expect([route(element), path()]).toEqual(['/', address])
      await element.switchTab({ url: MY })
      expect(path()).toBe(`/watch${MY}`)
      element.remove()
    }
  })

  it('a base on another origin counts as none', async () => {
    for (const base of ['https://evil.example/x', '//evil.example/x', 'http://[']) {
      const element = at(MY, base)
      await element.navigateTo({ url: PLAY })
      expect([route(element), path()]).toEqual([PLAY, PLAY])
      element.remove()
    }
  })
})
