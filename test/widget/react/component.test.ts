import { build, type DramaElement, eventNames, find, type RecordedEvent } from '../support/element.js'
import { expect } from '../support/expect.js'
import { eventually, settle, until } from '../support/until.js'

type Entry = typeof import('./entry.js')

describe('the component for React hosts', () => {
  let host: Entry
  let unmount: () => void = () => undefined

  before(async () => {
    host = await import(build.script)
  })
  afterEach(() => unmount())

  const element = () => document.querySelector<DramaElement>('drama-app') ?? undefined

  function show() {
    const container = document.createElement('main')
    document.body.append(container)
    const root = host.createRoot(container)
    unmount = () => root.unmount()
    return (props: Record<string, unknown>) =>
      root.render(host.createElement(host.DramaApp, { 'api-base': build.api, ...props }))
  }

  it('renders the element with its attributes, and updates them', async () => {
    const render = show()
    render({ lpid: 'react-1', lang: 'en', className: 'wide', start: undefined })
    const shown = await until(element)
    await until(() => find(shown, '.row-title'))
    expect([shown.getAttribute('lpid'), shown.className, shown.hasAttribute('start')]).toEqual([
      'react-1',
      'wide',
      false
    ])
    expect(shown.getState().lpid).toBe('react-1')
    const app = find(shown, '.app')
    render({ lpid: 'react-1', lang: 'es' })
    await eventually(() => find(shown, '.tab-bar button')?.textContent, 'Inicio')
    expect(element()).toBe(shown)
    expect(find(shown, '.app')).toBe(app)
  })

  it('a switch is on for true and off for false', async () => {
    const render = show()
    render({ 'manage-title': true })
    const shown = await until(element)
    await eventually(() => document.title, 'Drama')
    render({ 'manage-title': false })
    await eventually(() => [shown.hasAttribute('manage-title'), document.title], [false, 'Oferta da semana'])
  })

  it('gives events to properties of React 19', async () => {
    const events: RecordedEvent[] = []
    const listen = (event: RecordedEvent) => events.push(event)
    show()({ lpid: 'react-2', 'ondrama-ready': listen, 'ondrama-visit': listen })
    await eventually(() => eventNames(events).sort(), ['drama-ready', 'drama-visit'])
    expect(events[0]?.detail.lpid).toBe('react-2')
  })

  it('does so where a server has rendered it, with the newest listener, and gives its element', async () => {
    const container = document.createElement('main')
    // As react-dom/server writes it.
    container.innerHTML = `<drama-app api-base="${build.api}" lpid="react-3"></drama-app>`
    document.body.append(container)
    const heard: string[] = []
    const elements: unknown[] = []
    const draw = (name: string) =>
      host.createElement(host.DramaApp, {
        'api-base': build.api,
        lpid: 'react-3',
        ref: (shown: unknown) => void elements.push(shown),
        'ondrama-navigate': ({ detail }: RecordedEvent) => heard.push(`${name} ${detail.to}`)
      } as Parameters<typeof host.DramaApp>[0])
    const root = host.hydrateRoot(container, draw('first'))
    unmount = () => root.unmount()
    const shown = await until(element)
    await until(() => find(shown, '.row-title'))
    expect(elements[0]).toBe(shown)
    await shown.switchTab({ url: '/pages/index/my' })
    expect(heard).toEqual(['first /pages/index/my'])
    root.render(draw('second'))
    await settle()
    await shown.switchTab({ url: '/' })
    expect(heard).toEqual(['first /pages/index/my', 'second /'])
  })

  it('ends with its place in the host', async () => {
    show()({})
    const shown = await until(element)
    await until(() => find(shown, '.row-title'))
    unmount()
    await settle()
    expect(element()).toBe(undefined)
    expect(shown.shadowRoot?.childNodes.length).toBe(0)
  })
})
