import { build, create, type DramaElement, find, loadScript } from '../support/element.js'
import { expect } from '../support/expect.js'
import { calls, logins } from '../support/host-page.js'
import { eventually, until } from '../support/until.js'

describe('an element that was there before its script', () => {
  let early: DramaElement
  let detached: DramaElement

  before(async () => {
    early = create()
    early.innerHTML = '<a href="#assistir">Assistir</a>'
    early.lpid = 'set-early'
    early.apiBase = build.api
    early.start = 'drama:d_last-train,ep:2'
    detached = create()
    detached.lpid = 'set-detached'
  })

  it('shows its fallback link until the script has arrived', () => {
    document.body.append(early)
    expect(early.querySelector('a')?.getClientRects().length).toBe(1)
    early.remove()
  })

  it('keeps the properties that the page set: they are attributes now, and reach the app', async () => {
    document.body.append(early)
    await loadScript()
    expect(early.getAttribute('lpid')).toBe('set-early')
    expect(early.getAttribute('start')).toBe('drama:d_last-train,ep:2')
    expect(Object.keys(early).filter(name => ['lpid', 'apiBase', 'start'].includes(name))).toEqual([])
    await until(() => find(early, '.player'))
    await eventually(() => find(early, '.player-no')?.textContent, 'EP 2')
    expect(early.getState().lpid).toBe('set-early')
    expect(logins().map(({ url, body }) => [url, body.lpid])).toEqual([
      [`${build.api}/index/visitor_login`, 'set-early']
    ])
  })

  it('takes properties over when it is put on the page later', async () => {
    const before = calls.length
    detached.lpid = 'set-later'
    document.body.append(detached)
    expect(detached.getAttribute('lpid')).toBe('set-later')
    expect(Object.hasOwn(detached, 'lpid')).toBe(false)
    await until(() => calls.length > before)
    expect(detached.getState().lpid).toBe('set-later')
  })
})
