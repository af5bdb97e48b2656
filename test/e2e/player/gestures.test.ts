import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFinger } from '../support/fingers.js'
import { inApp, prepareJourneys } from '../support/journey.js'
import { openPartnerSite, openProduct, type Product } from '../support/open-product.js'
import { isPaused, position, readEpisodeLabel, seek, shown } from '../support/player-page.js'
import { takeScreenshot } from '../support/screenshots.js'

const journeys = prepareJourneys()

const address = (no: number, drama = 'd_winter-bride') => `/pages/index/play?drama_id=${drama}&episode_no=${no}`
const TOUCH = { hasTouch: true, isMobile: true } as const
const PICTURE = { x: 150, y: 300 }

const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.querySelector('drama-app')?.shadowRoot?.activeElement
    return element?.getAttribute('aria-label') ?? element?.textContent
  })

const state = (page: Page) =>
  page.evaluate(() =>
    (document.querySelector('drama-app') as unknown as { getState(): { route: string; lpid: string } }).getState()
  )

async function watch(where = address(1), options = {}, before?: (page: Page) => unknown): Promise<Page> {
  const page = await journeys.open(where, { ...TOUCH, ...options }, before)
  await inApp(page, '.rail-favorite').waitFor()
  await expect.poll(() => position(page)).toBeGreaterThan(0.1)
  return page
}

async function recordEvents(page: Page, name: string) {
  await page.evaluate(eventName => {
    const all: unknown[] = []
    Object.assign(window, { [`events-${eventName}`]: all })
    document.addEventListener(eventName, event => all.push((event as CustomEvent).detail))
  }, name)
  return () =>
    page.evaluate(eventName => Reflect.get(window, `events-${eventName}`), name) as Promise<Record<string, unknown>[]>
}

describe('taps and swipes', () => {
  test('a step to an episode that is ready moves the picture at once, and the controls follow after its frame', async () => {
    const page = await watch()
    const next = inApp(page, '.player [data-offset="1"] video')
    await expect.poll(() => next.evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(1)
    const read = await page.evaluate(async () => {
      const root = document.querySelector('drama-app')?.shadowRoot
      const readShown = () => ({
        slot: [...(root?.querySelectorAll('.episode-slot') ?? [])].findIndex(slot => slot.matches('[data-offset="0"]')),
        label: root?.querySelector('.player-no')?.textContent
      })
      const before = readShown()
      const init = { key: 'ArrowDown', bubbles: true, composed: true }
      root?.querySelector('.player')?.dispatchEvent(new KeyboardEvent('keydown', init))
      // Rendering takes microtasks, and no frame.
      for (let step = 0; step < 20; step++) await undefined
      return { before, after: readShown() }
    })
    expect(read.before.label).toBe('EP 1')
    expect(read.after.slot).not.toBe(read.before.slot)
    expect(read.after.label).toBe('EP 1')
    await expect.poll(() => readEpisodeLabel(page)).toBe('EP 2')
  })

  test('one tap pauses and plays', async () => {
    const page = await watch()
    const hand = await createFinger(page)
    await hand.tap(PICTURE)
    await expect.poll(() => isPaused(page)).toBe(true)
    await hand.tap(PICTURE)
    await expect.poll(() => isPaused(page)).toBe(false)
  })

  test('two taps keep the drama with a heart, never pause, and never take it away; the heart beside it does', async () => {
    const page = await watch()
    const readFavorites = await recordEvents(page, 'drama-favorite')
    const heart = inApp(page, '.rail-favorite')
    const hand = await createFinger(page)
    await shown(page).evaluate((video: HTMLVideoElement) =>
      video.addEventListener('pause', () => video.setAttribute('data-paused', ''))
    )
    await hand.tapTwice(PICTURE)
    await inApp(page, '.hearts span').waitFor()
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true')
    await inApp(page, '.hearts span').waitFor({ state: 'detached' })
    await hand.tapTwice(PICTURE)
    await inApp(page, '.hearts span').waitFor()
    await inApp(page, '.hearts span').waitFor({ state: 'detached' })
    expect(await heart.getAttribute('aria-pressed')).toBe('true')
    expect(await shown(page).getAttribute('data-paused')).toBeNull()
    await expect.poll(async () => (await readFavorites()).length).toBe(1)
    await heart.click()
    expect(await heart.getAttribute('aria-pressed')).toBe('false')
    await heart.click()
    await expect.poll(async () => (await readFavorites()).length).toBe(2)
    await page.reload()
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true')
  })

  test('a drag of 60 px turns, one of 30 px that takes its time does not', async () => {
    const page = await watch()
    const hand = await createFinger(page)
    await hand.drag({ x: 150, y: 400 }, { x: 150, y: 340 })
    await expect.poll(() => readEpisodeLabel(page)).toBe('EP 2')
    await expect.poll(() => position(page)).toBeGreaterThan(0.1)
    await hand.down({ x: 150, y: 400 })
    await hand.move({ x: 150, y: 385 })
    const at = await position(page)
    // Hold until the movement is too slow for a flick.
    await expect.poll(() => position(page)).toBeGreaterThan(at + 0.5)
    await hand.move({ x: 150, y: 370 })
    await hand.up()
    await expect.poll(() => inApp(page, '.episode-carousel').getAttribute('data-dragging')).toBeNull()
    expect(await readEpisodeLabel(page)).toBe('EP 2')
  })

  test('the wheel turns one page a movement', async () => {
    const page = await watch(address(2), { hasTouch: false, isMobile: false })
    await page.mouse.move(150, 300)
    for (let step = 0; step < 6; step++) await page.mouse.wheel(0, 40)
    await expect.poll(() => readEpisodeLabel(page)).toBe('EP 3')
    await page.mouse.wheel(0, -30)
    await page.mouse.wheel(0, -20)
    const before = await position(page)
    await expect.poll(() => position(page)).toBeGreaterThan(before + 0.5)
    expect(await readEpisodeLabel(page)).toBe('EP 3')
  })
})

describe('the scrubber', () => {
  const slider = (page: Page) => inApp(page, '.seek-bar input')

  test('a finger on it seeks, with the time above it, and turns no episode wherever it strays', async () => {
    const page = await watch()
    const hand = await createFinger(page)
    const box = await inApp(page, '.seek-bar').boundingBox()
    if (!box) throw new Error('no scrubber')
    const y = box.y + box.height / 2
    await hand.down({ x: box.x + 20, y })
    await hand.move({ x: box.x + box.width / 2, y })
    expect(await inApp(page, '.seek-bar-time').textContent()).toBe('0:10 / 0:20')
    await hand.move({ x: box.x + box.width * 0.75, y: y - 300 })
    expect(await inApp(page, '.seek-bar').getAttribute('data-dragged')).toBe('')
    await hand.up()
    await expect.poll(() => position(page)).toBeGreaterThan(14.5)
    expect(await inApp(page, '.seek-bar').getAttribute('data-dragged')).toBeNull()
    expect(await readEpisodeLabel(page)).toBe('EP 1')
    await expect.poll(() => isPaused(page)).toBe(false)
  })

  test('dragged beyond its end it leaves the last second to be played', async () => {
    const page = await watch()
    const hand = await createFinger(page)
    await hand.tap(PICTURE)
    await expect.poll(() => isPaused(page)).toBe(true)
    const box = await inApp(page, '.seek-bar').boundingBox()
    if (!box) throw new Error('no scrubber')
    await hand.drag({ x: box.x + 30, y: box.y + 20 }, { x: box.x + box.width + 200, y: box.y + 20 })
    await expect.poll(() => position(page)).toBeCloseTo(19, 0)
    expect(await readEpisodeLabel(page)).toBe('EP 1')
  })

  test('is a slider that says its place in words, and hears its keys', async () => {
    const page = await watch()
    await (await createFinger(page)).tap(PICTURE)
    await expect.poll(() => isPaused(page)).toBe(true)
    await slider(page).focus()
    const says = () => slider(page).getAttribute('aria-valuetext')
    await page.keyboard.press('Home')
    await expect.poll(says).toBe('0 segundo de 20 segundos')
    await page.keyboard.press('ArrowRight')
    await expect.poll(says).toBe('5 segundos de 20 segundos')
    await page.keyboard.press('ArrowUp')
    await expect.poll(says).toBe('10 segundos de 20 segundos')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(says).toBe('5 segundos de 20 segundos')
    await page.keyboard.press('End')
    await expect.poll(says).toBe('19 segundos de 20 segundos')
    expect(await readEpisodeLabel(page)).toBe('EP 1')
    await expect
      .poll(() => inApp(page, '.seek-bar-buffered').evaluate(part => part.getBoundingClientRect().width))
      .toBeGreaterThan(100)
  })
})

describe('keys', () => {
  test('play, skip, sound, captions, ends and episodes', async () => {
    const page = await watch(address(2))
    await page.keyboard.press('k')
    await expect.poll(() => isPaused(page)).toBe(true)
    await page.keyboard.press('Home')
    await expect.poll(() => position(page)).toBe(0)
    await page.keyboard.press('l')
    await expect.poll(() => position(page)).toBe(10)
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => position(page)).toBe(5)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('j')
    await expect.poll(() => position(page)).toBe(0)
    await page.keyboard.press('End')
    await expect.poll(() => position(page)).toBeGreaterThan(18)
    await page.keyboard.press('Home')
    const captions = inApp(page, '.player-bar [aria-pressed]')
    expect(await captions.getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.press('c')
    await expect.poll(() => captions.getAttribute('aria-pressed')).toBe('false')
    const isMuted = () => shown(page).evaluate((video: HTMLVideoElement) => video.muted)
    const before = await isMuted()
    await page.keyboard.press('m')
    await expect.poll(isMuted).toBe(!before)
    await page.keyboard.press('PageDown')
    await expect.poll(() => readEpisodeLabel(page)).toBe('EP 3')
    await page.keyboard.press('PageUp')
    await expect.poll(() => readEpisodeLabel(page)).toBe('EP 2')
  })

  test('E opens the episodes and ? the list of keys, Escape brings the focus back', async () => {
    const page = await watch(address(2))
    await page.keyboard.press('e')
    await inApp(page, '.episode-list-grid').waitFor()
    await expect.poll(() => focused(page)).toBe('2EP 2')
    await page.keyboard.press('Escape')
    await inApp(page, '.episode-list-grid').waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('Player')
    await page.keyboard.press('?')
    await inApp(page, '.shortcuts').waitFor()
    expect(await inApp(page, '.shortcuts dd').allTextContents()).toContain('Reproduzir ou pausar')
    await page.keyboard.press('Escape')
    await inApp(page, '.shortcuts').waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => readEpisodeLabel(page)).toBe('EP 3')
  })

  test('hotkeys="off" leaves every key to the page, and a slider its own', async () => {
    const page = await watch(address(2))
    await page.evaluate(() => document.querySelector('drama-app')?.setAttribute('hotkeys', 'off'))
    for (const key of ['ArrowDown', 'PageDown', 'e', '?', 'm']) await page.keyboard.press(key)
    await inApp(page, '.seek-bar input').focus()
    await page.keyboard.press('End')
    await expect.poll(() => position(page)).toBeGreaterThan(18)
    expect(await readEpisodeLabel(page)).toBe('EP 2')
    expect(await inApp(page, '.sheet').count()).toBe(0)
    await page.evaluate(() => document.querySelector('drama-app')?.removeAttribute('hotkeys'))
    await page.keyboard.press('PageDown')
    await expect.poll(() => readEpisodeLabel(page)).toBe('EP 3')
  })

  test('keys outside the element are the page’s own', async () => {
    const partner = await openPartnerSite(
      `<!doctype html><input id="own"><drama-app start="drama:d_winter-bride,ep:2"></drama-app><script type="module" src="${journeys.origin}/drama-app.js"></script>`
    )
    const page = await watch(partner.origin)
    await page.locator('#own').focus()
    for (const key of ['e', 'm', 'PageDown', ' ']) await page.keyboard.press(key)
    expect(await page.locator('#own').inputValue()).toBe('em ')
    expect(await readEpisodeLabel(page)).toBe('EP 2')
    expect(await isPaused(page)).toBe(false)
    await partner.stop()
  })
})

test('the episodes are a feed: each says which of how many it is, and the focus moves with them', async () => {
  const page = await watch(address(2))
  const feed = inApp(page, '[role="feed"]')
  const article = inApp(page, 'article:not([aria-hidden="true"])')
  const facts = () =>
    article.evaluate(place => ['aria-posinset', 'aria-setsize', 'aria-label'].map(name => place.getAttribute(name)))
  expect(await facts()).toEqual(['2', '62', 'A Noiva do Inverno EP 2'])
  expect(await feed.getAttribute('aria-busy')).toBe('false')
  let answer: () => void = () => undefined
  const held = new Promise<void>(resolve => {
    answer = resolve
  })
  await page.keyboard.press('PageDown')
  await expect.poll(facts).toEqual(['3', '62', 'A Noiva do Inverno EP 3'])
  await expect.poll(() => focused(page)).toBe('A Noiva do Inverno EP 3')
  await page.route('**/drama/play', async route => {
    await held
    await route.continue()
  })
  await inApp(page, 'button.episode-bar').click()
  await inApp(page, '.episode-list-grid button').nth(7).click()
  await expect.poll(() => feed.getAttribute('aria-busy')).toBe('true')
  answer()
  await expect.poll(() => feed.getAttribute('aria-busy')).toBe('false')
  expect(await facts()).toEqual(['8', '62', 'A Noiva do Inverno EP 8'])
})

describe('the way on', () => {
  test('who comes back is told where the episode goes on, and begins again by keyboard', async () => {
    const page = await watch()
    const saved = page.waitForResponse(async answer => {
      const body = answer.request().postData() ?? ''
      return answer.url().endsWith('/drama/progress') && JSON.parse(body).position_s > 10
    })
    await seek(page, 13)
    await saved
    await page.reload()
    const notice = inApp(page, '.resume-notice')
    await notice.waitFor()
    expect(await notice.textContent()).toMatch(/^Retomado em 0:1\dRecomeçar$/)
    await notice.locator('button').focus()
    await page.keyboard.press('Enter')
    await notice.waitFor({ state: 'detached' })
    expect(await focused(page)).toBe('Player')
    await expect.poll(() => position(page)).toBeLessThan(5)
    await expect.poll(() => isPaused(page)).toBe(false)
  })

  test('the next episode is announced and begins at once; who wants to stays', async () => {
    const page = await watch()
    await seek(page, 15.5)
    const pill = inApp(page, '.next-episode')
    await pill.waitFor()
    expect(await pill.textContent()).toBe('Próximo: EP 2')
    await seek(page, 19.5)
    await expect.poll(() => readEpisodeLabel(page)).toBe('EP 2')
    await pill.waitFor({ state: 'detached' })
    await expect.poll(() => position(page)).toBeGreaterThan(0.2)
    await seek(page, 15.5)
    await pill.getByLabel('Ficar neste episódio').focus()
    await page.keyboard.press('Enter')
    await pill.waitFor({ state: 'detached' })
    await seek(page, 19.5)
    await expect.poll(() => isPaused(page)).toBe(true)
    await page.keyboard.press(' ')
    await expect.poll(() => isPaused(page)).toBe(false)
    expect(await readEpisodeLabel(page)).toBe('EP 2')
    await seek(page, 15.5)
    await pill.getByText('Próximo: EP 3').click()
    await expect.poll(() => readEpisodeLabel(page)).toBe('EP 3')
  })

  test('a locked episode shows its price at the end of the one before, at once and without a sound', async () => {
    const page = await watch(address(10))
    await seek(page, 19)
    await inApp(page, 'button.paywall-pack').nth(2).waitFor()
    expect(await inApp(page, 'video').evaluateAll((all: HTMLVideoElement[]) => all.map(one => one.paused))).toEqual([
      true,
      true,
      true
    ])
    expect(await inApp(page, '.locked-facts').textContent()).toMatch(
      /^Preço60 moedas · a partir de R\$\s1,67Saldo0 moedas$/
    )
    expect(await inApp(page, '.locked-missing').textContent()).toBe('Faltam 60 moedas.')
    expect(await inApp(page, 'button.paywall-pass').textContent()).toMatch(/^Passe/)
    await inApp(page, '.locked-more').click()
    expect(await inApp(page, '.locked-choices .locked-choice').nth(1).textContent()).toMatch(
      /^Episódios 11 a 6215% off2\.652 moedas≈\sR\$\s\d+,\d\d$/
    )
    await inApp(page, '.locked-free').last().click()
    await expect.poll(() => state(page).then(({ route }) => route)).toBe('/pages/reward/reward')
  })

  test('D-217 one behind locked ones says in the words of the specification that earlier ones come first', async () => {
    const page = await journeys.open(address(14), TOUCH, opened =>
      opened.addInitScript(() => localStorage.setItem('drama_lang', 'en'))
    )
    await inApp(page, 'button.paywall-pack').nth(2).waitFor()
    expect(await inApp(page, '.locked-earlier').textContent()).toBe(
      'Please unlock the previous episodes before continuing'
    )
    await inApp(page, '.locked .episode-bar').click()
    await inApp(page, '.episode-list-grid button').nth(1).click()
    await expect.poll(() => readEpisodeLabel(page)).toBe('EP 2')
    await expect.poll(() => position(page)).toBeGreaterThan(0.1)
  })
})

test('without controls there are picture and captions, also in the next episode; a tap brings them back', async () => {
  const page = await watch(address(1))
  await inApp(page, '.rail button').nth(3).click()
  await inApp(page, '.more-lines button').first().click()
  await inApp(page, '.rail').waitFor({ state: 'detached' })
  expect(await inApp(page, '.player-bar').count()).toBe(0)
  await inApp(page, '.captions span').waitFor()
  const hand = await createFinger(page)
  await hand.drag({ x: 150, y: 500 }, { x: 150, y: 200 })
  await expect.poll(() => inApp(page, 'article:not([aria-hidden="true"])').getAttribute('aria-posinset')).toBe('2')
  await expect.poll(() => position(page)).toBeGreaterThan(0.1)
  expect(await inApp(page, '.rail').count()).toBe(0)
  await hand.tap(PICTURE)
  await inApp(page, '.rail').waitFor()
  expect(await isPaused(page)).toBe(false)
  await page.keyboard.press('e')
  await inApp(page, '.episode-list-grid').waitFor()
})

test('Back closes what lies over the player, then leaves it; a reload under a sheet leaves no step behind', async () => {
  const page = await journeys.open('/', TOUCH)
  await inApp(page, '.card').first().click()
  await inApp(page, '.rail-favorite').waitFor()
  const { route } = await state(page)
  const dialogs = () => inApp(page, 'dialog').count()
  const steps = () => page.evaluate(() => history.state['drama-app'][1].step as number)
  await inApp(page, '.rail button').nth(3).click()
  await inApp(page, '.more-lines button').nth(1).click()
  await inApp(page, 'button.drama-cover').click()
  await inApp(page, '.preview').waitFor()
  await expect.poll(steps).toBe(3)
  await page.goBack()
  await expect.poll(dialogs).toBe(1)
  await page.goBack()
  await expect.poll(dialogs).toBe(0)
  await page.keyboard.press('e')
  await inApp(page, '.episode-list-grid').waitFor()
  await expect.poll(steps).toBe(2)
  await page.reload()
  await inApp(page, '.rail-favorite').waitFor()
  await expect.poll(steps).toBe(1)
  expect([await dialogs(), (await state(page)).route]).toEqual([0, route])
  await page.goBack()
  await expect.poll(async () => (await state(page)).route).toBe('/')
  await inApp(page, '.row-title').first().waitFor()
})

describe('sharing', () => {
  const share = (page: Page) => inApp(page, '.rail-favorite + button + button').click()

  test('the link of the sheet opens that episode of that campaign for somebody else, where the app owns the address', async () => {
    const page = await watch(`${address(3)}&lpid=summer`)
    const shared = await recordEvents(page, 'drama-share')
    await share(page)
    const link = await inApp(page, '.share-link input').inputValue()
    expect(link).toBe(`${journeys.origin}/?lpid=summer&drama=d_winter-bride&ep=3`)
    expect(
      await inApp(page, '.share-channels a').evaluateAll(all =>
        all.map(a => new URL((a as HTMLAnchorElement).href).host)
      )
    ).toEqual(['wa.me', 'www.facebook.com', 't.me'])
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await inApp(page, '.share-link button').click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link)
    expect(await shared()).toMatchObject([
      { drama_id: 'd_winter-bride', episode_no: 3, channel: 'copy', lpid: 'summer' }
    ])
    const friend = await journeys.open(link, TOUCH)
    await expect.poll(() => readEpisodeLabel(friend)).toBe('EP 3')
    await expect.poll(() => position(friend)).toBeGreaterThan(0.1)
    expect((await state(friend)).lpid).toBe('summer')
  })

  test('on a partner’s page the link is that page’s, and goes before the episode it opens on', async () => {
    const partner = await openPartnerSite(
      `<!doctype html><meta name="viewport" content="width=device-width"><drama-app start="drama:d_red-silk,ep:1"></drama-app><script type="module" src="${journeys.origin}/drama-app.js"></script>`
    )
    const page = await watch(`${partner.origin}/story?id=7&fbclid=abc`)
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => readEpisodeLabel(page)).toBe('EP 2')
    await expect.poll(() => position(page)).toBeGreaterThan(0.1)
    await share(page)
    const link = await inApp(page, '.share-link input').inputValue()
    expect(link).toBe(`${partner.origin}/story?id=7&drama=d_red-silk&ep=2`)
    const friend = await journeys.open(link, TOUCH)
    await expect.poll(() => readEpisodeLabel(friend)).toBe('EP 2')
    await partner.stop()
  })

  test('where the system has a way of sharing that is the one', async () => {
    const page = await watch(address(2), {}, opened =>
      opened.addInitScript(() => {
        Object.assign(navigator, {
          canShare: () => true,
          share: async (link: ShareData) => Object.assign(window, { sharedData: link })
        })
      })
    )
    const shared = await recordEvents(page, 'drama-share')
    await share(page)
    await expect.poll(async () => (await shared())[0]?.channel).toBe('system')
    expect(await page.evaluate(() => Reflect.get(window, 'sharedData'))).toEqual({
      title: 'A Noiva do Inverno',
      text: 'Assista comigo a “A Noiva do Inverno”, episódio 2:',
      url: `${journeys.origin}/?drama=d_winter-bride&ep=2`
    })
    expect(await inApp(page, '.share-link').count()).toBe(0)
  })
})

test('the episodes show prices, what was watched, and the range that is on', async () => {
  const page = await watch(address(2))
  const saved = page.waitForResponse(answer => answer.url().endsWith('/drama/progress'))
  await seek(page, 12)
  await saved
  await page.goto(new URL(address(31), journeys.origin).href)
  await inApp(page, '.locked .episode-bar').click()
  const cell = (no: number) => inApp(page, '.episode-list-grid button').nth(no - 1)
  await expect.poll(() => cell(1).locator('.episode-list-cell').textContent()).toBe('3160')
  expect(await cell(1).getAttribute('aria-current')).toBe('true')
  expect(await cell(2).locator('.visually-hidden').textContent()).toBe('Episódio 32, bloqueado, 60 moedas')
  await inApp(page, '.episode-list-ranges button').first().click()
  expect(await cell(2).locator('.visually-hidden').textContent()).toMatch(/^EP 2, (6|7)\d% assistido$/)
  expect(await inApp(page, '.episode-list-grid button').count()).toBe(30)
})

describe('a drama that is free to its end', () => {
  let folder: string
  let product: Product
  // No sample drama is. A start with a catalogue of its own takes longer than the test.
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'drama-free-'))
    for (const name of ['last-train', 'red-silk', 'winter-bride']) {
      await cp(path.join('sample/catalogue', name), path.join(folder, name), { recursive: true })
    }
    const file = path.join(folder, 'last-train/drama.json')
    const drama = JSON.parse(await readFile(file, 'utf8'))
    await writeFile(file, JSON.stringify({ ...drama, free_count: 8 }))
    product = await openProduct({ CATALOGUE_DIRS: folder })
  })
  afterAll(async () => {
    await product?.stop()
    await rm(folder, { recursive: true })
  })

  test('after the last episode there are other dramas, and this one from the beginning', async () => {
    const page = await watch(product.origin + address(8, 'd_last-train'))
    await expect.poll(() => shown(page).evaluate((video: HTMLVideoElement) => video.duration)).toBeGreaterThan(1)
    await shown(page).evaluate((video: HTMLVideoElement) => {
      video.currentTime = video.duration - 0.5
    })
    const card = inApp(page, '.last-episode')
    await card.waitFor()
    await takeScreenshot(page, 'player-finished')
    expect(await card.locator('.card').count()).toBeGreaterThan(0)
    await card.locator('.button').click()
    await expect.poll(() => readEpisodeLabel(page)).toBe('EP 1')
    await expect.poll(() => isPaused(page)).toBe(false)
  })
})
