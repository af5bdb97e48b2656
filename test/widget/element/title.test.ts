import { press } from '../support/browser-buttons.js'
import { type DramaElement, loadScript, mountHome, mountPlayer } from '../support/element.js'
import { expect } from '../support/expect.js'
import { eventually, settle } from '../support/until.js'

const OWN = 'Oferta da semana'

describe('the title of the document', () => {
  before(() => loadScript())

  const title = () => document.title
  const show = async (attributes: Record<string, string> = {}) => {
    const element = await mountHome({ 'manage-title': '', ...attributes })
    await eventually(title, 'Drama')
    return element
  }
  const goTo = (element: DramaElement, name: string) => element.switchTab({ url: `/pages/index/${name}` })

  it('is the page’s own without `manage-title`', async () => {
    const element = await mountHome()
    await goTo(element, 'dramas')
    element.lang = 'en'
    await settle()
    expect(title()).toBe(OWN)
  })

  it('D-065 is the product’s name on Home, and follows pages, Back and language', async () => {
    const element = await show()
    await goTo(element, 'dramas')
    expect(title()).toBe('Descobrir · Drama')
    element.lang = 'es'
    await eventually(title, 'Descubrir · Drama')
    await element.navigateTo({ url: '/pages/wallet/store' })
    expect(title()).toBe('Tienda · Drama')
    await press('back')
    expect(title()).toBe('Descubrir · Drama')
  })

  it('is the drama’s on the player', async () => {
    const element = await mountPlayer({ 'manage-title': '' })
    await eventually(title, 'O Trem das 23h59 · Drama')
    element.lang = 'en'
    await eventually(title, 'The 11:59 Train · Drama')
  })

  it('is the page’s own again once the element is gone', async () => {
    const element = await show()
    element.remove()
    await eventually(title, OWN)
  })

  it('comes and goes with the attribute, without a new start', async () => {
    const element = await show()
    const app = element.shadowRoot?.querySelector('.app')
    element.manageTitle = false
    expect(title()).toBe(OWN)
    await goTo(element, 'my')
    expect(title()).toBe(OWN)
    element.manageTitle = true
    await eventually(title, 'Perfil · Drama')
    expect(element.shadowRoot?.querySelector('.app')).toBe(app)
  })

  it('that the page has changed meanwhile is not taken back', async () => {
    const element = await show()
    document.title = '(1) Nova mensagem'
    element.remove()
    await settle()
    expect(title()).toBe('(1) Nova mensagem')
  })

  it('that the page has changed before the next step is the one it gets back', async () => {
    const element = await show()
    document.title = '(1) Nova mensagem'
    await goTo(element, 'my')
    expect(title()).toBe('Perfil · Drama')
    element.remove()
    await eventually(title, '(1) Nova mensagem')
  })

  it('is given back by the last of two elements', async () => {
    const one = await show()
    const other = await show()
    one.remove()
    await settle()
    await goTo(other, 'my')
    expect(title()).toBe('Perfil · Drama')
    other.remove()
    await eventually(title, OWN)
  })
})
