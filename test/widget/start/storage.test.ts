import { eventNames, find, loadScript, mount, mountHome, recordEvents } from '../support/element.js'
import { expect } from '../support/expect.js'
import { calls, logins } from '../support/host-page.js'
import { eventually, settle, until } from '../support/until.js'

const refuse = () => {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
}

/** Replaces members of `target`. Returns a function that restores them. */
function replace(target: object, broken: Record<string, PropertyDescriptor>): () => void {
  const before = Object.keys(broken).map(name => [name, Object.getOwnPropertyDescriptor(target, name)] as const)
  Object.defineProperties(target, broken)
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(target, name, descriptor)
      else Reflect.deleteProperty(target, name)
    }
  }
}

const method = { value: refuse, configurable: true, writable: true }
const getter = { get: refuse, configurable: true }

const broken: Record<string, () => () => void> = {
  'writing throws': () => replace(Storage.prototype, { setItem: method }),
  'reading, writing and removing throw': () =>
    replace(Storage.prototype, { getItem: method, setItem: method, removeItem: method }),
  'the property itself throws': () => replace(window, { localStorage: getter })
}

describe('storage', () => {
  let restore: (() => void) | undefined

  before(() => loadScript())
  afterEach(() => {
    restore?.()
    restore = undefined
  })

  for (const [how, breakIt] of Object.entries(broken)) {
    it(`where ${how}, the visitor is signed in for as long as the element lives`, async () => {
      restore = breakIt()
      const before = logins().length
      const element = mount()
      const events = recordEvents(element)
      await until(() => find(element, '.row-title'))
      expect(eventNames(events)).toContain('drama-visit')
      expect(element.getState().isLogin).toBe(true)
      await element.switchTab({ url: '/pages/index/my' })
      await until(() => find(element, '.profile'))
      await until(() => calls.at(-1)?.headers.Authorization)
      expect(logins().length).toBe(before + 1)
      await eventually(() => find(element, '.failure'), undefined)
      const warning = await until(() => find(element, '[role=note]'))
      expect(warning.textContent ?? '').toMatch(/não salva/)
    })
  }

  it('a viewer whose browser keeps the visit is not warned', async () => {
    const element = await mountHome()
    await element.switchTab({ url: '/pages/index/my' })
    await until(() => find(element, '.profile'))
    await until(() => find(element, '.profile-name button'))
    expect(find(element, '[role=note]')).toBe(undefined)
  })

  it('D-020 D-082 D-084 the device keeps its id over a reload of the element, and sends it with every call', async () => {
    const first = calls.length
    const element = await mountHome()
    await eventually(() => localStorage.getItem('drama_device_id') !== null, true)
    element.remove()
    await settle()
    await mountHome()
    const ids = calls.slice(first).map(({ headers }) => headers['XX-Device-Id'])
    expect(ids.length).toBeGreaterThan(1)
    expect(new Set(ids).size).toBe(1)
    expect(ids[0]).toMatch(/^[0-9a-z]{1,11}$/)
  })

  it('D-080 D-081 the id is stored encrypted', async () => {
    await mountHome()
    const stored = await until(() => localStorage.getItem('drama_device_id'))
    expect(stored.includes(calls.at(-1)?.headers['XX-Device-Id'] ?? '')).toBe(false)
  })

  it('D-083 D-087 the token goes along with every call but the sign-in', async () => {
    const first = calls.length
    const element = await mountHome()
    await element.switchTab({ url: '/pages/index/my' })
    await until(() => calls.length > first + 1)
    const [login, ...others] = calls.slice(first)
    expect(login?.headers.Authorization).toBe(undefined)
    const token = localStorage.getItem('firstui_m_token')
    expect(token).toMatch(/\S{10,}/)
    expect(others.every(({ headers }) => headers.Authorization === token)).toBe(true)
  })

  it('D-076 an empty token is none', async () => {
    localStorage.setItem('firstui_m_token', '')
    const before = logins().length
    await mountHome()
    expect(logins().length).toBe(before + 1)
  })

  it('the app keeps to its own keys', async () => {
    localStorage.setItem('cart', '3')
    await mountHome()
    await eventually(() => localStorage.length, 3)
    expect(Object.keys(localStorage).sort()).toEqual(['cart', 'drama_device_id', 'firstui_m_token'])
    expect(localStorage.getItem('cart')).toBe('3')
  })
})
