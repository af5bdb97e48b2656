import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { DESKTOP, inApp, prepareJourneys } from '../support/journey.js'
import { readPlaybackRecord, recordPlayback } from '../support/media-record.js'
import { openPartnerSite } from '../support/open-product.js'
import { isPaused, playAddress, position, readEpisodeLabel, setHidden, shown } from '../support/player-page.js'
import { readPresentedFrames, recordPresentedFrames } from '../support/presented-frames.js'

const journeys = prepareJourneys()

const button = (page: Page, name: string) => page.locator('drama-app').getByRole('button', { name, exact: true })

/** Calls of the Media Session and Wake Lock APIs, recorded because a test cannot see the system. */
interface SystemCalls {
  handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler | null>>
  place: MediaPositionState | undefined
  locks: { released: boolean }[]
}

async function recordSystem(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const calls: SystemCalls = { handlers: {}, place: undefined, locks: [] }
    Reflect.set(window, 'calls', calls)
    const { mediaSession } = navigator
    const listen = mediaSession.setActionHandler.bind(mediaSession)
    mediaSession.setActionHandler = (action, handler) => {
      calls.handlers[action] = handler
      listen(action, handler)
    }
    const place = mediaSession.setPositionState.bind(mediaSession)
    mediaSession.setPositionState = state => {
      calls.place = state
      place(state)
    }
    // Replace the wake lock, because tests have no screen that could turn off.
    WakeLock.prototype.request = async () => {
      const lock = Object.assign(new EventTarget(), {
        released: false,
        type: 'screen' as const,
        onrelease: null,
        async release() {
          lock.released = true
        }
      })
      calls.locks.push(lock)
      return lock as unknown as WakeLockSentinel
    }
  })
}

const readSystem = (page: Page) =>
  page.evaluate(() => {
    const { handlers, place, locks } = (window as unknown as { calls: SystemCalls }).calls
    const { metadata, playbackState } = navigator.mediaSession
    return {
      actions: Object.entries(handlers).flatMap(([action, handler]) => (handler ? [action] : [])),
      place,
      held: locks.filter(({ released }) => !released).length,
      playbackState,
      metadata: metadata && {
        title: metadata.title,
        artist: metadata.artist,
        covers: metadata.artwork.map(({ src }) => src)
      }
    }
  })

const command = (page: Page, action: MediaSessionAction, details: Partial<MediaSessionActionDetails> = {}) =>
  page.evaluate(
    ([name, given]) => {
      ;(window as unknown as { calls: SystemCalls }).calls.handlers[name]?.({ action: name, ...given })
    },
    [action, details] as const
  )

async function watch(no = 1, options: BrowserContextOptions = {}, before?: (page: Page) => unknown): Promise<Page> {
  const page = await journeys.open(playAddress(no), options, async opened => {
    await recordPlayback(opened)
    await recordSystem(opened)
    await before?.(opened)
  })
  await button(page, 'Ajustes de reprodução').waitFor()
  await expect.poll(() => position(page)).toBeGreaterThan(0.2)
  return page
}

test('the system says what plays in the viewer’s language, and where it is', async () => {
  const page = await watch()
  await expect
    .poll(async () => (await readSystem(page)).metadata)
    .toMatchObject({ title: 'A Noiva do Inverno', artist: 'Episódio 1' })
  const { metadata, playbackState, actions, place } = await readSystem(page)
  expect(metadata?.covers[0]).toMatch(/^https?:\/\/[^/]+\/covers\//)
  expect(playbackState).toBe('playing')
  expect(actions.sort()).toEqual(
    ['nexttrack', 'pause', 'play', 'previoustrack', 'seekbackward', 'seekforward', 'seekto'].sort()
  )
  expect(place).toMatchObject({ duration: expect.closeTo(20, 0), playbackRate: 1 })
  await expect.poll(async () => (await readSystem(page)).place?.position).toBeGreaterThan(0.5)
  await page.keyboard.press('>')
  await expect.poll(async () => (await readSystem(page)).place?.playbackRate).toBe(1.25)
  await page.evaluate(() => document.querySelector('drama-app')?.setAttribute('lang', 'en'))
  await expect
    .poll(async () => (await readSystem(page)).metadata)
    .toMatchObject({ title: 'The Winter Bride', artist: 'Episode 1' })
})

test('the system’s buttons play, pause, seek and turn, and at a lock they show it', async () => {
  const page = await watch(9)
  await expect.poll(async () => (await readSystem(page)).actions).toContain('pause')
  await command(page, 'pause')
  await expect.poll(() => isPaused(page)).toBe(true)
  expect((await readSystem(page)).playbackState).toBe('paused')
  await command(page, 'seekto', { seekTime: 7 })
  await expect.poll(() => position(page)).toBe(7)
  await command(page, 'seekforward', { seekOffset: 3 })
  await expect.poll(() => position(page)).toBe(10)
  await command(page, 'seekbackward')
  await expect.poll(() => position(page)).toBe(0)
  await command(page, 'seekforward', { seekOffset: 100 })
  // The seek stops one second before the end. The media know their duration to the frame, the playlist to the second.
  await expect.poll(async () => Math.round(await position(page))).toBe(19)
  await command(page, 'seekto', { seekTime: 1 })
  await command(page, 'play')
  await expect.poll(() => isPaused(page)).toBe(false)
  await command(page, 'previoustrack')
  await expect.poll(() => readEpisodeLabel(page)).toBe('EP 8')
  await expect.poll(async () => (await readSystem(page)).metadata?.artist).toBe('Episódio 8')
  await command(page, 'nexttrack')
  await expect.poll(() => readEpisodeLabel(page)).toBe('EP 9')
  await command(page, 'nexttrack')
  await expect.poll(() => readEpisodeLabel(page)).toBe('EP 10')
  await command(page, 'nexttrack')
  await inApp(page, '.locked').waitFor()
  await command(page, 'play')
  await command(page, 'previoustrack')
  await expect.poll(() => readEpisodeLabel(page)).toBe('EP 10')
  await expect.poll(() => isPaused(page)).toBe(false)
  expect((await readPlaybackRecord(page)).errors).toEqual([])
})

test('who leaves the player leaves nothing with the system', async () => {
  const page = await watch()
  await expect.poll(async () => (await readSystem(page)).held).toBe(1)
  await expect.poll(async () => (await readSystem(page)).metadata).not.toBeNull()
  await page.evaluate(() => document.querySelector('drama-app')?.remove())
  await expect
    .poll(() => readSystem(page))
    .toEqual({ actions: [], place: undefined, held: 0, playbackState: 'none', metadata: null })
})

test('the screen stays on while something plays, and is asked for again when the page is back', async () => {
  const page = await watch()
  const held = async () => (await readSystem(page)).held
  await expect.poll(held).toBe(1)
  await page.keyboard.press('k')
  await expect.poll(held).toBe(0)
  await page.keyboard.press('k')
  await expect.poll(held).toBe(1)
  // Browsers release the wake lock of a hidden page.
  await page.evaluate(() =>
    (window as unknown as { calls: SystemCalls }).calls.locks.forEach(lock => {
      lock.released = true
    })
  )
  await setHidden(page, true)
  await expect.poll(() => isPaused(page)).toBe(true)
  await setHidden(page, false)
  await expect.poll(held).toBe(1)
  expect(await isPaused(page)).toBe(false)
})

test('a screen that cannot be kept on is nobody’s fault', async () => {
  const page = await watch(1, {}, opened =>
    opened.addInitScript(() => {
      WakeLock.prototype.request = () => Promise.reject(new DOMException('low battery', 'NotAllowedError'))
    })
  )
  await expect.poll(() => position(page)).toBeGreaterThan(1)
  expect((await readPlaybackRecord(page)).errors).toEqual([])
})

const floating = (page: Page) =>
  page.evaluate(() => {
    const root = document.querySelector('drama-app')?.shadowRoot
    const video = root?.pictureInPictureElement as HTMLVideoElement | null | undefined
    return video && { offset: video.parentElement?.dataset.offset, isPlaying: !video.paused }
  })

test('picture in picture goes on through the next episodes in the same window, hidden or not, and ends with the player', async () => {
  const page = await watch(1, { viewport: DESKTOP })
  await recordPresentedFrames(page)
  const element = await shown(page).elementHandle()
  await button(page, 'Picture-in-picture').click()
  await expect.poll(() => floating(page)).toEqual({ offset: '0', isPlaying: true })
  await setHidden(page, true)
  const episodes = async () => (await readPresentedFrames(page)).map(({ episode }) => episode)
  for (const no of [2, 3, 4]) {
    await command(page, 'nexttrack')
    await expect.poll(() => readEpisodeLabel(page)).toBe(`EP ${no}`)
    await expect.poll(() => position(page)).toBeGreaterThan(0.3)
    expect(await floating(page)).toEqual({ offset: '0', isPlaying: true })
    expect(await shown(page).evaluate((video, before) => video === before, element)).toBe(true)
    await expect.poll(episodes).toContain(no)
  }
  await command(page, 'previoustrack')
  await expect.poll(() => readEpisodeLabel(page)).toBe('EP 3')
  await expect.poll(() => floating(page)).toEqual({ offset: '0', isPlaying: true })
  await setHidden(page, false)
  await page.keyboard.press('p')
  await expect.poll(() => floating(page)).toBeFalsy()
  for (const no of [4, 5, 4, 3, 2]) {
    const before = Number((await readEpisodeLabel(page))?.slice(3))
    await page.keyboard.press(no > before ? 'ArrowDown' : 'ArrowUp')
    await expect.poll(() => readEpisodeLabel(page)).toBe(`EP ${no}`)
    await expect.poll(async () => (await readPresentedFrames(page)).at(-1)?.episode).toBe(no)
    await inApp(page, '.episode-slot[data-offset="0"] .episode-slot-poster[data-gone]').waitFor({ state: 'attached' })
  }
  await page.keyboard.press('p')
  await expect.poll(() => floating(page)).toMatchObject({ offset: '0' })
  await page.evaluate(() => document.querySelector('drama-app')?.remove())
  await expect.poll(() => page.evaluate(() => document.pictureInPictureElement)).toBeNull()
  expect((await readPlaybackRecord(page)).errors).toEqual([])
})

test('where the browser has no picture in picture there is no button for it', async () => {
  const page = await watch(1, { viewport: DESKTOP }, opened =>
    opened.addInitScript(() => Object.defineProperty(document, 'pictureInPictureEnabled', { value: false }))
  )
  expect(await button(page, 'Tela cheia').isVisible()).toBe(true)
  expect(await button(page, 'Picture-in-picture').count()).toBe(0)
  await page.keyboard.press('p')
  expect(await floating(page)).toBeFalsy()
})

const box = (page: Page) =>
  page.evaluate(() => {
    const { x, y, width, height } = document.querySelector('drama-app')?.getBoundingClientRect() ?? new DOMRect()
    return { x, y, width, height }
  })

const partnerPage = (
  origin: string
) => `<!doctype html><body style="margin:0"><header style="height:60px">Ofertas</header>
<main style="width:300px;margin:0 20px"><drama-app start="drama:d_winter-bride,ep:1" style="height:500px;border-radius:12px;margin:5px"></drama-app></main>
<p style="height:3000px">…</p><script type="module" src="${origin}/drama-app.js"></script>`

test('where only a video may fill the screen, one in a frame does, for every episode, until the viewer leaves', async () => {
  const frame = `<iframe src="${journeys.origin}/embed/d_winter-bride/1" style="width:360px;height:640px"></iframe>`
  const partner = await openPartnerSite(`<!doctype html><body>${frame}`)
  onTestFinished(() => partner.stop())
  const page = await journeys.open(partner.origin, { viewport: DESKTOP }, opened =>
    opened.addInitScript(() => {
      Reflect.deleteProperty(Element.prototype, 'requestFullscreen')
      const fillScreen = (name: string, isFilling: boolean) =>
        function (this: HTMLVideoElement) {
          this.toggleAttribute('data-filling', isFilling)
          this.dispatchEvent(new Event(name))
        }
      Object.defineProperty(HTMLVideoElement.prototype, 'webkitSupportsFullscreen', { value: true })
      const webkitEnterFullscreen = fillScreen('webkitbeginfullscreen', true)
      const webkitExitFullscreen = fillScreen('webkitendfullscreen', false)
      Object.assign(HTMLVideoElement.prototype, { webkitEnterFullscreen, webkitExitFullscreen })
    })
  )
  const app = page.frameLocator('iframe').locator('drama-app')
  const filling = app.locator('video[data-filling]')
  await app.getByRole('button', { name: 'Ajustes de reprodução' }).focus()
  await page.keyboard.press('f')
  await expect.poll(() => filling.count()).toBe(1)
  const element = await filling.elementHandle()
  await page.keyboard.press('ArrowDown')
  await app.locator('.player-no', { hasText: 'EP 2' }).waitFor()
  const shown = app.locator('.player [data-offset="0"] video')
  await expect.poll(() => shown.evaluate((video, filled) => video === filled, element)).toBe(true)
  await page.keyboard.press('f')
  await expect.poll(() => filling.count()).toBe(0)
})

test.each([
  ['the browser’s own', false],
  ['over the window where the browser has none', true]
])('full screen, %s: the F key and a button, Escape leaves, and the box is as it was', async (_which, isMissing) => {
  const partner = await openPartnerSite(partnerPage(journeys.origin))
  const page = await journeys.open(partner.origin, { viewport: DESKTOP }, async opened => {
    await recordPlayback(opened)
    if (isMissing) await opened.addInitScript(() => Reflect.deleteProperty(Element.prototype, 'requestFullscreen'))
  })
  await button(page, 'Ajustes de reprodução').waitFor()
  await page.evaluate(() => window.scrollTo(0, 40))
  const before = await box(page)
  expect(before).toEqual({ x: 25, y: 25, width: 290, height: 500 })
  const full = { x: 0, y: 0, ...DESKTOP }
  const isNative = () => page.evaluate(() => document.fullscreenElement?.localName === 'drama-app')
  await page.keyboard.press('f')
  await expect.poll(() => box(page)).toEqual(full)
  expect(await isNative()).toBe(!isMissing)
  expect(await inApp(page, '.app').evaluate(app => app.getBoundingClientRect().width)).toBe(DESKTOP.width)
  await button(page, 'Sair da tela cheia').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => box(page)).toEqual(before)
  expect(await inApp(page, '.player').count()).toBe(1)
  await button(page, 'Ajustes de reprodução').focus()
  await page.keyboard.press('Enter')
  await button(page, 'Tela cheia').last().focus()
  await page.evaluate(() => window.scrollTo(0, 40))
  await page.keyboard.press('Enter')
  await expect.poll(() => box(page)).toEqual(full)
  await page.keyboard.press('f')
  await expect.poll(() => box(page)).toEqual(before)
  await page.keyboard.press('f')
  await expect.poll(() => box(page)).toEqual(full)
  await page.evaluate(() =>
    (document.querySelector('drama-app') as unknown as { reLaunch(to: object): void }).reLaunch({ url: '/' })
  )
  await expect.poll(() => box(page)).toEqual(before)
  expect(await page.evaluate(() => [document.fullscreenElement, window.scrollY])).toEqual([null, 40])
  expect((await readPlaybackRecord(page)).errors).toEqual([])
  await partner.stop()
})
