import { create, type DramaElement, find, loadScript } from '../support/element.js'
import { expect } from '../support/expect.js'
import { takeConsole } from '../support/host-page.js'
import { until } from '../support/until.js'

describe('the room of the element', () => {
  before(() => loadScript())

  /** `before` and `after` are what the page has beside the element. */
  function mountIn(css: string, { own = '', before = '', after = '' } = {}): DramaElement {
    const container = document.createElement('div')
    container.style.cssText = css
    const element = create(own === '' ? {} : { style: own })
    container.innerHTML = `${before}<i></i>${after}`
    container.querySelector('i')?.replaceWith(element)
    document.body.append(container)
    return element
  }

  const ASIDE = '<aside style="width: 300px"></aside>'
  const TEXT = `<p>${'What this drama is about, in as many words as a page has. '.repeat(9)}</p>`
  const PAGE = 'width: 1200px;'

  const places: [name: string, css: string, beside: Parameters<typeof mountIn>[1], width: number][] = [
    ['a block', PAGE, {}, 1200],
    ['a flex row whose items keep their height', `${PAGE} display: flex; align-items: flex-start`, {}, 1200],
    ['a flex row beside a column', `${PAGE} display: flex; align-items: flex-start`, { after: ASIDE }, 900],
    ['a flex row beside a long text', `${PAGE} display: flex; align-items: flex-start`, { before: TEXT }, 280],
    ['a flex column that centres', `${PAGE} display: flex; flex-direction: column; align-items: center`, {}, 1200],
    ['a grid that centres its items', `${PAGE} display: grid; place-items: center`, {}, 1200],
    ['a grid that centres its columns', `${PAGE} display: grid; place-content: center`, {}, 280],
    ['a box that is as wide as its content', 'display: inline-block', {}, 280],
    ['a flex box that is as wide as its content', 'display: inline-flex', {}, 280],
    ['a narrow flex row', 'width: 200px; display: flex; align-items: flex-start', {}, 200],
    ['a float', PAGE, { own: 'float: left' }, 1200],
    ['margins', PAGE, { own: 'margin: 0 16px' }, 1168],
    ['padding', PAGE, { own: 'padding: 0 16px' }, 1200],
    ['a width of its own', `${PAGE} display: flex`, { own: 'width: 375px', after: ASIDE }, 375],
    ['a largest width of its own', `${PAGE} display: flex`, { own: 'max-width: 400px', after: ASIDE }, 400],
    ['a share of its own', `${PAGE} display: flex`, { own: 'flex: 1', after: ASIDE }, 900]
  ]

  for (const [name, css, beside, width] of places) {
    it(`${name}: it takes what there is, at least 280 px of it, and Home appears`, async () => {
      const element = mountIn(css, beside)
      await until(() => find(element, '.row-title'))
      expect(element.getBoundingClientRect().width).toBe(width)
      expect(find(element, '.app')?.getBoundingClientRect().height).toBeGreaterThan(300)
      const aside = element.parentElement?.querySelector('aside')
      if (aside) expect(aside.getBoundingClientRect().width).toBe(300)
    })
  }

  it('a page that gives it no room reads so in the console, once', async () => {
    const element = mountIn('width: 0')
    mountIn('width: 0')
    const warnings = await until(() => {
      const lines = takeConsole()
      return lines.length > 0 && lines
    })
    expect(warnings).toEqual(['warn: <drama-app> has no room: it is 0 px wide and 600 px high.'])
    await element.ready
  })
})
