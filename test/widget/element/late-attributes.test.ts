import { build, eventNames, find, loadScript, mount, mountHome, recordEvents } from '../support/element.js'
import { expect } from '../support/expect.js'
import { logins, network, takeConsole } from '../support/host-page.js'
import { eventually, settle, until } from '../support/until.js'

describe('attributes that change while the app runs', () => {
  before(() => loadScript())

  it('`start` opens the app anew on the episode it names', async () => {
    const element = await mountHome()
    const app = find(element, '.app')
    element.setAttribute('start', 'drama:d_last-train,ep:2')
    await eventually(() => find(element, '.player-no')?.textContent, 'EP 2')
    expect(find(element, '.app') === app).toBe(false)
    element.removeAttribute('start')
    await until(() => find(element, '.row-title'))
    expect(element.getState().route).toBe('/')
  })

  it('several changes of one task are one start', async () => {
    const element = await mountHome()
    const events = recordEvents(element)
    element.setAttribute('lpid', 'late-1')
    element.setAttribute('start', 'drama:d_last-train,ep:2')
    element.setAttribute('lpid', 'late-2')
    await until(() => find(element, '.player'))
    expect(element.getState().lpid).toBe('late-2')
    await settle()
    expect(eventNames(events).filter(name => name === 'drama-ready').length).toBe(1)
  })

  it('the same value again changes nothing', async () => {
    const element = await mountHome({ lpid: 'same' })
    const app = find(element, '.app')
    element.setAttribute('lpid', 'same')
    element.apiBase = build.api
    element.lang = 'pt'
    element.className = 'wide'
    await settle()
    expect(find(element, '.app')).toBe(app)
  })

  it('a change together with a move is a start at the new place', async () => {
    const element = await mountHome()
    const place = document.createElement('section')
    document.body.append(place)
    element.setAttribute('lpid', 'moved')
    place.append(element)
    await until(() => element.getState().lpid === 'moved')
    await until(() => find(element, '.row-title'))
  })

  it('another API is asked from then on', async () => {
    network.cut()
    const element = mount({ 'api-base': 'https://api.example' })
    await until(() => find(element, '.failure'))
    expect(takeConsole().length).toBe(1)
    network.restore()
    element.apiBase = `${build.api}/`
    await eventually(() => logins().at(-1)?.url, `${build.api}/index/visitor_login`)
    await until(() => find(element, '.row-title'))
  })
})
