import { build, create, find, loadScript, mount } from '../support/element.js'
import { expect } from '../support/expect.js'
import { logins, network, takeConsole } from '../support/host-page.js'
import { until } from '../support/until.js'

const scriptOrigin = new URL(build.script, window.location.href).origin

describe('api-base', () => {
  before(() => loadScript())

  async function signInAddress(value: string | undefined): Promise<string> {
    network.cut()
    const before = logins().length
    const element = create()
    element.removeAttribute('api-base')
    if (value !== undefined) element.setAttribute('api-base', value)
    document.body.append(element)
    await until(() => logins().length > before)
    await until(() => find(element, '.failure'))
    takeConsole()
    return logins().at(-1)?.url ?? ''
  }

  for (const garbage of [undefined, '', 'http://[', 'javascript:alert(1)', 'data:,x', 'ftp://api.example', 'http://']) {
    it(`falls back to where the script came from: ${garbage}`, async () => {
      expect(await signInAddress(garbage)).toBe(`${scriptOrigin}/index/visitor_login`)
    })
  }

  const good = {
    'https://api.example': 'https://api.example',
    'https://api.example/': 'https://api.example',
    'https://api.example///': 'https://api.example',
    'https://api.example/v1/': 'https://api.example/v1',
    'https://api.example/v1?x=1#y': 'https://api.example/v1',
    '  https://api.example  ': 'https://api.example',
    '/v2/': `${scriptOrigin}/v2`
  }

  for (const [value, base] of Object.entries(good)) {
    it(`"${value}" is ${base === `${scriptOrigin}/v2` ? 'a path beside the script' : base}`, async () => {
      expect(await signInAddress(value)).toBe(`${base}/index/visitor_login`)
    })
  }

  it('a slash at the end of a real address works', async () => {
    const element = mount({ 'api-base': `${build.api}/` })
    await until(() => find(element, '.row-title'))
    expect(logins().at(-1)?.url).toBe(`${build.api}/index/visitor_login`)
  })

  it('the API is on another origin than the page', () => {
    expect(new URL(build.api).origin === window.location.origin).toBe(false)
  })
})
