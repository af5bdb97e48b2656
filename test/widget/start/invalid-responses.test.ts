import { build, find, findAll, loadScript, mount, mountHome, recordEvents } from '../support/element.js'
import { expect } from '../support/expect.js'
import { browserFetch, network, takeConsole } from '../support/host-page.js'
import { until } from '../support/until.js'

const bad: Record<string, () => Response | Promise<Response>> = {
  'cipher text that is none': () => new Response('{"code":200,"msg":"ok","data":"bm90IGEgY2lwaGVy"}'),
  'truncated JSON': () => new Response('{"code":200,"ms'),
  'the error page of a proxy': () => new Response('<html><h1>502 Bad Gateway</h1></html>', { status: 502 }),
  'a welcome page with status 200': () => new Response('<!doctype html><script>alert(1)</script>'),
  'no content': () => new Response(null, { status: 204 }),
  'a redirect to a page': () => browserFetch(new URL('/partners/', build.api)),
  'a number': () => new Response('7'),
  'an envelope of nothing': () => new Response('{"code":200}')
}

const rejections: string[] = []
window.addEventListener('unhandledrejection', ({ reason }) => rejections.push(String(reason)))

describe('bad answers', () => {
  before(() => loadScript())
  afterEach(() => expect(rejections).toEqual([]))

  for (const [name, answer] of Object.entries(bad)) {
    it(`${name}: the viewer is told, can try again, and then it works`, async () => {
      const events = recordEvents(document)
      network.intercept(async () => answer())
      const element = mount()
      await until(() => find(element, '.failure'))
      expect(events.some(({ type }) => type === 'drama-error') || name === 'an envelope of nothing').toBe(true)
      network.restore()
      find(element, '.failure')?.click()
      await until(() => find(element, '.row-title'))
      expect(takeConsole().every(line => line.startsWith('error: no token obtained'))).toBe(true)
    })
  }

  it('D-205 the network fails: one toast in the language of the interface', async () => {
    network.cut()
    const element = mount()
    const toast = await until(() => find(element, '.toast'))
    expect(toast.textContent).toBe('A conexão está ruim. Verifique sua internet!')
    expect(findAll(element, '.toast').length).toBe(1)
    expect(toast.closest('[role=status]') !== null).toBe(true)
    expect(takeConsole().length).toBe(1)
  })

  it('an answer of another shape takes one page down, not the app', async () => {
    network.intercept(async (url, response) =>
      url.includes('/user/info') ? new Response('{"code":200,"msg":"ok","data":{"user":{"id":7}}}') : response()
    )
    const element = await mountHome()
    const events = recordEvents(element)
    await element.switchTab({ url: '/pages/index/my' })
    await until(() => find(element, '.failure'))
    expect(events.map(({ type }) => type)).toContain('drama-error')
    expect(takeConsole().some(line => line.includes('a page could not be drawn'))).toBe(true)
    network.restore()
    await element.switchTab({ url: '/' })
    await until(() => find(element, '.row-title'))
  })

  it('text of the server is text, whatever it looks like', async () => {
    const hostile = '<img src=x onerror="document.title=1"><b>bold</b>{{title}}'
    network.intercept(async (_url, response) => {
      const text = await (await response()).text()
      return new Response(text.replace(/"title":"[^"]*"/g, `"title":${JSON.stringify(hostile)}`))
    })
    const element = await mountHome()
    const title = await until(() => find(element, '.card-title'))
    expect(title.textContent).toBe(hostile)
    expect(findAll(element, 'b, img:not(.poster)')).toEqual([])
  })
})
