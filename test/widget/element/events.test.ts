import { eventNames, loadScript, mount, mountHome, mountPlayer, PLAY, recordEvents } from '../support/element.js'
import { expect } from '../support/expect.js'
import { takeConsole } from '../support/host-page.js'
import { eventually, settle, until } from '../support/until.js'

describe('events', () => {
  before(() => loadScript())

  it('bubble to the document, where they come from the element', async () => {
    const events = recordEvents(document)
    const element = await mountHome()
    await eventually(() => eventNames(events).sort(), ['drama-ready', 'drama-visit'])
    expect(events.map(({ target }) => target === element)).toEqual([true, true])
    expect(events.map(({ bubbles, composed }) => bubbles && composed)).toEqual([true, true])
    expect(events.map(({ cancelable }) => cancelable)).toEqual([false, false])
  })

  it('leave the shadow root that the page has put the element in', async () => {
    const outer = document.createElement('div')
    document.body.append(outer)
    const events = recordEvents(outer)
    outer.attachShadow({ mode: 'closed' }).append(mount())
    await until(() => eventNames(events).includes('drama-visit'))
    expect(events.every(({ target }) => target === outer)).toBe(true)
  })

  it('`drama-ready` and `drama-visit` come once each, whatever is done next', async () => {
    const element = mount()
    const events = recordEvents(element)
    await until(() => eventNames(events).includes('drama-visit'))
    await element.ready
    await element.switchTab({ url: '/pages/index/my' })
    element.setAttribute('lang', 'en')
    await element.switchTab({ url: '/' })
    await until(() => element.shadowRoot?.querySelector('.row-title'))
    await settle()
    expect(
      eventNames(events)
        .filter(name => name !== 'drama-navigate')
        .sort()
    ).toEqual(['drama-ready', 'drama-visit'])
  })

  it('are heard before the browser draws again after what they tell of', async () => {
    const element = await mountHome()
    await element.switchTab({ url: '/pages/index/my' })
    await element.switchTab({ url: '/' })
    await settle()
    let frames = 0
    let running = 0
    const count = () => {
      frames++
      running = requestAnimationFrame(count)
    }
    count()
    let tapped = Number.NaN
    window.addEventListener('click', () => (tapped = frames), { capture: true, once: true })
    const late: [string, number][] = []
    for (const name of ['drama-tab-tap', 'drama-navigate']) {
      element.addEventListener(name, () => late.push([name, frames - tapped]), { once: true })
    }
    const tabs = element.shadowRoot?.querySelectorAll<HTMLElement>('.tab-bar button') ?? []
    tabs[tabs.length - 1]?.click()
    await until(() => late.length === 2)
    cancelAnimationFrame(running)
    expect(late.sort()).toEqual([
      ['drama-navigate', 0],
      ['drama-tab-tap', 0]
    ])
  })

  it('D-078 a visitor who has a token visits silently', async () => {
    const first = await mountHome()
    first.remove()
    const element = mount()
    const events = recordEvents(element)
    await until(() => element.shadowRoot?.querySelector('.row-title'))
    expect(eventNames(events)).toEqual(['drama-ready'])
  })

  it('each carries an id of its own, the campaign, the time and the version', async () => {
    const start = Date.now()
    const element = mount({ lpid: 'evento-1' })
    const events = recordEvents(element)
    await until(() => eventNames(events).includes('drama-visit'))
    await element.navigateTo({ url: PLAY })
    await until(() => eventNames(events).includes('drama-episode-start'))
    for (const { detail } of events) {
      expect(detail.event_id).toMatch(/^[0-9a-f]{32}$/)
      expect(detail.lpid).toBe('evento-1')
      expect(detail.version).toBe('2.4.0')
      expect(Number(detail.at) >= start && Number(detail.at) <= Date.now()).toBe(true)
    }
    expect(new Set(events.map(({ detail }) => detail.event_id)).size).toBe(events.length)
  })

  it('an element without a campaign says null', async () => {
    const element = mount()
    const events = recordEvents(element)
    await until(() => events[0])
    expect(events[0]?.detail.lpid).toBe(null)
  })

  it('an episode tells its view, its start and its first frame, in numbers', async () => {
    const element = mount({ start: 'drama:d_last-train,ep:2' })
    const events = recordEvents(element)
    const detailOf = (name: string) => until(() => events.find(({ type }) => type === name)?.detail)
    const view = await detailOf('drama-view-content')
    expect([view.drama_id, view.title]).toEqual(['d_last-train', 'O Trem das 23h59'])
    const episode = await detailOf('drama-episode-start')
    expect([episode.drama_id, episode.episode_no]).toEqual(['d_last-train', 2])
    expect(Number(episode.seconds)).toBeGreaterThan(-1)
    const metric = await detailOf('drama-metric')
    expect(metric.name).toBe('ttff')
    expect(Number(metric.ms)).toBeGreaterThan(0)
  })

  it('a listener that throws disturbs nothing', async () => {
    const element = mount()
    const broken = new Promise(resolve => {
      window.addEventListener('error', resolve, { once: true, capture: true })
    })
    const report = window.onerror
    window.onerror = () => true
    element.addEventListener('drama-ready', () => {
      throw new Error('the page is broken')
    })
    await broken
    await until(() => element.shadowRoot?.querySelector('.row-title'))
    window.onerror = report
    expect(takeConsole()).toEqual(['error: Error: the page is broken'])
  })

  it('an event that a page makes up itself is not taken for one of the app', async () => {
    const element = await mountPlayer()
    const { route } = element.getState()
    element.dispatchEvent(new CustomEvent('drama-navigate', { detail: { to: '/' } }))
    await settle()
    expect(element.getState().route).toBe(route)
  })
})
