import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Fault } from '../support/fault-proxy.js'
import { inApp } from '../support/journey.js'
import { holdRequests, type RequestGate, readPlaybackRecord } from '../support/media-record.js'
import {
  failure,
  LATE_SEGMENTS,
  position,
  prepareFaultyPlayer,
  readEpisodeLabel,
  readErrors,
  seek,
  setHidden,
  shown
} from '../support/player-page.js'

const player = prepareFaultyPlayer()
const { watch } = player
/** Leaves out API errors: a request that was pending when the clock moved may have timed out. */
const playbackErrors = async (page: Page) => (await readErrors(page)).filter(kind => kind.startsWith('playback'))
const countRequests = (path: string) => player.product.requestedPaths.filter(one => one.startsWith(path)).length

const segments = () =>
  player.product.requestedPaths.flatMap(path => {
    const [, ticket = '', asset = ''] = /^\/m\/([^/]+)\/([^/]+)\/.*\.m4s/.exec(path) ?? []
    return ticket ? [{ ticket, asset }] : []
  })

const tickets = () => {
  const all = segments()
  return [...new Set(all.flatMap(({ ticket, asset }) => (asset === all[0]?.asset ? [ticket] : [])))]
}

/** Makes the server reject a ticket. The prepared next episode has another ticket. */
const expire = (ticket: string) =>
  player.product.addFault(new RegExp(`/m/${ticket.replaceAll('.', '\\.')}/`), { kind: 'status', status: 403 })

test.each(['instant start', 'play response'])(
  'the ticket of a %s that ends while it plays is renewed once, and nothing is seen of it',
  async source => {
    const isInstantStart = source === 'instant start'
    if (!isInstantStart) player.product.addFault(/^\/m\/opening\//, { kind: 'status', status: 404 })
    // Fail the later segments, so that hls.js is the one that requests them after the fault.
    const slow = player.product.addFault(LATE_SEGMENTS, { kind: 'status', status: 503 })
    const page = await watch()
    await expect.poll(() => slow.hits()).toBeGreaterThan(0)
    const [first = ''] = tickets()
    expect(player.product.requestedPaths.some(path => path.includes(first) && path.endsWith('/0.m4s'))).toBe(
      !isInstantStart
    )
    // Captions that are asked for with the old ticket would ask for a new one too.
    await expect.poll(() => player.product.requestedPaths.some(path => path.endsWith('.vtt'))).toBe(true)
    const before = countRequests('/drama/play')
    const { events: earlier } = await readPlaybackRecord(page)
    const refused = expire(first)
    slow.end()
    await seek(page, 7)
    await expect.poll(() => position(page)).toBeGreaterThan(8.5)
    expect(refused.hits()).toBeGreaterThan(0)
    expect(tickets()).toHaveLength(2)
    // At most one request for the renewal and one for the prepared next episode.
    expect(countRequests('/drama/play') - before).toBeLessThanOrEqual(2)
    expect([await readEpisodeLabel(page), await failure(page).count()]).toEqual(['EP 1', 0])
    const { events, errors: reported } = await readPlaybackRecord(page)
    const later = events.slice(earlier.length)
    expect([later.filter(event => /^(emptied|error)/.test(event)), reported]).toEqual([[], []])
  }
)

test('a ticket is renewed before it ends, at the latest when the tab wakes up, once', async () => {
  let answers = 0
  const page = await watch(1, async opened => {
    await opened.clock.install()
    opened.on('requestfinished', request => request.url().endsWith('/drama/play') && answers++)
  })
  await expect.poll(() => position(page)).toBeGreaterThan(0.5)
  // This response is for the prepared next episode. The first episode came with the sign-in.
  await expect.poll(() => answers).toBe(1)
  await page.clock.fastForward('09:45')
  await expect.poll(() => answers).toBe(2)
  await setHidden(page, true)
  await expect.poll(() => shown(page).evaluate((video: HTMLVideoElement) => video.paused)).toBe(true)
  const pausedAt = await position(page)
  await page.clock.fastForward('02:00:00')
  expect(countRequests('/drama/play')).toBe(2)
  await setHidden(page, false)
  await expect.poll(() => answers).toBe(3)
  await expect.poll(() => position(page)).toBeGreaterThan(pausedAt + 0.3)
  expect(await playbackErrors(page)).toEqual([])
})

test('a tab that was two minutes in the background goes on where it was', async () => {
  const page = await watch(1, opened => opened.clock.install())
  await expect.poll(() => position(page)).toBeGreaterThan(0.5)
  await setHidden(page, true)
  await expect.poll(() => shown(page).evaluate((video: HTMLVideoElement) => video.paused)).toBe(true)
  const pausedAt = await position(page)
  await page.clock.fastForward('02:00')
  expect(await position(page)).toBe(pausedAt)
  await setHidden(page, false)
  await expect.poll(() => position(page)).toBeGreaterThan(pausedAt + 0.3)
  expect(await position(page)).toBeLessThan(pausedAt + 5)
  expect([await failure(page).count(), await playbackErrors(page)]).toEqual([0, []])
})

test('a moment that no quality has is left out, and the viewer is told so', async () => {
  player.product.addFault(/\/5\.m4s/, { kind: 'noise' })
  const page = await watch()
  await expect.poll(() => position(page)).toBeGreaterThan(0.2)
  await seek(page, 8.5)
  await inApp(page, '.toast').getByText('Um trecho foi pulado.').waitFor()
  await expect.poll(() => position(page)).toBeGreaterThan(12.5)
  expect([await failure(page).count(), await readErrors(page)]).toEqual([0, []])
})

test.each([
  ['comes in the end', true],
  ['never comes', false]
])(
  'a refusal that overtakes the initialisation of its quality, which %s, is passed over without a stop',
  async (_what, arrives) => {
    const initFault = player.product.addFault(/\/(540|720)p\/init/, { kind: 'held' })
    const gone = player.product.addFault(/\/(540|720)p\/\d+\.m4s/, { kind: 'status', status: 404 })
    const page = await watch()
    // hls.js requests a failed segment once more before it gives up.
    await expect.poll(() => gone.hits()).toBeGreaterThan(1)
    if (arrives) initFault.end()
    await expect.poll(() => position(page)).toBeGreaterThan(6.5)
    expect([await failure(page).count(), await readErrors(page)]).toEqual([0, []])
    const { events } = await readPlaybackRecord(page)
    expect(events.filter(event => /^(emptied|error)/.test(event))).toEqual([])
  }
)

test('a new ticket loads what a cache answers with the playlist of another episode, and nothing is left out', async () => {
  const text = '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n0.m4s\n#EXT-X-ENDLIST\n'
  const slow = player.product.addFault(LATE_SEGMENTS, { kind: 'status', status: 503 })
  const page = await watch()
  await expect.poll(() => slow.hits()).toBeGreaterThan(0)
  const [first = ''] = tickets()
  const ofFirstTicket = new RegExp(`/m/${first.replaceAll('.', '\\.')}/.*/[4-9]\\.m4s`)
  const mistaken = player.product.addFault(ofFirstTicket, { kind: 'playlist', text })
  slow.end()
  await seek(page, 6)
  await expect.poll(() => position(page)).toBeGreaterThan(9)
  expect(mistaken.hits()).toBeGreaterThan(0)
  expect(tickets()).toHaveLength(2)
  expect([await failure(page).count(), await readErrors(page)]).toEqual([0, []])
  expect(await inApp(page, '.toast').getByText('Um trecho foi pulado.').count()).toBe(0)
})

test('a film of nothing but noise is told as such, once', async () => {
  player.product.addFault(/\.m4s/, { kind: 'noise' })
  const page = await watch()
  await failure(page).waitFor()
  expect(await readErrors(page)).toEqual(['playback:decode'])
})

test('tickets that are refused whatever is done are told as such, once', async () => {
  player.product.addFault(/\.m4s/, { kind: 'status', status: 403 })
  const page = await watch()
  await failure(page).waitFor()
  expect(await readErrors(page)).toEqual(['playback:expired'])
})

test('of an episode that cannot be prepared the viewer hears nothing, and it plays when it is shown', async () => {
  const refusal = player.product.addFault(/^\/drama\/play/, { kind: 'status', status: 500 })
  const page = await watch()
  await expect.poll(() => refusal.hits()).toBeGreaterThan(0)
  await expect.poll(() => position(page)).toBeGreaterThan(0.5)
  expect([await inApp(page, '.toast').count(), await readErrors(page)]).toEqual([0, ['server']])
  refusal.end()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => readEpisodeLabel(page)).toBe('EP 2')
  await expect.poll(() => position(page)).toBeGreaterThan(0.5)
  expect(await readErrors(page)).toEqual(['server'])
})

test.each<Fault>([{ kind: 'reset' }, { kind: 'noise' }, { kind: 'short' }, { kind: 'status', status: 404 }])(
  'an element whose source fails while it waits ($kind) plays when it is shown',
  async fault => {
    let answer: RequestGate | undefined
    const page = await watch(1, async opened => {
      answer = await holdRequests(opened, '**/drama/play')
    })
    await expect.poll(() => tickets()).toHaveLength(1)
    await answer?.reached
    const waiting = player.product.addFault(new RegExp(`/m/[^/]+/(?!${segments()[0]?.asset}).*m4s`), fault)
    answer?.open()
    await expect.poll(() => waiting.hits()).toBeGreaterThan(0)
    expect(await readErrors(page)).toEqual([])
    waiting.end()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => readEpisodeLabel(page)).toBe('EP 2')
    await expect.poll(() => position(page)).toBeGreaterThan(0.5)
    expect([await failure(page).count(), await readErrors(page)]).toEqual([0, []])
  }
)

test.each([
  ['500', 500, undefined, 'Não foi possível conectar ao serviço.'],
  ['busy', 503, { code: 5000, msg: 'Server busy', data: null }, 'O serviço está sobrecarregado.'],
  ['asked too often', 429, { code: 4502, msg: 'Too many attempts', data: null }, 'Muitas tentativas'],
  ['maintenance', 503, { code: 5001, msg: 'Maintenance', data: null }, 'Estamos em manutenção.']
] as const)(
  'when the server will not say how to play (%s) the viewer is told, and a tap tries again',
  async (_what, status, body, text) => {
    const page = await watch(3)
    await expect.poll(() => position(page)).toBeGreaterThan(0.2)
    const refusal = player.product.addFault(/^\/drama\/play/, { kind: 'status', status, ...(body && { body }) })
    await page.keyboard.press('ArrowUp')
    await failure(page).waitFor()
    expect(await failure(page).textContent()).toContain(text)
    refusal.end()
    await failure(page).click()
    await expect.poll(() => readEpisodeLabel(page)).toBe('EP 2')
    await expect.poll(() => position(page)).toBeGreaterThan(0.2)
  }
)

test('two hundred quick swipes through faults of every kind end in an episode that plays, and no flood of errors', {
  timeout: 180_000
}, async () => {
  const page = await watch()
  await expect.poll(() => position(page)).toBeGreaterThan(0.2)
  for (const fault of [
    { kind: 'reset' },
    { kind: 'noise' },
    { kind: 'silent' },
    { kind: 'status', status: 500 }
  ] as const) {
    player.product.addFault(/\.m4s/, fault, 15)
    for (let turn = 0; turn < 50; turn++) await page.keyboard.press(turn % 10 < 5 ? 'ArrowDown' : 'ArrowUp')
  }
  player.product.clearFaults()
  await expect.poll(() => position(page)).toBeGreaterThan(0.5)
  await expect.poll(() => failure(page).count()).toBe(0)
  expect(await readErrors(page)).toEqual([])
})
