import { find, loadScript, mount, mountHome, whenAllLoaded } from '../support/element.js'
import { expect } from '../support/expect.js'
import { settle, until } from '../support/until.js'

describe('variables of the window', () => {
  before(() => loadScript())

  const read = (element: HTMLElement | undefined, name: string) =>
    element && getComputedStyle(element).getPropertyValue(`--drama-${name}`)

  it('D-029 the window’s height is there at once, on the element and inside, without a style attribute', async () => {
    const element = mount()
    const height = `${window.innerHeight}px`
    expect([read(element, 'viewport-height'), element.hasAttribute('style')]).toEqual([height, false])
    expect(element.offsetHeight).toBe(Math.min(window.innerHeight, 812))
    await mountHome()
    expect(read(find(element, '.app'), 'viewport-height')).toBe(height)
  })

  it('D-253 one responsive unit is a 750th of the window’s width', () => {
    expect(read(mount(), 'rpx')).toBe(`${(window.innerWidth <= 960 ? window.innerWidth : 375) / 750}px`)
  })

  it('D-252 D-253 lengths that grow with the app are written in 750ths of its width', async () => {
    const element = await mountHome()
    const card = await until(() => find(element, '.row-track:not([data-kind]) > li'))
    for (const [width, expected] of [
      [375, 109],
      [480, 139.52],
      [700, 176]
    ] as const) {
      element.style.width = `${width}px`
      expect(Math.round(card.getBoundingClientRect().width * 100) / 100).toBe(expected)
    }
  })

  it('the page’s CSS gives the element another height, and may use the variable', async () => {
    const sheet = new CSSStyleSheet()
    document.adoptedStyleSheets = [sheet]
    const element = await mountHome()
    const heights = ['drama-app{height:500px}', 'drama-app{height:calc(var(--drama-viewport-height) / 2)}'].map(css => {
      sheet.replaceSync(css)
      return element.getBoundingClientRect().height
    })
    document.adoptedStyleSheets = []
    expect(heights).toEqual([500, window.innerHeight / 2])
  })

  it('the variables go with the app, and come again with it', async () => {
    const element = await mountHome()
    await whenAllLoaded(element)
    const before = element.shadowRoot?.adoptedStyleSheets.length
    element.remove()
    await settle()
    document.body.append(element)
    expect(element.shadowRoot?.adoptedStyleSheets.length).toBe(before)
    expect(read(element, 'viewport-height')).toBe(`${window.innerHeight}px`)
  })
})
