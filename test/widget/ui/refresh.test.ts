import { fingers } from '../support/devtools.js'
import { type DramaElement, find, findAll, loadScript, mountHome, whenAllLoaded } from '../support/element.js'
import { expect } from '../support/expect.js'
import { calls, countPendingCalls, network, pendingTimers } from '../support/host-page.js'
import { eventually, settle, until } from '../support/until.js'

const countCalls = (path: string) => calls.filter(({ url }) => url.includes(path)).length

/** Leaves out the timer of the test runner, which waits for responses to its commands. */
const timers = () => pendingTimers().filter(timer => timer !== 'Timeout 20000')

async function pull(element: DramaElement) {
  const { left, top, width } = element.getBoundingClientRect()
  const from = { x: left + width / 2, y: top + 120 }
  await fingers.drag(from, { x: from.x, y: from.y + 120 }, 12)
  await until(() => find(element, '.page:not([hidden]) .pull-circle[data-state="pulling"]'))
  await fingers.up()
}

const state = (element: DramaElement) =>
  find(element, '.page:not([hidden]) .pull-circle')?.getAttribute('data-state') ?? undefined

describe('pulling a tab page down', () => {
  before(() => loadScript())
  beforeEach(() => window.scrollTo(0, 0))
  afterEach(() => fingers.takeAway())

  it('D-123 D-124 D-126 Home asks the server again, and shows that it does until the answer is there', async () => {
    const element = await mountHome()
    // Wait, because new content would replace the element under the finger.
    await whenAllLoaded(element)
    await eventually(countPendingCalls, 0)
    await settle()
    const countBefore = countCalls('/index/home')
    const title = find(element, '.row-title')
    const release = network.hold()
    await pull(element)
    await eventually(() => countCalls('/index/home'), countBefore + 1)
    expect(state(element)).toBe('refreshing')
    expect(find(element, '.row-title')).toBe(title)
    release()
    await eventually(() => state(element), '')
    expect(countCalls('/index/home')).toBe(countBefore + 1)
    expect(find(element, '.row-title')).toBe(title)
  })

  it('D-205 without a connection what is on screen stays, and a toast says why', async () => {
    const element = await mountHome()
    await whenAllLoaded(element)
    await eventually(countPendingCalls, 0)
    await settle()
    network.cut()
    await pull(element)
    await eventually(() => find(element, '.toast')?.textContent, 'A conexão está ruim. Verifique sua internet!')
    await eventually(() => state(element), '')
    expect(find(element, '.row-title') !== undefined).toBe(true)
    expect(find(element, '.failure')).toBe(undefined)
    expect(findAll(element, '.toast').length).toBe(1)
  })

  it('every tab has it', async () => {
    const element = await mountHome()
    const paths = { dramas: '/index/feed', record: '/user/history', my: '/user/info' }
    for (const [name, path] of Object.entries(paths)) {
      await element.switchTab({ url: `/pages/index/${name}` })
      await until(() => find(element, '.page:not([hidden]) .pull'))
      // Wait, because new content would replace the element under the finger.
      await eventually(countPendingCalls, 0)
      await settle()
      const countBefore = countCalls(path)
      await pull(element)
      await eventually(() => countCalls(path), countBefore + 1)
      await eventually(() => state(element), '')
    }
  })

  it('an element that is removed while its toast is shown leaves no timer behind', async () => {
    const idle = timers()
    const element = await mountHome()
    await whenAllLoaded(element)
    await eventually(countPendingCalls, 0)
    await settle()
    network.cut()
    await pull(element)
    await until(() => find(element, '.toast'))
    element.remove()
    await eventually(timers, idle)
  })
})
