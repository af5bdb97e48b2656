import { find, loadScript, mount } from '../support/element.js'
import { expect } from '../support/expect.js'
import { eventually, until } from '../support/until.js'

const garbage = [
  '',
  'home',
  'drama:',
  'drama:last-train',
  'drama:d_last-train,ep:0',
  'drama:d_last-train,ep:-1',
  'drama:d_last-train,ep:1e3',
  'drama:d_last-train,ep:2,ep:3',
  'drama:d_../../admin',
  'javascript:alert(1)',
  '/pages/index/my',
  '{"drama":"d_last-train"}',
  `drama:d_${'x'.repeat(70)}`
]

describe('start', () => {
  before(() => loadScript())

  it('opens on the episode it names, without Home', async () => {
    const element = mount({ start: 'drama:d_last-train,ep:2' })
    await eventually(() => find(element, '.player-no')?.textContent, 'EP 2')
    expect(element.getState().route).toBe('/pages/index/play?drama_id=d_last-train&episode_no=2')
    expect(find(element, '.home')).toBe(undefined)
  })

  it('a drama without a number opens on its first episode', async () => {
    const element = mount({ start: 'drama:d_last-train' })
    await eventually(() => find(element, '.player-no')?.textContent, 'EP 1')
  })

  it('back from there leads to Home', async () => {
    const element = mount({ start: 'drama:d_last-train,ep:2' })
    await until(() => find(element, '.player'))
    await element.navigateBack()
    await until(() => find(element, '.row-title'))
    expect(element.getState().route).toBe('/')
  })

  for (const value of garbage) {
    it(`anything else opens Home: "${value.slice(0, 40)}"`, async () => {
      const element = mount({ start: value })
      expect(element.getState().route).toBe('/')
      await until(() => find(element, '.home'))
    })
  }

  it('a drama that does not exist says so, and offers a way on', async () => {
    const element = mount({ start: 'drama:d_none,ep:1' })
    await eventually(() => find(element, '.player')?.textContent?.includes('não está mais disponível'), true)
    const button = await until(() => find(element, '.notice button'))
    button.click()
    await eventually(() => element.getState().route, '/')
    await until(() => find(element, '.row-title'))
  })
})
