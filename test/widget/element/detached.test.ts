import { create, find, loadScript, PLAY, recordEvents } from '../support/element.js'
import { expect } from '../support/expect.js'
import { calls, listeners, pendingTimers } from '../support/host-page.js'
import { settle, until } from '../support/until.js'

describe('an element that is in no document', () => {
  before(() => loadScript())

  it('draws nothing, asks for nothing and listens to nothing', async () => {
    const timers = pendingTimers()
    const listening = listeners()
    const element = create({ lpid: 'never-shown' })
    document.createElement('div').append(element)
    await settle()
    expect(element.shadowRoot?.childNodes.length).toBe(0)
    expect(calls).toEqual([])
    expect(pendingTimers()).toEqual(timers)
    expect(listeners()).toEqual(listening)
  })

  it('says so when it is told to navigate', async () => {
    const element = create()
    let message = ''
    try {
      await element.navigateTo({ url: PLAY })
    } catch (error) {
      message = String(error)
    }
    expect(message).toMatch(/<drama-app> is not running: it is in no document/)
  })

  it('takes its attributes along when it is put on the page', async () => {
    const element = create({ lpid: 'made-by-script', lang: 'es', start: 'drama:d_last-train,ep:3', test: '' })
    const events = recordEvents(element)
    document.body.append(element)
    await until(() => find(element, '.player'))
    expect(element.getState()).toEqual({
      route: '/pages/index/play?drama_id=d_last-train&episode_no=3',
      lang: 'es',
      lpid: 'made-by-script',
      isLogin: element.getState().isLogin
    })
    await until(() => events.length > 0)
    expect(events[0]?.detail.lpid).toBe('made-by-script')
    const signIn = calls.find(({ url }) => url.includes('/index/visitor_login'))
    expect(signIn?.body).toEqual({ ...signIn?.body, lpid: 'made-by-script', lang: 'es', is_test: true })
  })
})
