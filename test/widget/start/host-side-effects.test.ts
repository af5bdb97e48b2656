import {
  eventNames,
  find,
  loadScript,
  mount,
  mountHome,
  mountPlayer,
  PLAY,
  playing,
  recordEvents,
  tabTexts
} from '../support/element.js'
import { expect, rejection } from '../support/expect.js'
import { calls, logins, network, takeConsole } from '../support/host-page.js'
import { eventually, settle, until } from '../support/until.js'

describe('side effects on the host page', () => {
  before(() => loadScript())

  it('two elements that start together are one visitor on one device', async () => {
    const before = calls.length
    const pair = [mount(), mount()]
    for (const element of pair) await until(() => find(element, '.row-title'))
    const signIns = calls.slice(before).filter(({ url }) => url.endsWith('/index/visitor_login'))
    expect(new Set(signIns.map(({ headers }) => headers['XX-Device-Id'])).size).toBe(1)
    expect(signIns.length).toBe(1)
  })

  it('an element removed while it signs in writes nothing to the console', async () => {
    const release = network.hold()
    const before = logins().length
    const element = mount()
    await until(() => logins().length > before)
    element.remove()
    await settle()
    release()
    await settle()
    expect(takeConsole()).toEqual([])
  })

  it('an element removed while an answer arrives tells the page of no error', async () => {
    const events: string[] = []
    for (let round = 0; round < 12; round++) {
      localStorage.clear()
      const before = calls.length
      const element = mount()
      await until(() => calls.length > before)
      const late = recordEvents(element)
      element.remove()
      await settle()
      events.push(...eventNames(late), ...takeConsole())
    }
    expect(events).toEqual([])
  })

  it('D-071 D-223 the same step twice at once: the second is rejected as locked', async () => {
    const element = await mountHome()
    const [first, second] = [element.navigateTo({ url: PLAY }), element.navigateTo({ url: PLAY })]
    expect(await rejection(second)).toMatch(/locked$/)
    await first
    await eventually(() => element.shadowRoot?.querySelectorAll('.page').length, 2)
  })

  it('a change of language does not restart the episode', async () => {
    const element = await mountPlayer()
    const video = await until(() => playing(element))
    await until(() => video.currentTime > 1)
    const events = recordEvents(element)
    element.lang = 'en'
    await until(() => find(element, '.app')?.lang === 'en')
    const after = await until(() => playing(element))
    // Comes some seconds into an episode, whatever happens meanwhile.
    const names = eventNames(events).filter(name => name !== 'drama-view-content')
    expect([after === video, names]).toEqual([true, []])
  })

  it('taking `lang` away brings Portuguese back', async () => {
    const element = await mountHome({ lang: 'en' })
    element.removeAttribute('lang')
    await eventually(() => tabTexts(element)[0], 'Início')
  })

  it('D-219 a step without arguments, or while detached, is a rejection and not a throw', async () => {
    const element = await mountHome()
    const step = element.navigateTo as (options?: { url: string }) => Promise<unknown>
    expect(await rejection(step.call(element))).toBe('navigateTo:fail Missing required args: "url"')
    element.remove()
    await eventually(() => element.shadowRoot?.childNodes.length, 0)
    expect(await rejection(element.navigateTo({ url: PLAY }))).toMatch(/is not running/)
  })
})
