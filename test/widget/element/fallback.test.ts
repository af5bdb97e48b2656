import { build, type DramaElement, find, loadScript, mountHome } from '../support/element.js'
import { expect } from '../support/expect.js'
import { until } from '../support/until.js'

describe('what the page puts inside and around', () => {
  before(() => loadScript())

  it('children are for browsers without the script: they are not shown, and stay where they are', async () => {
    document.body.insertAdjacentHTML(
      'beforeend',
      `<drama-app api-base="${build.api}"><a href="#ver">Assistir</a> agora</drama-app>`
    )
    const element = document.querySelector('drama-app') as DramaElement
    const link = element.querySelector('a')
    await until(() => find(element, '.row-title'))
    expect(link?.getClientRects().length).toBe(0)
    expect(element.textContent).toBe('Assistir agora')
    expect(link?.isConnected).toBe(true)
  })

  it('`hidden` hides the element and its absence shows it', async () => {
    const element = await mountHome()
    expect(element.getClientRects().length).toBe(1)
    element.hidden = true
    expect(getComputedStyle(element).display).toBe('none')
    expect(element.getClientRects().length).toBe(0)
    element.hidden = false
    expect(getComputedStyle(element).display).toBe('block')
  })

  it('takes the room that the page gives it, and its own height where the page gives none', async () => {
    const element = await mountHome()
    expect(element.offsetHeight).toBe(Math.min(window.innerHeight, 812))
    Object.assign(element.style, { width: '300px', height: '500px' })
    const app = find(element, '.app')
    expect([app?.offsetWidth, app?.offsetHeight]).toEqual([300, 500])
    element.removeAttribute('style')
  })

  it('class, style, id and slot of the page stay the page’s', async () => {
    const element = await mountHome({ class: 'promo', id: 'player', style: 'height: 600px', slot: 'main' })
    expect(element.getAttributeNames().sort()).toEqual(['api-base', 'class', 'id', 'slot', 'style'])
    expect(element.getAttribute('style')).toBe('height: 600px')
  })

  it('D-027 D-028 in a wide place the app is no wider than 1440 px, in the middle', async () => {
    const element = await mountHome({ style: 'width: 1600px' })
    const place = element.getBoundingClientRect()
    const app = find(element, '.app')?.getBoundingClientRect()
    expect(app?.width).toBe(1440)
    expect((app?.left ?? 0) - place.left).toBe(80)
  })
})
