import {
  eventNames,
  find,
  findAll,
  loadScript,
  mount,
  mountHome,
  mountPlayer,
  recordEvents
} from '../support/element.js'
import { expect } from '../support/expect.js'
import { calls, listeners, logins, network, pendingTimers, takeConsole } from '../support/host-page.js'
import { eventually, settle, until } from '../support/until.js'

describe('removing the element', () => {
  let idleTimers: string[]
  let idleListeners: string[]

  before(async () => {
    await loadScript()
    // React keeps one listener on the document for the life of the page.
    const element = await mountHome()
    element.remove()
    await settle()
    // Cleanup may run in a later task.
    await eventually(pendingTimers, [])
    idleTimers = pendingTimers()
    idleListeners = listeners()
  })

  it('a mounted element does have timers or listeners, so that their end can be seen', async () => {
    await mountPlayer()
    expect(listeners().length).toBeGreaterThan(idleListeners.length)
    expect(listeners()).toContain('window popstate')
    await until(() => pendingTimers().length > idleTimers.length)
  })

  it('ends playback: every video is paused and has let go of its source', async () => {
    const element = await mountPlayer()
    const videos = findAll<HTMLVideoElement>(element, 'video')
    element.remove()
    await eventually(() => videos.map(({ paused }) => paused), [true, true, true])
    await eventually(() => videos.filter(video => video.currentSrc && video.readyState > 0).length, 0)
  })

  it('leaves no timer, no listener and no call behind, and is silent from then on', async () => {
    const element = await mountPlayer()
    element.remove()
    // Removal runs in a later task, and reports how the episode played.
    await eventually(() => element.shadowRoot?.childNodes.length, 0)
    await settle()
    const events = recordEvents(element)
    const callsBefore = calls.length
    await eventually(pendingTimers, idleTimers)
    expect(listeners()).toEqual(idleListeners)
    document.dispatchEvent(new Event('visibilitychange'))
    window.dispatchEvent(new Event('online'))
    window.dispatchEvent(new PopStateEvent('popstate', { state: { 'drama-app': { 1: { step: 0, url: '/' } } } }))
    await settle()
    expect(eventNames(events)).toEqual([])
    expect(calls.length).toBe(callsBefore)
  })

  it('empties the shadow root', async () => {
    const element = await mountHome()
    element.remove()
    await eventually(() => element.shadowRoot?.childNodes.length, 0)
  })

  it('gives up a sign-in that is under way', async () => {
    const release = network.hold()
    const element = mount()
    const events = recordEvents(element)
    const before = logins().length
    await until(() => logins().length > before)
    element.remove()
    await eventually(() => logins().at(-1)?.signal?.aborted, true)
    release()
    await settle()
    expect(eventNames(events).includes('drama-visit')).toBe(false)
    expect(localStorage.getItem('firstui_m_token')).toBe(null)
    takeConsole()
  })

  it('adding it again starts anew: on the first page, with the token of before', async () => {
    const element = await mountHome()
    await element.switchTab({ url: '/pages/index/my' })
    const app = find(element, '.app')
    const loginsBefore = logins().length
    element.remove()
    await settle()
    const events = recordEvents(element)
    document.body.append(element)
    await until(() => find(element, '.row-title'))
    expect(find(element, '.app') === app).toBe(false)
    expect(element.getState()).toEqual({ route: '/', lang: 'pt', lpid: null, isLogin: true })
    expect(eventNames(events)).toEqual(['drama-ready'])
    expect(logins().length).toBe(loginsBefore)
  })

  it('adding it again reads its attributes again', async () => {
    const element = await mountHome({ lpid: 'before' })
    element.remove()
    await settle()
    element.setAttribute('lpid', 'after')
    element.setAttribute('start', 'drama:d_last-train,ep:2')
    document.body.append(element)
    await until(() => find(element, '.player'))
    expect(element.getState().lpid).toBe('after')
  })
})
