import { loadScript, mountHome, mountPlayer, whenAllLoaded } from '../support/element.js'
import { expect } from '../support/expect.js'
import { listeners, pendingTimers } from '../support/host-page.js'
import { eventually, settle } from '../support/until.js'

const footprint = () => ({
  timers: pendingTimers(),
  listeners: listeners(),
  outside: document.querySelectorAll('*').length,
  sheets: document.adoptedStyleSheets.length + document.styleSheets.length,
  storage: Object.keys(localStorage).sort(),
  attributes: document.documentElement.attributes.length + document.body.attributes.length,
  globals: Object.keys(window).length
})

describe('mounting and removing ten times', () => {
  before(() => loadScript())

  it('Home leaves no more behind than the first time', async () => {
    const once = await cycle(mountHome)
    for (let round = 0; round < 9; round++) await cycle(mountHome)
    await eventually(footprint, once)
  })

  it('the player leaves no more behind than the first time', async () => {
    const once = await cycle(mountPlayer)
    for (let round = 0; round < 9; round++) await cycle(mountPlayer)
    await eventually(footprint, once)
  })

  it('one element put in and out ten times holds one set of styles and one app', async () => {
    const element = await mountHome()
    await whenAllLoaded(element)
    const sheets = element.shadowRoot?.adoptedStyleSheets.length
    for (let round = 0; round < 10; round++) {
      element.remove()
      await settle()
      document.body.append(element)
    }
    await whenAllLoaded(element)
    expect(element.shadowRoot?.adoptedStyleSheets.length).toBe(sheets)
    expect(element.shadowRoot?.querySelectorAll('.app').length).toBe(1)
    expect(listeners().filter(name => name === 'window popstate').length).toBe(1)
  })
})

async function cycle(mountOne: typeof mountHome) {
  const element = await mountOne()
  element.remove()
  await settle()
  // Cleanup may run in a later task.
  await eventually(pendingTimers, [])
  return footprint()
}
