import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { getSharedBrowser } from '../support/browser.js'
import { inApp, prepareJourneys, waitForHome } from '../support/journey.js'
import { openPartnerSite } from '../support/open-product.js'
import { readEpisodeLabel } from '../support/player-page.js'
import { readPresentedFrames, recordPresentedFrames } from '../support/presented-frames.js'
import { takeScreenshot } from '../support/screenshots.js'
import { getSharedProduct } from '../support/shared-products.js'

const DRAMA = 'd_winter-bride'
const FIRST_LOCKED = 11

const journeys = prepareJourneys(getSharedProduct, () => getSharedBrowser({ withSound: false }))

interface Landing {
  tag?: string
  script?: string
  headers?: Record<string, string>
  before?(page: Page): unknown
  context?: BrowserContextOptions
}

async function openPage({
  tag = '<drama-app></drama-app>',
  script = `${journeys.origin}/drama-app.js`,
  headers,
  before,
  context
}: Landing): Promise<Page> {
  const style = '<link rel="stylesheet" href="data:text/css,body{margin:0}drama-app{display:block;height:100vh}">'
  const partner = await openPartnerSite(
    `<!doctype html><html lang="pt"><title>P</title>${headers ? '' : style}${tag}<script type="module" src="${script}"></script></html>`,
    headers
  )
  onTestFinished(() => partner.stop())
  return journeys.open(partner.origin, context, before)
}

const playTag = (no: number) => `<drama-app start="drama:${DRAMA},ep:${no}"></drama-app>`

test('where the browser refuses sound the episode plays muted, and one tap on the pill gives sound', async () => {
  let started: () => void = () => undefined
  const hasStarted = new Promise<void>(resolve => {
    started = resolve
  })
  const page = await openPage({
    tag: `${playTag(2)}<script>document.addEventListener('drama-episode-start', () => console.log('episode started'))</script>`,
    before: async opened => void opened.on('console', message => message.text() === 'episode started' && started())
  })
  // Wait for a console message, because every call of `evaluate` counts as a user gesture and would allow sound.
  await hasStarted
  const pill = inApp(page, '.player-pill')
  await pill.waitFor()
  expect(await pill.textContent()).toBe('Toque para ouvir')
  await recordPresentedFrames(page)
  const video = inApp(page, '[data-offset="0"] video')
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => [element.paused, element.muted]))
    .toEqual([false, true])
  await takeScreenshot(page, 'tap-for-sound')
  await pill.click()
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => [element.paused, element.muted]))
    .toEqual([false, false])
  await pill.waitFor({ state: 'detached' })
})

test('after a refused episode the next one has its sound once the viewer has moved on, and the pill is gone', async () => {
  let started: () => void = () => undefined
  const hasStarted = new Promise<void>(resolve => {
    started = resolve
  })
  const page = await openPage({
    tag: `${playTag(2)}<script>document.addEventListener('drama-episode-start', () => console.log('episode started'))</script>`,
    before: async opened => void opened.on('console', message => message.text() === 'episode started' && started())
  })
  await hasStarted
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => readEpisodeLabel(page)).toBe('EP 3')
  const video = inApp(page, '[data-offset="0"] video')
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => [element.paused, element.muted]))
    .toEqual([false, false])
  await inApp(page, '.player-pill').waitFor({ state: 'detached' })
})

test('a deep link opens on its own episode', async () => {
  const page = await openPage({
    tag: '<drama-app></drama-app>',
    before: async opened => {
      await opened.addInitScript(
        tag =>
          document.addEventListener('readystatechange', () =>
            document.querySelector('drama-app')?.setAttribute('start', tag)
          ),
        `drama:${DRAMA},ep:3`
      )
    }
  })
  await recordPresentedFrames(page)
  await expect.poll(async () => (await readPresentedFrames(page))[0]?.episode).toBe(3)
})

test('D-114 a locked episode shows its price over the blurred cover: nothing plays, no media is asked for', async () => {
  const media: string[] = []
  const page = await openPage({
    tag: playTag(FIRST_LOCKED),
    before: async opened =>
      void opened.on('response', response => {
        const { pathname } = new URL(response.url())
        if (pathname.startsWith('/m/')) media.push(`${response.status()} ${pathname}`)
      })
  })
  await inApp(page, '.locked').waitFor()
  expect(await inApp(page, '.locked h2').textContent()).toBe(`Desbloquear episódio ${FIRST_LOCKED}`)
  expect(await inApp(page, '.locked-price').textContent()).toBe('60 moedas')
  await takeScreenshot(page, 'locked')
  const videos = await inApp(page, 'video').evaluateAll((all: HTMLVideoElement[]) =>
    all.map(video => [video.paused, video.getAttribute('src') ?? ''])
  )
  expect(videos).toEqual([
    [true, ''],
    [true, ''],
    [true, '']
  ])
  // The app requests the instant start before it knows of the lock. The response has no content.
  expect(media).toEqual([`204 /m/opening/${DRAMA}/${FIRST_LOCKED}`])
  await inApp(page, '.locked-actions button').click()
  await expect.poll(() => readEpisodeLabel(page)).toBe(`EP ${FIRST_LOCKED - 1}`)
})

test('D-224 D-225 with the API down there is a way to try again in the right language, never an empty box', async () => {
  const page = await openPage({
    tag: '<drama-app lang="es"></drama-app>',
    before: opened => opened.route('**/index/**', route => route.abort())
  })
  const failure = inApp(page, '.failure')
  await failure.waitFor()
  expect(await failure.textContent()).toContain('Toca la pantalla para reintentar')
  await takeScreenshot(page, 'api-down')
  await page.unroute('**/index/**')
  await failure.click()
  await waitForHome(page)
})

test('when the connection is back a page that failed tries again by itself', async () => {
  const page = await openPage({})
  await waitForHome(page)
  await page.context().setOffline(true)
  await inApp(page, '.tab-bar button').nth(1).click()
  await inApp(page, '.failure').waitFor()
  expect(await inApp(page, '.failure-reason').textContent()).toBe('A conexão está ruim. Verifique sua internet!')
  await page.context().setOffline(false)
  await inApp(page, '.feed-card h2').first().waitFor()
})

test('a connection that is announced before requests succeed on it is tried again', async () => {
  const page = await openPage({})
  await waitForHome(page)
  let failed = 0
  await page.route('**/index/**', route => {
    failed++
    return route.abort()
  })
  await inApp(page, '.tab-bar button').nth(1).click()
  await inApp(page, '.failure').waitFor()
  const before = failed
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect.poll(() => failed).toBeGreaterThan(before)
  await page.unroute('**/index/**')
  await inApp(page, '.feed-card h2').first().waitFor()
})

test('a part of a page that did not arrive comes with the next try', async () => {
  const page = await openPage({
    before: opened => opened.route('**/chunks/segmented-control-*', route => route.abort())
  })
  await waitForHome(page)
  await inApp(page, '.tab-bar button').nth(1).click()
  await inApp(page, '.failure').waitFor()
  await page.unroute('**/chunks/segmented-control-*')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await inApp(page, '.feed-card h2').first().waitFor()
})

test('when not even a language arrives there is still something to tap', async () => {
  const page = await openPage({ before: opened => opened.route('**/chunks/app-pt-*', route => route.abort()) })
  await inApp(page, '.failure').waitFor()
  await page.unroute('**/chunks/app-pt-*')
  await inApp(page, '.failure').click()
  await waitForHome(page)
})

test('a language that failed before there was anything to draw with leaves something to tap, too', async () => {
  let requestsLeft = 2
  let languageFailed: () => void = () => undefined
  const whenLanguageFailed = new Promise<void>(resolve => {
    languageFailed = resolve
  })
  const page = await openPage({
    before: async opened => {
      await opened.route('**/chunks/app-pt-*', async route => {
        await route.abort()
        requestsLeft -= 1
        if (requestsLeft === 0) languageFailed()
      })
      await opened.route('**/chunks/views-*', async route => {
        await whenLanguageFailed
        await route.continue()
      })
    }
  })
  await inApp(page, '.failure').waitFor()
  await page.unroute('**/chunks/app-pt-*')
  await inApp(page, '.failure').click()
  await waitForHome(page)
})

test('when what draws does not arrive there is something to tap, and the code of the page that came before it waits', async () => {
  const page = await openPage({ before: opened => opened.route('**/chunks/views-*', route => route.abort()) })
  await inApp(page, '.failure').waitFor()
  await page.unroute('**/chunks/views-*')
  await inApp(page, '.failure').click()
  await waitForHome(page)
  expect(await inApp(page, '.failure').count()).toBe(0)
})

test('where its code does not arrive the page’s own words stand in the `error` slot, and a tap on them tries again', async () => {
  const partner = await openPartnerSite(
    `<!doctype html><html lang="pt"><title>P</title><script type="module" src="${journeys.origin}/drama-app.js"></script>
    <drama-app theme="light"><a href="/plain">Assistir</a><p slot="error">Sem conexão. Tocar para tentar de novo.</p></drama-app></html>`
  )
  onTestFinished(() => partner.stop())
  const views = /\/chunks\/views-/
  const page = await journeys.open(partner.origin, {}, opened => opened.route(views, route => route.abort()))
  const words = page.locator('[slot="error"]')
  await words.waitFor({ state: 'visible' })
  expect(await page.locator('drama-app > a').isVisible()).toBe(false)
  await page.unroute(views)
  await words.click()
  await inApp(page, '.row-title').first().waitFor()
  expect(await words.isVisible()).toBe(false)
})

test('a language that did not arrive changes nothing, and can be set again', async () => {
  const page = await openPage({})
  await waitForHome(page)
  const requestedUrls: string[] = []
  await page.route('**/chunks/app-es-*', route => {
    requestedUrls.push(route.request().url())
    return route.abort()
  })
  const setLang = () =>
    page.evaluate(async () => {
      const element = document.querySelector('drama-app') as unknown as {
        setLang(lang: string): Promise<void>
        getState(): { lang: string }
      }
      const outcome = await element.setLang('es').then(
        () => 'spoken',
        (error: Error) => error.message
      )
      return [outcome, element.getState().lang]
    })
  const firstTab = inApp(page, '.tab-bar button').first()
  expect(await setLang()).toEqual(['setLang:fail network error', 'pt'])
  expect(requestedUrls).not.toEqual([])
  expect(await firstTab.textContent()).toBe('Início')
  await page.unroute('**/chunks/app-es-*')
  expect(await setLang()).toEqual(['spoken', 'es'])
  await expect.poll(() => firstTab.textContent()).toBe('Inicio')
})

const DEFERRED_CHUNK = '**/chunks/deferred-*'

/** Asks for a language whose texts do not arrive, which shows a toast. */
async function failToChangeLanguage(page: Page) {
  await page.route('**/chunks/app-es-*', route => route.abort())
  await page.evaluate(() =>
    (document.querySelector('drama-app') as unknown as { setLang(lang: string): Promise<void> })
      .setLang('es')
      .catch(() => undefined)
  )
}

test('a lost connection right after Home was drawn is told in a toast', async () => {
  const page = await openPage({})
  await waitForHome(page)
  await inApp(page, '.toasts').waitFor({ state: 'attached' })
  await page.context().setOffline(true)
  await failToChangeLanguage(page)
  await expect.poll(() => inApp(page, '.toast').textContent()).toBe('A conexão está ruim. Verifique sua internet!')
})

test('Home has its pictures and texts before the code of toasts, which a toast then waits for', async () => {
  let release: () => void = () => undefined
  const whenReleased = new Promise<void>(resolve => {
    release = resolve
  })
  const page = await openPage({
    before: opened =>
      opened.route(DEFERRED_CHUNK, async route => {
        await whenReleased
        await route.continue()
      })
  })
  await waitForHome(page)
  await failToChangeLanguage(page)
  expect(await inApp(page, '.toast').count()).toBe(0)
  release()
  await expect.poll(() => inApp(page, '.toast').textContent()).toBe('A conexão está ruim. Verifique sua internet!')
})

test('a toast whose code did not arrive is shown when the connection is back', async () => {
  const page = await openPage({ before: opened => opened.route(DEFERRED_CHUNK, route => route.abort()) })
  await waitForHome(page)
  await failToChangeLanguage(page)
  await inApp(page, '.tab-bar button').nth(1).click()
  await inApp(page, '.failure').waitFor()
  await page.unroute(DEFERRED_CHUNK)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect.poll(() => inApp(page, '.toast').textContent()).toBe('A conexão está ruim. Verifique sua internet!')
  await inApp(page, '.feed-card h2').first().waitFor()
})

test('an API that answers nonsense is told like one that is down', async () => {
  const page = await openPage({
    before: opened => opened.route('**/index/**', route => route.fulfill({ status: 502, body: '<html>' }))
  })
  await inApp(page, '.failure').waitFor()
  expect(await inApp(page, '.failure').textContent()).toContain('Toque na tela para tentar de novo')
  expect(await inApp(page, '.home-bar').isVisible()).toBe(true)
})

test('a campaign id that cannot be one is dropped, and the page is told', async () => {
  const page = await openPage({
    tag: `<drama-app lpid="&lt;img src=x onerror=alert(1)&gt;"></drama-app>
      <script>document.addEventListener('drama-visit', event => { document.querySelector('drama-app').visit = event.detail })</script>`
  })
  await waitForHome(page)
  const visit = await page.evaluate(
    () => (document.querySelector('drama-app') as unknown as { visit: Record<string, unknown> }).visit
  )
  expect(visit).toMatchObject({ lpid: null, warning: 'lpid', is_new: true })
})

test('D-032 the campaign is read from the query of the page where the tag names none', async () => {
  const page = await openPage({})
  await page.goto(`${page.url()}?lpid=spring-2`)
  await waitForHome(page)
  const state = await page.evaluate(() =>
    (document.querySelector('drama-app') as unknown as { getState(): unknown }).getState()
  )
  expect(state).toMatchObject({ lpid: 'spring-2', lang: 'pt', route: '/', isLogin: true })
})

test('a publishing system that adds ?ver= to the script changes nothing', async () => {
  const scripts: string[] = []
  const consoleLines: string[] = []
  const page = await openPage({
    script: `${journeys.origin}/drama-app.js?ver=6.5`,
    before: async opened => {
      opened.on('request', request => {
        const { pathname, search } = new URL(request.url())
        if (pathname === '/drama-app.js') scripts.push(pathname + search)
      })
      opened.on('console', message => consoleLines.push(message.text()))
    }
  })
  await waitForHome(page)
  await inApp(page, '.tab-bar button').nth(3).click()
  await inApp(page, '.profile-name').waitFor()
  expect(scripts).toEqual(['/drama-app.js?ver=6.5'])
  expect(consoleLines.filter(line => line.includes('is defined already'))).toEqual([])
})

test('the script pasted twice, or two elements, do not disturb each other', async () => {
  const page = await openPage({
    tag: `<drama-app></drama-app><drama-app lang="en"></drama-app><script type="module" src="${journeys.origin}/drama-app.js?copy"></script>`
  })
  await page.locator('drama-app').nth(0).locator('.hero h2').first().waitFor()
  await page.locator('drama-app').nth(1).locator('.hero h2').first().waitFor()
  const tabs = await page.locator('drama-app >> .tab-bar button:first-child').allTextContents()
  expect(tabs).toEqual(['Início', 'Home'])
  await page.locator('drama-app').nth(1).locator('.tab-bar button').nth(3).click()
  await page.locator('drama-app').nth(1).locator('.profile-name').waitFor()
  expect(await page.locator('drama-app').nth(0).locator('.profile-name').count()).toBe(0)
})

test('a first visit to a page with a player and Home is one visitor, even if the player’s first frame is late', async () => {
  const signIns: string[] = []
  const page = await openPage({
    tag: `${playTag(1)}<drama-app></drama-app>`,
    before: async opened => {
      opened.on('request', request => {
        if (request.url().endsWith('/index/visitor_login')) signIns.push(request.headers()['xx-device-id'] ?? '')
      })
      await opened.route('**/m/opening/**', async route => {
        await opened.locator('drama-app').nth(1).locator('.row-title').first().waitFor()
        await route.continue()
      })
    }
  })
  await page.locator('drama-app').first().locator('.rail').waitFor()
  expect(signIns).toHaveLength(1)
})

test('a strict content security policy and Trusted Types: it is styled, and it plays', async () => {
  const { origin } = journeys
  const policy = `default-src 'none'; script-src ${origin}; connect-src ${origin}; img-src ${origin}; media-src blob:; require-trusted-types-for 'script'; trusted-types 'none'`
  const consoleErrors: string[] = []
  const page = await openPage({
    tag: playTag(1),
    headers: { 'Content-Security-Policy': policy },
    before: async opened =>
      void opened.on('console', message => message.type() === 'error' && consoleErrors.push(message.text()))
  })
  await recordPresentedFrames(page)
  await expect.poll(async () => (await readPresentedFrames(page))[0]?.episode).toBe(1)
  expect(await inApp(page, '.app').evaluate(element => getComputedStyle(element).display)).toBe('flex')
  expect(consoleErrors).toEqual([])
})

test('in a sandboxed frame without storage a visitor is signed in for as long as the page lives', async () => {
  const inner = `<drama-app></drama-app><script type=module src=${journeys.origin}/drama-app.js></script>`
  const page = await openPage({
    tag: `<iframe sandbox="allow-scripts" style="width:375px;height:700px" srcdoc="${inner.replaceAll('"', '&quot;')}"></iframe>`
  })
  await page.frameLocator('iframe').locator('drama-app >> .hero h2').first().waitFor()
  const frame = page.frames()[1]
  expect(
    await frame?.evaluate(() => {
      try {
        return window.localStorage.length
      } catch {
        return 'blocked'
      }
    })
  ).toBe('blocked')
})

test('hostile styles of the page do not reach inside', async () => {
  const page = await openPage({
    tag: `<style>*{all:unset!important;display:block!important;color:lime!important;font-size:5px!important}html{font-size:62.5%;direction:rtl}drama-app{height:812px!important}</style><div style="transform:scale(1)"><drama-app></drama-app></div>`
  })
  await waitForHome(page)
  const styles = await inApp(page, '.row-title')
    .first()
    .evaluate(element => {
      const { color, fontSize, direction } = getComputedStyle(element)
      return { color, fontSize, direction }
    })
  expect(styles).toEqual({ color: 'rgb(255, 255, 255)', fontSize: '17px', direction: 'ltr' })
})

test('links to anchors of the page are the page’s own: the app stays where it is, and Back still finds its steps', async () => {
  const page = await openPage({
    tag: '<a id="link" href="#below">below</a><drama-app></drama-app><p id="below">below</p>'
  })
  await waitForHome(page)
  await inApp(page, '.hero-slide .button').first().click()
  await inApp(page, '.player').waitFor()
  await page.locator('#link').click()
  expect(new URL(page.url()).hash).toBe('#below')
  expect(await inApp(page, '.player').count()).toBe(1)
  await page.goBack()
  expect(await inApp(page, '.player').count()).toBe(1)
  await page.goBack()
  await waitForHome(page)
})

test('an element that moves in its page goes on playing; one that leaves goes silent', async () => {
  const page = await openPage({ tag: `<div id="a">${playTag(1)}</div><div id="b"></div>` })
  const video = inApp(page, '[data-offset="0"] video')
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0.3)
  const outcome = await page.evaluate(async () => {
    const element = document.querySelector('drama-app')
    const before = element?.shadowRoot?.querySelector<HTMLVideoElement>('[data-offset="0"] video')
    if (element) document.querySelector('#b')?.append(element)
    await new Promise(resolve => setTimeout(resolve))
    const after = element?.shadowRoot?.querySelector<HTMLVideoElement>('[data-offset="0"] video')
    element?.remove()
    await new Promise(resolve => setTimeout(resolve))
    return {
      isSame: before === after,
      isSilent: before?.paused,
      left: element?.shadowRoot?.querySelectorAll('video').length
    }
  })
  expect(outcome).toEqual({ isSame: true, isSilent: true, left: 0 })
})

test('a player that another page of the app covers falls silent, and goes on when it is back', async () => {
  const page = await openPage({ tag: playTag(1) })
  const playing = () =>
    page.evaluate(() =>
      [...(document.querySelector('drama-app')?.shadowRoot?.querySelectorAll('video') ?? [])]
        .filter(video => !video.paused)
        .map(video => video.closest('.page')?.hasAttribute('hidden'))
    )
  await expect.poll(playing).toEqual([false])
  await page.evaluate(() =>
    (document.querySelector('drama-app') as unknown as { navigateTo(to: { url: string }): Promise<void> }).navigateTo({
      url: '/pages/index/play?drama_id=d_red-silk&episode_no=1'
    })
  )
  await expect.poll(() => inApp(page, '.page:not([hidden]) .synopsis h2').textContent()).toBe('Seda Vermelha')
  await expect.poll(playing).toEqual([false])
  await page.goBack()
  await expect.poll(() => inApp(page, '.page:not([hidden]) .synopsis h2').textContent()).toBe('A Noiva do Inverno')
  await expect.poll(playing).toEqual([false])
})

test('a drama that is gone says so and leads Home', async () => {
  const page = await openPage({ tag: '<drama-app start="drama:d_never-was"></drama-app>' })
  await inApp(page, '.notice').waitFor()
  expect(await inApp(page, '.notice p').textContent()).toBe('Esta série não está mais disponível.')
  await takeScreenshot(page, 'gone')
  await inApp(page, '.notice button').click()
  await waitForHome(page)
})
