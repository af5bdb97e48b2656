import { build, find, loadScript, mountHome } from '../support/element.js'
import { expect } from '../support/expect.js'
import { takeConsole } from '../support/host-page.js'
import { until } from '../support/until.js'

describe('define', () => {
  it('registers the element without writing to the console', async () => {
    await loadScript()
    expect(typeof customElements.get('drama-app')).toBe('function')
    expect(takeConsole()).toEqual([])
  })

  it('stands back with one warning where the script runs a second time, and the first goes on working', async () => {
    const first = customElements.get('drama-app')
    await loadScript(build.secondScript)
    expect(customElements.get('drama-app')).toBe(first)
    expect(takeConsole()).toEqual(['warn: <drama-app> is defined already; version 2.4.0 stands back.'])
    const element = await mountHome()
    await element.navigateTo({ url: '/pages/index/play?drama_id=d_last-train' })
    expect(await until(() => find(element, '.player') !== undefined)).toBe(true)
  })
})
