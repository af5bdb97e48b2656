import { loadScript, mount, recordEvents } from '../support/element.js'
import { expect } from '../support/expect.js'
import { logins } from '../support/host-page.js'
import { until } from '../support/until.js'

describe('campaign', () => {
  before(() => loadScript())

  async function visit(attributes: Record<string, string> = {}) {
    const element = mount(attributes)
    const events = recordEvents(element)
    const event = await until(() => events.find(({ type }) => type === 'drama-visit'))
    return { sent: logins().at(-1)?.body, detail: event.detail, state: element.getState() }
  }

  const setQuery = (query: string) => {
    const url = new URL(window.location.href)
    for (const [name, value] of new URLSearchParams(query)) url.searchParams.set(name, value)
    history.replaceState(null, '', url)
  }

  it('D-032 D-162 the one of the page’s address goes along with the sign-in', async () => {
    setQuery('lpid=outono-7')
    const { sent, detail, state } = await visit()
    expect([sent?.lpid, detail.lpid, state.lpid]).toEqual(['outono-7', 'outono-7', 'outono-7'])
    expect('warning' in detail).toBe(false)
    expect(sent?.landing_url).toBe(window.location.href)
  })

  it('the attribute goes before the address', async () => {
    setQuery('lpid=outono-7')
    const { sent } = await visit({ lpid: 'primavera' })
    expect(sent?.lpid).toBe('primavera')
  })

  it('D-163 without one the visitor is signed in all the same', async () => {
    const { sent, detail } = await visit()
    expect(sent && 'lpid' in sent).toBe(false)
    expect(detail.lpid).toBe(null)
    expect(detail.is_new).toBe(true)
  })

  for (const hostile of ['<script>', 'a b', "x'--", '../..', 'ü', 'x'.repeat(65), '%00']) {
    it(`one that cannot be is dropped with a warning: ${hostile.slice(0, 12)}`, async () => {
      const { sent, detail } = await visit({ lpid: hostile })
      expect(sent && 'lpid' in sent).toBe(false)
      expect([detail.lpid, detail.warning]).toEqual([null, 'lpid'])
    })
  }

  it('64 characters are not too many', async () => {
    const { sent } = await visit({ lpid: 'x'.repeat(64) })
    expect(sent?.lpid).toBe('x'.repeat(64))
  })
})
