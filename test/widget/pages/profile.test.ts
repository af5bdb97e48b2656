import { find, loadScript, mount } from '../support/element.js'
import { expect } from '../support/expect.js'
import { until } from '../support/until.js'

describe('the profile', () => {
  before(() => loadScript())

  it('D-226 D-227 says its version, in words and as a number', async () => {
    const element = mount()
    await element.switchTab({ url: '/pages/index/my' })
    const version = await until(() => find(element, '.settings li:last-child .settings-value'))
    expect(version.textContent).toBe('2.4.0 (240)')
  })
})
