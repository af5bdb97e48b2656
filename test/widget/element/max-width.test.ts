import { find, loadScript, mountHome } from '../support/element.js'
import { expect } from '../support/expect.js'

describe('`max-width`', () => {
  before(() => loadScript())

  const widths: [string, number][] = [
    ['600', 600],
    ['600px', 600],
    [' 320.5PX ', 320.5],
    ['1200', 1200],
    ['0', 1440],
    ['-5', 1440],
    ['', 1440],
    ['wide', 1440],
    ['50%', 1440],
    ['600;color:red', 1440]
  ]

  it('D-027 D-028 limits the app, in the middle of its place; what is no width changes nothing', async () => {
    const element = await mountHome({ style: 'width: 1600px' })
    const app = find(element, '.app')
    for (const [value, width] of widths) {
      element.setAttribute('max-width', value)
      const { left, width: seen } = app?.getBoundingClientRect() ?? new DOMRect()
      expect([value, seen, left - element.getBoundingClientRect().left]).toEqual([value, width, (1600 - width) / 2])
    }
    element.maxWidth = 700
    expect(app?.offsetWidth).toBe(700)
    element.removeAttribute('max-width')
    expect(app?.offsetWidth).toBe(1440)
    expect([find(element, '.app') === app, element.getAttribute('style')]).toEqual([true, 'width: 1600px'])
  })

  it('the page’s own variable goes before it', async () => {
    const element = await mountHome({ 'max-width': '600', style: 'width: 1600px; --drama-max-width: 320px' })
    expect(find(element, '.app')?.offsetWidth).toBe(320)
  })
})
