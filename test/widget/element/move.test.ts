import {
  type DramaElement,
  eventNames,
  find,
  loadScript,
  mountHome,
  mountPlayer,
  playing,
  recordEvents
} from '../support/element.js'
import { expect } from '../support/expect.js'
import { logins } from '../support/host-page.js'
import { settle, until } from '../support/until.js'

type Move = (element: DramaElement, to: HTMLElement) => unknown

const moves: Record<string, Move> = {
  append: (element, to) => to.append(element),
  insertBefore: (element, to) => to.insertBefore(element, to.firstChild),
  replaceWith: (element, to) => to.firstChild?.replaceWith(element),
  'remove and append in one task'(element, to) {
    element.remove()
    to.append(element)
  },
  // Some routers do this to keep an element while they replace the body.
  async 'remove and append after an await'(element, to) {
    element.remove()
    await Promise.resolve()
    to.append(element)
  }
}

if ('moveBefore' in Element.prototype) {
  moves.moveBefore = (element, to) => {
    const moveBefore: unknown = Reflect.get(to, 'moveBefore')
    if (typeof moveBefore === 'function') moveBefore.call(to, element, to.firstChild)
  }
}

function addPlace(): HTMLElement {
  const place = document.createElement('section')
  place.append(document.createElement('p'))
  document.body.prepend(place)
  return place
}

describe('moving the element', () => {
  before(() => loadScript())

  for (const [name, move] of Object.entries(moves)) {
    it(`${name}: the same app goes on, on the same page and in the same session`, async () => {
      const element = await mountHome()
      await element.switchTab({ url: '/pages/index/my' })
      const page = await until(() => find(element, '.profile[aria-busy="false"]'))
      const app = find(element, '.app')
      const loginsBefore = logins().length
      const events = recordEvents(element)
      // Without a token, a new start would have to sign in.
      localStorage.removeItem('firstui_m_token')

      const place = addPlace()
      await move(element, place)
      await settle()

      expect(element.parentNode).toBe(place)
      expect(find(element, '.app')).toBe(app)
      expect(page.isConnected).toBe(true)
      expect(element.getState().route).toBe('/pages/index/my')
      expect(eventNames(events)).toEqual([])
      expect(logins().length).toBe(loginsBefore)
      await element.switchTab({ url: '/' })
      expect(element.getState().route).toBe('/')
      expect(eventNames(events)).toEqual(['drama-navigate'])
    })

    it(`${name}: an episode plays on, in the same video`, async () => {
      const element = await mountPlayer()
      const video = await until(() => playing(element))
      const events = recordEvents(element)
      await move(element, addPlace())
      const moment = video.currentTime
      await until(() => video.currentTime > moment + 0.2)
      expect(playing(element)).toBe(video)
      expect(video.paused).toBe(false)
      expect(eventNames(events).includes('drama-episode-start')).toBe(false)
    })
  }

  it('three moves in one task, the last one back, change nothing', async () => {
    const element = await mountHome()
    const app = find(element, '.app')
    const place = addPlace()
    place.append(element)
    document.body.append(element)
    place.prepend(element)
    await settle()
    expect(find(element, '.app')).toBe(app)
    expect(element.getState().route).toBe('/')
  })

  it('moving into another shadow root keeps the app and its styles', async () => {
    const element = await mountHome()
    const app = find(element, '.app')
    const outer = document.createElement('div')
    document.body.append(outer)
    outer.attachShadow({ mode: 'open' }).append(element)
    await settle()
    expect(find(element, '.app')).toBe(app)
    expect(element.shadowRoot?.adoptedStyleSheets.length).toBeGreaterThan(1)
  })
})
