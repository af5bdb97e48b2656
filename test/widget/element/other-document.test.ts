import { type DramaElement, eventNames, find, loadScript, mountHome, recordEvents } from '../support/element.js'
import { expect } from '../support/expect.js'
import { settle, until } from '../support/until.js'

describe('another document', () => {
  before(() => loadScript())

  it('an element moved into a frame of the page starts anew there, with its styles', async () => {
    const element: DramaElement = await mountHome()
    const frame = document.createElement('iframe')
    document.body.append(frame)
    const events = recordEvents(element)
    frame.contentDocument?.body.append(element)
    await until(() => eventNames(events).includes('drama-ready'))
    await until(() => find(element, '.row-title'))
    expect(frame.contentWindow?.getComputedStyle(element).position).toBe('relative')
    document.body.append(element)
    await until(() => eventNames(events).filter(name => name === 'drama-ready').length === 2)
    await until(() => find(element, '.row-title'))
    await settle()
    expect(getComputedStyle(element).position).toBe('relative')
  })
})
