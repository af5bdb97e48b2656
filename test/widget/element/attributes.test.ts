import { create, type DramaElement, loadScript } from '../support/element.js'
import { expect } from '../support/expect.js'

const properties = {
  lpid: 'lpid',
  'api-base': 'apiBase',
  lang: 'lang',
  routing: 'routing',
  base: 'base',
  hotkeys: 'hotkeys',
  start: 'start',
  consent: 'consent',
  theme: 'theme',
  brand: 'brand',
  logo: 'logo',
  'partner-token': 'partnerToken',
  'csp-nonce': 'cspNonce',
  'max-width': 'maxWidth'
} as const

const read = (element: DramaElement, property: string): unknown => Reflect.get(element, property)

describe('attributes and properties', () => {
  let element: DramaElement

  before(() => loadScript())

  beforeEach(() => {
    element = create()
    element.removeAttribute('api-base')
  })

  for (const [attribute, property] of Object.entries(properties)) {
    it(`${attribute}: an attribute is read by its property`, () => {
      expect(read(element, property)).toBe(undefined)
      element.setAttribute(attribute, 'one')
      expect(read(element, property)).toBe('one')
      element.removeAttribute(attribute)
      expect(read(element, property)).toBe(undefined)
    })

    it(`${attribute}: a property is written to its attribute, and undefined, null and false take it away`, () => {
      for (const nothing of [undefined, null, false]) {
        Reflect.set(element, property, 'two')
        expect(element.getAttribute(attribute)).toBe('two')
        Reflect.set(element, property, nothing)
        expect(element.hasAttribute(attribute)).toBe(false)
      }
    })

    it(`${attribute}: an empty attribute stays an empty text, and a number becomes one`, () => {
      element.setAttribute(attribute, '')
      expect(read(element, property)).toBe('')
      Reflect.set(element, property, 7)
      expect(element.getAttribute(attribute)).toBe('7')
    })
  }

  it('manage-title is there or not', () => {
    expect(element.manageTitle).toBe(false)
    element.manageTitle = true
    expect(element.getAttribute('manage-title')).toBe('')
    element.manageTitle = false
    expect(element.hasAttribute('manage-title')).toBe(false)
    element.setAttribute('manage-title', '')
    expect(element.manageTitle).toBe(true)
    element.setAttribute('manage-title', 'false')
    expect(element.manageTitle).toBe(false)
    // Templates that set properties may write strings.
    Object.assign(element, { manageTitle: 'false' })
    expect(element.hasAttribute('manage-title')).toBe(false)
  })

  it('the element observes exactly these attributes', () => {
    const { observedAttributes } = element.constructor as unknown as { observedAttributes: string[] }
    expect([...observedAttributes].sort()).toEqual([...Object.keys(properties), 'manage-title', 'test', 'debug'].sort())
  })
})
