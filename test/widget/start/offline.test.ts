import { type DramaElement, eventNames, find, loadScript, mount, mountHome, recordEvents } from '../support/element.js'
import { expect } from '../support/expect.js'
import { network, takeConsole } from '../support/host-page.js'
import { until } from '../support/until.js'

describe('an API that cannot be reached', () => {
  before(() => loadScript())

  async function mountCutOff(attributes: Record<string, string> = {}): Promise<DramaElement> {
    network.cut()
    const element = mount(attributes)
    await until(() => find(element, '.failure'))
    return element
  }

  const texts = {
    pt: ['A conexão está ruim. Verifique sua internet!', 'Toque na tela para tentar de novo'],
    en: ['Network not good, please check network settings!', 'Tap the screen to retry']
  }

  for (const [lang, [reason, hint]] of Object.entries(texts)) {
    it(`D-224 asks in its language (${lang}) to tap the screen, and is never blank`, async () => {
      const element = await mountCutOff({ lang })
      expect(find(element, '.failure-reason')?.textContent).toBe(reason)
      expect(find(element, '.failure-hint')?.textContent).toBe(hint)
      expect(takeConsole().length).toBe(1)
    })
  }

  it('D-205 a page opened while the connection is gone names the network, in its language', async () => {
    const element = await mountHome({ lang: 'en' })
    network.cut()
    await element.switchTab({ url: '/pages/index/my' })
    await until(() => find(element, '.failure'))
    expect(find(element, '.failure-reason')?.textContent).toBe('Network not good, please check network settings!')
    expect(takeConsole()).toEqual([])
  })

  it('D-106 D-213 logs that there is no token, and tells the page what failed', async () => {
    network.cut()
    const element = mount()
    const events = recordEvents(element)
    await until(() => find(element, '.failure'))
    expect(takeConsole()).toEqual(['error: no token obtained RequestError: network error'])
    expect(eventNames(events).includes('drama-visit')).toBe(false)
    const errors = events.filter(({ type }) => type === 'drama-error').map(({ detail }) => [detail.kind, detail.path])
    expect(errors).toEqual([['network', '/index/visitor_login']])
    expect(element.getState().isLogin).toBe(false)
  })

  it('D-225 a tap tries again, and Home appears when the API is back', async () => {
    const element = await mountCutOff()
    takeConsole()
    network.restore()
    find(element, '.failure')?.click()
    await until(() => find(element, '.row-title'))
    expect(find(element, '.failure')).toBe(undefined)
    expect(element.getState().isLogin).toBe(true)
  })

  it('D-225 a tap on the player tries again, and the episode plays', async () => {
    const element = await mountCutOff({ start: 'drama:d_last-train,ep:1' })
    takeConsole()
    network.restore()
    find(element, '.failure')?.click()
    await until(() => [...(element.shadowRoot?.querySelectorAll('video') ?? [])].find(video => video.currentTime > 0.1))
    expect(find(element, '.failure')).toBe(undefined)
  })
})
