import type { Page, Worker } from 'playwright-core'
import { expect, test } from 'vitest'
import { chooseLanguage, inApp, PHONE, prepareJourneys, waitForHome } from '../support/journey.js'
import { openPartnerSite } from '../support/open-product.js'
import { readEpisodeLabel } from '../support/player-page.js'
import { pngSize } from '../support/png-size.js'
import { readPresentedFrames, recordPresentedFrames } from '../support/presented-frames.js'
import { takeScreenshot } from '../support/screenshots.js'

const journeys = prepareJourneys()
const RUNNING = 'd_last-train'
const FINISHED = 'd_winter-bride'
const QUESTION = 'Quer saber quando sair episódio novo?'

/** Pages of these tests have the service worker, which other journeys do without. */
const open = (path = '/', before?: (page: Page) => unknown) =>
  journeys.open(path, { viewport: PHONE, serviceWorkers: 'allow' }, before)

async function waitForServiceWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    if (active?.state === 'activated') return
    await new Promise<void>(resolve => {
      active?.addEventListener('statechange', () => active.state === 'activated' && resolve())
    })
  })
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
}

const readCachedPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async name => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => url.slice(location.origin.length))
  })

async function openCached(path = '/'): Promise<Page> {
  const page = await open(path)
  await waitForHome(page)
  await waitForServiceWorker(page)
  // The first screen of a phone has two or three covers.
  await inApp(page, '.row').nth(2).scrollIntoViewIfNeeded()
  await expect.poll(() => readCachedPaths(page)).toContain('/index/home?lang=pt')
  await expect
    .poll(async () => (await readCachedPaths(page)).filter(cached => cached.startsWith('/covers/')).length)
    .toBeGreaterThan(2)
  return page
}

test('the site can be installed: its manifest is valid, in the language of the page, and has its icons', async () => {
  const page = await open('/?lang=en')
  const manifest = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]')
    return (await fetch(link?.href ?? '')).json()
  })
  const session = await page.context().newCDPSession(page)
  const read = await session.send('Page.getAppManifest')
  expect(read.errors).toEqual([])
  expect(manifest).toMatchObject({ id: '/', lang: 'en', start_url: '/?lang=en', scope: '/', display: 'standalone' })
  expect(manifest.description).toMatch(/^Short dramas/)
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  // A test browser has no profile.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter(id => id !== 'in-incognito')).toEqual([])
  const touchIcon = await page.locator('link[rel=apple-touch-icon]').getAttribute('href')
  const icons = [...manifest.icons, { src: touchIcon, sizes: '180x180' }]
  for (const { src, sizes } of icons) {
    const response = await page.request.get(new URL(src, journeys.origin).href)
    expect([response.headers()['content-type'], pngSize(await response.body())]).toEqual(['image/png', sizes])
  }
})

test('a reload without a connection shows the last Home with its covers', async () => {
  const page = await openCached()
  await page.context().setOffline(true)
  await page.reload()
  await waitForHome(page)
  await inApp(page, '.row .card .poster[data-loaded]').first().waitFor()
  await takeScreenshot(page, 'offline-home')
  const covers = await inApp(page, '.row .card img').evaluateAll(
    (images: HTMLImageElement[]) => images.filter(image => image.complete && image.naturalWidth > 0).length
  )
  expect(covers).toBeGreaterThan(1)
  await page.context().setOffline(false)
  await page.reload()
  await waitForHome(page)
})

test('without the app’s code the site says offline that there is no connection, and comes back with it', async () => {
  const page = await openCached()
  await page.evaluate(async () => {
    localStorage.setItem('drama_lang', 'en')
    await caches.delete('site-files')
  })
  await page.context().setOffline(true)
  await page.goto(`${journeys.origin}/pages/index/my`)
  expect(await page.locator('h1').textContent()).toBe('No connection')
  await takeScreenshot(page, 'offline-page')
  await page.context().setOffline(false)
  await page.locator('button').click()
  await inApp(page, '.profile-name').waitFor()
})

test('a new version is shown at once, although an older one is stored', async () => {
  const page = await openCached()
  await page.evaluate(async () => {
    const files = await caches.open('site-files')
    await files.put(
      '/drama-app.js',
      new Response('throw new Error("old")', { headers: { 'Content-Type': 'text/javascript' } })
    )
    await (await caches.open('site-pages')).put('/', new Response('old'))
  })
  await page.reload()
  await waitForHome(page)
})

test('films, money and what belongs to a viewer are in no cache, and the stored Home is that of a stranger', async () => {
  const page = await openCached()
  await page.goto(`${journeys.origin}/?drama=${FINISHED}&ep=1`)
  await recordPresentedFrames(page)
  await expect.poll(() => readEpisodeLabel(page)).toBe('EP 1')
  await expect.poll(async () => (await readPresentedFrames(page)).length).toBeGreaterThan(0)
  for (const path of ['/pages/wallet/wallet', '/pages/wallet/store', '/pages/index/record', '/pages/index/my']) {
    await page.goto(journeys.origin + path)
    await inApp(page, '.page').first().waitFor()
    await page.waitForLoadState('networkidle')
  }
  await page.goto(`${journeys.origin}/`)
  await inApp(page, '.continue-card, .hero h2').first().waitFor()
  await page.waitForLoadState('networkidle')
  const allowed =
    /^\/(\?lang=[\w-]+)?$|^\/(offline\.html|drama-app\.js|site\.js|index\/home\?lang=[\w-]+)$|^\/(chunks|covers|icons)\//
  expect((await readCachedPaths(page)).filter(path => !allowed.test(path))).toEqual([])
  const home = await page.evaluate(async () => (await caches.match('/index/home?lang=pt'))?.json())
  expect([home.code, home.data.continue]).toEqual([200, []])
})

test('the service worker answers neither for the embed’s pages nor for what they load', async () => {
  const page = await openCached()
  const [worker] = page.context().serviceWorkers()
  // The browser also calls pictures of its memory “from service worker”, so the test listens to the worker itself.
  await worker?.evaluate(() => {
    const { prototype } = (globalThis as never as { FetchEvent: { prototype: FetchEventLike } }).FetchEvent
    type FetchEventLike = { request: Request; respondWith(answer: Promise<Response>): void }
    const { respondWith } = prototype
    const answered: string[] = []
    Object.assign(globalThis, { answered })
    prototype.respondWith = function (answer) {
      answered.push(new URL(this.request.url).pathname)
      respondWith.call(this, answer)
    }
  })
  const takeAnswered = () =>
    worker?.evaluate(() => (globalThis as never as { answered: string[] }).answered.splice(0, Number.POSITIVE_INFINITY))
  await page.reload()
  await waitForHome(page)
  await page.goto('about:blank')
  expect(await takeAnswered()).toContain('/drama-app.js')
  await page.goto(`${journeys.origin}/host/`)
  await waitForHome(page)
  await page.goto(`${journeys.origin}/partners/`)
  await page.waitForLoadState('networkidle')
  expect(await takeAnswered()).toEqual([])
})

/** A browser with a push service, which a test has not. `answer` is what the viewer says to the browser's question. */
function fakePush(answer: string) {
  const record = { asked: 0 }
  Object.assign(window, { pushRecord: record })
  Object.defineProperty(Notification, 'permission', {
    get: () => sessionStorage.getItem('permission') ?? 'default'
  })
  Notification.requestPermission = async () => {
    record.asked++
    sessionStorage.setItem('permission', answer)
    return answer as NotificationPermission
  }
  const endpoint = 'https://push.example/browser'
  // The generator of the curve P-256.
  const p256dh = 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU'
  const subscription = {
    endpoint,
    toJSON: () => ({ endpoint, keys: { p256dh, auth: 'A'.repeat(22) } }),
    unsubscribe: async () => true
  }
  PushManager.prototype.subscribe = async () => subscription as never
  PushManager.prototype.getSubscription = async () => subscription as never
}

const openWithPush = (path: string, answer: string) => open(path, page => page.addInitScript(fakePush, answer))
const addressOf = (dramaId: string) => `/?drama=${dramaId}&ep=1`
const countAsked = (page: Page) =>
  page.evaluate(() => (window as never as { pushRecord: { asked: number } }).pushRecord.asked)

async function keep(page: Page): Promise<void> {
  const saved = page.waitForResponse(response => response.url().endsWith('/user/favorite'))
  await inApp(page, '.rail-favorite').click()
  await saved
}

test('who keeps a running drama is asked, and once only if the browser says no', async () => {
  const page = await openWithPush(addressOf(RUNNING), 'denied')
  await keep(page)
  await inApp(page, '.modal').waitFor()
  expect(await inApp(page, '.modal h2').textContent()).toBe(QUESTION)
  expect(await countAsked(page)).toBe(0)
  await takeScreenshot(page, 'notification-question')
  await inApp(page, '.modal-buttons .primary').click()
  await expect.poll(() => countAsked(page)).toBe(1)
  await page.evaluate(() => sessionStorage.removeItem('permission'))
  await page.reload()
  await inApp(page, '.rail-favorite').waitFor()
  await keep(page)
  await keep(page)
  await page.waitForLoadState('networkidle')
  expect([await inApp(page, '.modal').count(), await countAsked(page)]).toEqual([0, 0])
})

test('a yes subscribes the browser, and the switch under My ends it', async () => {
  const page = await openWithPush(addressOf(RUNNING), 'granted')
  await keep(page)
  const subscribed = page.waitForResponse(response => response.url().endsWith('/push/subscribe'))
  await inApp(page, '.modal-buttons .primary').click()
  expect((await (await subscribed).json()).code).toBe(200)
  await page.goto(`${journeys.origin}/pages/index/my`)
  const line = inApp(page, '.settings').getByRole('switch', { name: 'Novos episódios' })
  await expect.poll(() => line.getAttribute('aria-checked')).toBe('true')
  await line.scrollIntoViewIfNeeded()
  await takeScreenshot(page, 'notification-switch')
  const unsubscribed = page.waitForResponse(response => response.url().endsWith('/push/unsubscribe'))
  await line.click()
  expect((await (await unsubscribed).json()).code).toBe(200)
  await expect.poll(() => line.getAttribute('aria-checked')).toBe('false')
})

test('a finished drama asks nothing', async () => {
  const page = await openWithPush(addressOf(FINISHED), 'granted')
  const looked = page.waitForResponse(response => response.url().includes('/drama/detail'))
  await keep(page)
  await looked
  await page.waitForLoadState('networkidle')
  expect([await inApp(page, '.modal').count(), await countAsked(page)]).toEqual([0, 0])
})

/** The site's service worker, which shows notifications to the test instead of the viewer. */
async function openWorker(page: Page): Promise<Worker> {
  await waitForServiceWorker(page)
  const [worker] = page.context().serviceWorkers()
  if (!worker) throw new Error('no service worker')
  await worker.evaluate(() => {
    const shown: unknown[] = []
    Object.assign(globalThis, { shown })
    ServiceWorkerRegistration.prototype.showNotification = async (...notification) => void shown.push(notification)
  })
  return worker
}

test('a message of the server becomes a notification with the cover', async () => {
  const page = await open('/')
  await waitForHome(page)
  const worker = await openWorker(page)
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>(resolve => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      for (const { registrationId, scopeURL } of registrations) {
        if (scopeURL === `${journeys.origin}/`) resolve(registrationId)
      }
    })
  })
  await session.send('ServiceWorker.enable')
  const message = {
    title: 'O Trem',
    body: 'Saiu o episódio 9',
    icon: '/covers/x.webp',
    url: '/?drama=x&ep=9',
    tag: 'x'
  }
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: journeys.origin,
    registrationId: await registered,
    data: JSON.stringify(message)
  })
  const { title, url, ...rest } = message
  const read = () => worker.evaluate(() => (globalThis as never as { shown: unknown[] }).shown)
  await expect.poll(read).toEqual([[title, { ...rest, badge: '/icons/badge-96.png', data: { url } }]])
})

test('a tap on a notification opens its episode in the page that is open', async () => {
  const page = await open('/')
  await waitForHome(page)
  const worker = await openWorker(page)
  await worker.evaluate(url => {
    // Only a real tap may focus a page.
    const { prototype } = (globalThis as never as { WindowClient: { prototype: object } }).WindowClient
    Object.assign(prototype, { focus: async () => null })
    const notification = { close: () => undefined, data: { url } }
    const waitUntil = () => undefined
    self.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil }))
  }, addressOf(RUNNING))
  await expect.poll(() => readEpisodeLabel(page)).toBe('EP 1')
})

test('My offers to install when the browser does, and asks the browser', async () => {
  const page = await open('/')
  await waitForHome(page)
  await page.evaluate(() => {
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => document.documentElement.setAttribute('data-prompted', '')
    })
    window.dispatchEvent(event)
    document.documentElement.setAttribute('data-held-back', `${event.defaultPrevented}`)
  })
  await inApp(page, '.tab-bar button').nth(3).click()
  await inApp(page, '.settings')
    .getByRole('button', { name: /Instalar o app/ })
    .click()
  await expect.poll(() => page.locator('html[data-prompted][data-held-back="true"]').count()).toBe(1)
})

test('on a partner’s page nothing of this exists, and the page’s own service worker stays alone', async () => {
  const partner = await openPartnerSite(
    `<!doctype html><script type="module" src="${journeys.origin}/drama-app.js"></script>
    <style>drama-app { display: block; height: 700px }</style>
    <drama-app start="drama:${RUNNING},ep:1"></drama-app>`
  )
  const page = await open(partner.origin, opened => opened.addInitScript(fakePush, 'granted'))
  const paths: string[] = []
  page.on('request', request => paths.push(new URL(request.url()).pathname))
  await inApp(page, '.rail-favorite').waitFor()
  await keep(page)
  await page.waitForLoadState('networkidle')
  const registrations = await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
  expect([registrations, await readCachedPaths(page), await countAsked(page)]).toEqual([0, [], 0])
  expect(paths.filter(path => /push|site\.js|service-worker|manifest/.test(path))).toEqual([])
  expect(await inApp(page, '.modal').count()).toBe(0)
  await partner.stop()
})

test('the language of the address stays for the visit, also after a move and a reload', async () => {
  const page = await open('/?lang=en')
  const readTab = () => inApp(page, '.tab-bar button').first().textContent()
  await expect.poll(readTab).toBe('Home')
  await inApp(page, '.tab-bar button').nth(1).click()
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await page.reload()
  await expect.poll(readTab).toBe('Home')
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en')
  await page.goto(`${journeys.origin}/?lang=es`)
  await expect.poll(readTab).toBe('Inicio')
  await page.goto(`${journeys.origin}/pages/index/my`)
  await chooseLanguage(page, 'zh-Hant')
  await page.reload()
  await expect.poll(readTab).toBe('首頁')
})
