import {
  create,
  type DramaElement,
  find,
  findAll,
  loadScript,
  mount,
  mountHome,
  mountPlayer,
  recordEvents
} from '../support/element.js'
import { expect, rejection } from '../support/expect.js'
import { calls, countPendingCalls, network, takeConsole } from '../support/host-page.js'
import { eventually, settle, until } from '../support/until.js'

const colourOf = (element: Element | null | undefined, property = 'backgroundColor') =>
  element ? Reflect.get(getComputedStyle(element), property) : undefined

function style(css: string) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [sheet]
}

describe('what a page may change', () => {
  before(() => loadScript())
  afterEach(() => {
    document.adoptedStyleSheets = []
  })

  it('its CSS reaches parts, and goes before what the app has in its own styles', async () => {
    const shade = 'rgb(1, 2, 3)'
    style(`drama-app::part(button), drama-app::part(card), drama-app::part(tabbar), drama-app::part(header),
      drama-app::part(badge), drama-app::part(app) { background: ${shade} }`)
    const element = await mountHome()
    for (const part of ['button', 'card', 'tabbar', 'header', 'badge', 'app']) {
      const [first] = findAll(element, `[part="${part}"]`)
      expect([part, colourOf(first)]).toEqual([part, shade])
    }
    style('drama-app::part(input), drama-app::part(player) { outline: 3px solid rgb(4, 5, 6) }')
    await element.navigateTo({ url: '/pages/index/search' })
    await until(() => find(element, '[part="input"]'))
    expect(colourOf(find(element, '[part="input"]'), 'outlineColor')).toBe('rgb(4, 5, 6)')
  })

  it('its variables are what the app is drawn with', async () => {
    const colours = {
      accent: ['.tab-bar [aria-current] .icon', 'color'],
      surface: ['.app', 'backgroundColor'],
      text: ['.app', 'color'],
      muted: ['.card-meta', 'color'],
      raised: ['.search-field', 'backgroundColor'],
      line: ['.search-field', 'borderTopColor'],
      'on-accent': ['.hero .button', 'color']
    } as const
    const names = Object.keys(colours)
    const css = names.map((name, place) => `--drama-${name}: rgb(9, 9, ${place})`).join(';')
    const element = await mountHome({
      style: `${css};--drama-accent-strong:rgb(7,7,1);--drama-accent-end:rgb(7,7,2);--drama-radius:3px;--drama-font:Drama Test;--drama-title-font:Drama Title`
    })
    for (const [place, [selector, property]] of Object.values(colours).entries()) {
      expect([names[place], colourOf(find(element, selector), property)]).toEqual([names[place], `rgb(9, 9, ${place})`])
    }
    expect(colourOf(find(element, '.hero .button'), 'backgroundImage')).toBe(
      'linear-gradient(95deg, rgb(7, 7, 1), rgb(7, 7, 2))'
    )
    expect(colourOf(find(element, '.hero'), 'borderRadius')).toBe('3px')
    expect(colourOf(find(element, '.app'), 'fontFamily')).toBe('"Drama Test"')
    expect(colourOf(find(element, '.card-title'), 'fontFamily')).toBe('"Drama Title"')
  })

  it('`theme` changes while the app runs, and the player stays dark', async () => {
    const element = await mountHome({ theme: 'light' })
    const app = find(element, '.app')
    expect([colourOf(app), colourOf(app, 'color')]).toEqual(['rgb(245, 245, 248)', 'rgb(21, 21, 28)'])
    expect(colourOf(find(element, '.hero-text h2'), 'color')).toBe('rgb(255, 255, 255)')
    element.setAttribute('theme', 'dark')
    await eventually(() => colourOf(app), 'rgb(11, 11, 16)')
    element.setAttribute('theme', 'light')
    await eventually(() => colourOf(app), 'rgb(245, 245, 248)')
    expect(find(element, '.app')).toBe(app)
    element.remove()
    const player = await mountPlayer({ theme: 'light' })
    expect([colourOf(find(player, '.player')), colourOf(find(player, '.player'), 'color')]).toEqual([
      'rgb(11, 11, 16)',
      'rgb(255, 255, 255)'
    ])
  })

  it('`brand` and `logo` stand where the mark is, and a picture that cannot be had leaves the name', async () => {
    const element = await mountHome({ brand: 'Novela Já' })
    expect(find(element, '.home-bar h1')?.textContent).toBe('Novela Já')
    const gif = 'data:image/gif;base64,R0lGODlhAQABAAAAACw='
    element.setAttribute('logo', gif)
    await settle()
    expect([find(element, '.home-bar img'), find(element, '.home-bar h1')?.textContent]).toEqual([
      undefined,
      'Novela Já'
    ])
    const warning = await until(() => takeConsole().find(line => line.startsWith('warn')))
    expect(warning).toBe(`warn: <drama-app> ignores logo="${gif}".`)
    element.setAttribute('logo', '/nothing-here.png')
    await eventually(() => find(element, '.home-bar h1')?.textContent, 'Novela Já')
    element.removeAttribute('brand')
    element.removeAttribute('logo')
    await eventually(() => findAll(element, '.home-bar h1 svg').length, 1)
    expect(takeConsole().filter(line => line.startsWith('warn'))).toEqual([])
  })

  it('`partner-token` goes along with every request, and what cannot be a header does not', async () => {
    const before = calls.length
    const element = await mountHome({ 'partner-token': 'eyJ.partner.1' })
    const sent = calls.slice(before).filter(({ url }) => !url.includes('/m/'))
    expect(sent.length).toBeGreaterThan(0)
    expect(sent.every(({ headers }) => headers['XX-Token'] === 'eyJ.partner.1')).toBe(true)
    element.destroy()
    await eventually(countPendingCalls, 0)
    const beforeInvalid = calls.length
    await mountHome({ 'partner-token': 'a b' })
    const sentWithout = calls.slice(beforeInvalid).filter(({ url }) => !url.includes('/m/'))
    expect(sentWithout.length).toBeGreaterThan(0)
    expect(sentWithout.filter(({ headers }) => 'XX-Token' in headers)).toEqual([])
  })

  it('values that mean nothing are ignored, and said once', async () => {
    const nonsense = { theme: 'blue', routing: 'teleport', hotkeys: 'maybe', 'partner-token': 'a b', lang: 'tlh' }
    const element = await mountHome(nonsense)
    const other = await mountHome(nonsense)
    expect([colourOf(find(element, '.app')), other.getState().lang]).toEqual(['rgb(11, 11, 16)', 'pt'])
    const warnings = await until(() => {
      const lines = takeConsole()
      return lines.length > 0 ? lines : undefined
    })
    await settle()
    expect([...warnings, ...takeConsole()].sort()).toEqual([
      'warn: <drama-app> ignores hotkeys="maybe".',
      'warn: <drama-app> ignores lang="tlh".',
      'warn: <drama-app> ignores partner-token="…".',
      'warn: <drama-app> ignores routing="teleport".',
      'warn: <drama-app> ignores theme="blue".'
    ])
  })
})

describe('slots', () => {
  before(() => loadScript())

  const isSeen = (element: DramaElement, selector: string) =>
    (element.querySelector(selector)?.getBoundingClientRect().height ?? 0) > 0

  it('children stand there until the app is drawn; what is in `loading` goes before the others', async () => {
    const release = network.hold()
    const element = create()
    element.innerHTML = '<a href="/drama">Assistir</a>'
    document.body.append(element)
    expect(isSeen(element, 'a')).toBe(true)
    element.insertAdjacentHTML('beforeend', '<p slot="loading">Carregando…</p><p slot="error">Ops</p>')
    expect(['a', '[slot="loading"]', '[slot="error"]'].map(selector => isSeen(element, selector))).toEqual([
      false,
      true,
      false
    ])
    release()
    await element.ready
    expect(['a', '[slot="loading"]', '[slot="error"]'].filter(selector => isSeen(element, selector))).toEqual([])
    element.destroy()
    expect(element.shadowRoot?.childElementCount).toBe(0)
  })
})

describe('methods', () => {
  before(() => loadScript())

  it('`play` and `pause` hold and release the episode on screen, from before its code has arrived', async () => {
    const element = create({ start: 'drama:d_last-train,ep:1' })
    document.body.append(element)
    element.scrollIntoView({ behavior: 'instant' })
    expect(await element.play()).toBe(true)
    const video = () => findAll<HTMLVideoElement>(element, 'video').find(({ currentTime }) => currentTime > 0)
    await eventually(() => video()?.paused, false)
    await element.pause()
    expect(video()?.paused).toBe(true)
    expect(await element.play()).toBe(true)
    expect(video()?.paused).toBe(false)
    await element.navigateTo({ url: '/pages/wallet/wallet' })
    expect(await rejection(element.play())).toBe('play:fail no player is on screen')
    expect(await rejection(element.pause())).toBe('pause:fail no player is on screen')
  })

  it('`play` says that a locked episode does not play', async () => {
    const element = mount({ start: 'drama:d_winter-bride,ep:11' })
    element.scrollIntoView({ behavior: 'instant' })
    expect(await element.play()).toBe(false)
  })

  it('`openStore` opens the store once, on what is asked for', async () => {
    const element = mount()
    await element.openStore({ tab: 'coins' })
    expect(element.getState().route).toBe('/pages/wallet/store?tab=coins')
    await element.openStore({ tab: 'pass' })
    expect(element.getState().route).toBe('/pages/wallet/store?tab=pass')
    await element.navigateBack()
    expect(element.getState().route).toBe('/')
    expect(await rejection(element.openStore({ tab: 'gold' }))).toBe(
      'openStore:fail tab `gold` is neither coins nor pass'
    )
  })

  it('on no page they are refused, and nobody has to hear of it', async () => {
    const element = create()
    const events = recordEvents(element)
    const reason = 'fail <drama-app> is not running: it is in no document, or was destroyed'
    void element.play()
    expect(await rejection(element.play())).toBe(`play:${reason}`)
    expect(await rejection(element.openStore())).toBe(`openStore:${reason}`)
    await settle()
    expect(events.length).toBe(0)
  })
})
