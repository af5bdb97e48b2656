import { type DramaElement, eventNames, find, loadScript, mountHome, PLAY, recordEvents } from '../support/element.js'
import { expect, rejection } from '../support/expect.js'
import { eventually, settle, until } from '../support/until.js'

type Kind = 'navigateTo' | 'redirectTo' | 'switchTab' | 'reLaunch'

const kinds: readonly Kind[] = ['navigateTo', 'redirectTo', 'switchTab', 'reLaunch']

describe('navigation through the element', () => {
  let element: DramaElement

  before(() => loadScript())
  beforeEach(async () => {
    element = await mountHome()
  })

  const route = () => element.getState().route
  const go = (kind: Kind, url: string) => element[kind]({ url })

  for (const kind of kinds) {
    it(`D-066 D-067 D-220 ${kind} to a page that is not registered is rejected and changes nothing`, async () => {
      expect(await rejection(go(kind, '/pages/none'))).toBe(`${kind}:fail page \`/pages/none\` is not found`)
      expect(route()).toBe('/')
    })

    it(`D-219 ${kind} without an address is rejected`, async () => {
      expect(await rejection(go(kind, ''))).toBe(`${kind}:fail Missing required args: "url"`)
    })
  }

  for (const kind of ['navigateTo', 'redirectTo'] as const) {
    it(`D-068 D-069 D-221 ${kind} to a tab is rejected`, async () => {
      expect(await rejection(go(kind, '/pages/index/my'))).toBe(`${kind}:fail can not ${kind} a tabbar page`)
      expect(await rejection(go(kind, '/'))).toBe(`${kind}:fail can not ${kind} a tabbar page`)
    })
  }

  it('D-070 D-222 switchTab to a page that is no tab is rejected', async () => {
    expect(await rejection(go('switchTab', PLAY))).toBe('switchTab:fail can not switch to no-tabBar page')
  })

  it('D-043 navigateTo resolves with its name and ok, and shows the player without the tab bar', async () => {
    expect(await go('navigateTo', PLAY)).toEqual({ errMsg: 'navigateTo:ok' })
    expect(route()).toBe(PLAY)
    await until(() => find(element, '.player'))
    expect(find(element, '.tab-bar')).toBe(undefined)
  })

  it('D-044 the player has a bar of its own, with the way back, and no other', async () => {
    await go('navigateTo', PLAY)
    const back = await until(() => find(element, '.player button[aria-label="Voltar"]'))
    expect(find(element, '.page-bar')).toBe(undefined)
    back.click()
    await eventually(route, '/')
  })

  it('what is refused is an error with its text also under errMsg, and nobody has to catch it', async () => {
    const unhandled: unknown[] = []
    const onUnhandled = (event: PromiseRejectionEvent) => unhandled.push(event.reason)
    window.addEventListener('unhandledrejection', onUnhandled)
    const { parentNode } = element
    for (const place of [parentNode, null]) {
      if (!place) element.remove()
      await settle()
      for (const kind of kinds) {
        for (const options of [undefined, null, 7, {}, { url: null }, { url: '//evil.example' }, { url: '/no' }]) {
          const error = await element[kind](options as { url: string }).catch((reason: unknown) => reason)
          const { message, errMsg } = error as Error & { errMsg: string }
          expect([error instanceof Error, errMsg === message]).toEqual([true, true])
          expect(errMsg).toMatch(new RegExp(`^${kind}:fail .+`))
          void element[kind](options as { url: string })
        }
      }
    }
    await settle()
    window.removeEventListener('unhandledrejection', onUnhandled)
    expect(unhandled).toEqual([])
  })

  it('D-034 the entry page has an alias, and is named by its short address', async () => {
    await go('switchTab', '/pages/index/my')
    await go('switchTab', '/pages/index/index')
    expect(route()).toBe('/')
  })

  it('each step tells the page from where to where', async () => {
    const events = recordEvents(element)
    await go('switchTab', '/pages/index/dramas')
    await go('navigateTo', PLAY)
    const steps = events.filter(({ type }) => type === 'drama-navigate').map(({ detail }) => [detail.from, detail.to])
    expect(steps).toEqual([
      ['/', '/pages/index/dramas'],
      ['/pages/index/dramas', PLAY]
    ])
  })

  it('a rejected step tells the page nothing', async () => {
    const events = recordEvents(element)
    await rejection(go('navigateTo', '/pages/none'))
    expect(eventNames(events)).toEqual([])
  })

  it('navigateBack leads back to the page below, which was kept', async () => {
    const home = find(element, '.home')
    await go('navigateTo', PLAY)
    await until(() => find(element, '.player'))
    await element.navigateBack()
    await eventually(route, '/')
    expect(find(element, '.home')).toBe(home)
    await until(() => !find(element, '.player'))
  })

  it('navigateBack with nothing below shows Home', async () => {
    await go('switchTab', '/pages/index/my')
    await element.navigateBack()
    expect(route()).toBe('/')
  })

  it('redirectTo puts a page in place of the one on screen', async () => {
    await go('navigateTo', PLAY)
    const other = '/pages/index/play?drama_id=d_red-silk&episode_no=1'
    await go('redirectTo', other)
    expect(route()).toBe(other)
    await element.navigateBack()
    await eventually(route, '/')
  })

  it('reLaunch leaves one page alive', async () => {
    await go('switchTab', '/pages/index/my')
    await go('reLaunch', '/pages/index/record')
    expect(route()).toBe('/pages/index/record')
    await eventually(() => element.shadowRoot?.querySelectorAll('.page').length, 1)
  })

  it('a relative address counts from the page on screen', async () => {
    await go('switchTab', '/pages/index/my')
    await go('switchTab', 'record')
    expect(route()).toBe('/pages/index/record')
  })
})
