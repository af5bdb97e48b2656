import { expect, test, vi } from 'vitest'
import { createPromoSigner } from '../../../server/modules/campaign/promo-link.js'
import { trackCampaign } from '../../../src/core/campaign/campaign.js'
import { parseSharedLink } from '../../../src/core/campaign/deep-link.js'
import { createHomePage } from '../../../src/core/catalogue/home-page.js'
import { createPlayerPage } from '../../../src/core/playback/player-page.js'
import type { TestServer } from '../../server/support/open-test-server.js'
import { openApp, openServer, type TestApp, waitForState, waitUntilSettled } from '../support/open-test-app.js'

const PAGE = 'https://partner.example/landing?lpid=verao'

async function openCampaign(values: object = {}): Promise<TestServer> {
  const server = await openServer()
  const row = { lpid: 'verao', name: 'Verão', status: 'active', created_at: new Date(server.clock.now()) } as const
  const nothing = { start_drama_id: null, start_episode_no: null, free_episodes_override: null }
  await server.db
    .insertInto('campaigns')
    .values({ ...row, ...nothing, ...values })
    .execute()
  return server
}

const paths = ({ environment }: TestApp) => environment.sent.map(({ path }) => path)

async function openReturning(server: TestServer, options: object = {}) {
  const before = openApp(server)
  await waitForState(before.app.session.$session, 'ready')
  return openApp(server, { stored: before.environment.stored, lpid: 'verao', pageUrl: PAGE, ...options })
}

test('a new visit opens on the campaign’s episode, in one request, and asks for Home when the viewer is back', async () => {
  const server = await openCampaign({ start_drama_id: 'd_rain', start_episode_no: 2 })
  const opened = openApp(server, { lpid: 'verao' })
  const { app, environment } = opened
  const { home } = createHomePage(app)
  await waitForState(app.session.$session, 'ready')
  const { pages, top } = app.router.$stack.get()
  expect([pages.length, top?.url]).toEqual([2, '/pages/index/play?drama_id=d_rain&episode_no=2'])
  const play = createPlayerPage(app, top?.query ?? {})
  expect((await waitForState(play.$play, 'playing')).playResponse.episode.no).toBe(2)
  expect(paths(opened).filter(path => path !== '/drama/detail' && path !== '/drama/episodes')).toEqual([
    '/index/visitor_login'
  ])
  expect(home.$loadable.get().state).toBe('loading')
  environment.back()
  expect((await waitUntilSettled(home.$loadable)).state).toBe('ready')
  expect(app.router.$stack.get().top?.route.name).toBe('home')
})

test('a viewer who has gone on meanwhile, a page that names an episode, and a start anew after a 999 stay where they are', async () => {
  const server = await openCampaign({ start_drama_id: 'd_rain', start_episode_no: 2 })
  const gone = openApp(server, { lpid: 'verao' })
  await gone.app.router.switchTab({ url: '/pages/index/my' })
  await waitForState(gone.app.session.$session, 'ready')
  expect(gone.app.router.$stack.get().top?.route.name).toBe('profile')
  const own = openApp(server, { lpid: 'verao', start: '/pages/index/play?drama_id=d_moon&episode_no=1' })
  await waitForState(own.app.session.$session, 'ready')
  expect(own.app.router.$stack.get().top?.query.drama_id).toBe('d_moon')
  const refused = openApp(server, { lpid: 'verao', stored: new Map([['firstui_m_token', 'revoked']]) })
  await refused.app.api.get('/user/info', {}).catch(() => undefined)
  await refused.environment.advance(500)
  await waitForState(refused.app.session.$session, 'ready')
  expect(refused.app.router.$stack.get().top?.url).toBe('/')
})

test('nothing is drawn before the campaign’s language is there; what the viewer or the page has chosen goes before it', async () => {
  const server = await openCampaign({ default_lang: 'es', start_drama_id: 'd_rain' })
  const shown: string[] = []
  const { app } = openApp(server, { lpid: 'verao', isLangOpen: true })
  app.i18n.$translation.subscribe(translation => translation && shown.push(translation.language.tag))
  await vi.waitFor(() => expect(shown.length).toBeGreaterThan(0), 10_000)
  expect(shown).toEqual(['es'])
  const play = createPlayerPage(app, app.router.$stack.get().top?.query ?? {})
  expect((await waitForState(play.$play, 'playing')).playResponse.episode.title).toMatch(/ es$/)
  const page = openApp(server, { lpid: 'verao', lang: 'pt' })
  await waitForState(page.app.session.$session, 'ready')
  const stored = new Map([['drama_lang', 'zh-Hans']])
  const viewer = openApp(server, { lpid: 'verao', lang: 'zh-Hans', stored, isLangOpen: true })
  await waitForState(viewer.app.session.$session, 'ready')
  expect([page, viewer].map(({ app: { i18n } }) => i18n.language().tag)).toEqual(['pt', 'zh-Hans'])
  const offline = openApp(server, { lpid: 'verao', fetch: () => Promise.reject(new TypeError('Failed to fetch')) })
  await waitForState(offline.app.session.$session, 'failed')
  await vi.waitFor(() => expect(offline.app.i18n.$translation.get()).toBeDefined(), 10_000)
})

test('who is signed in already makes no sign-in; their visit is told a second later, once in ten minutes and campaign', async () => {
  const server = await openCampaign({ theme: JSON.stringify({ accent: '#00aa88' }), default_lang: 'es' })
  const opened = await openReturning(server, { isLangOpen: true })
  trackCampaign(opened.app)
  await waitUntilSettled(createHomePage(opened.app).home.$loadable)
  expect(paths(opened)).toEqual(['/index/home'])
  await opened.environment.advance(1000)
  await vi.waitFor(
    () => expect(opened.app.visit.$visit.get()).toMatchObject({ campaign: { theme: { accent: '#00aa88' } } }),
    10_000
  )
  expect(paths(opened).slice(1)).toEqual(['/index/visit'])
  await vi.waitFor(() => expect(opened.app.i18n.language().tag).toBe('es'), 10_000)
  const { stored } = opened.environment
  expect(stored.get('drama_campaign_lang')).toBe('verao es')
  let lastBody: object | undefined
  const countVisits = async (options: object) => {
    const again = openApp(server, { stored, pageUrl: PAGE, ...options })
    trackCampaign(again.app)
    await again.environment.advance(1000)
    await again.app.api.get('/user/info', {})
    const visits = again.environment.sent.filter(({ path }) => path === '/index/visit')
    lastBody = visits.at(-1)?.body
    if (visits.length > 0) await waitForState(again.app.visit.$visit, 'recorded')
    return visits.length
  }
  expect(await countVisits({ lpid: 'verao' })).toBe(0)
  expect(await countVisits({ lpid: 'inverno' })).toBe(1)
  server.clock.advance(601_000)
  expect(await countVisits({ lpid: 'inverno' })).toBe(1)
  expect(lastBody).not.toHaveProperty('is_test')
  expect(await countVisits({ lpid: 'inverno' })).toBe(0)
  // A test is another visit than the real one before it, and a real one than the test.
  expect(await countVisits({ lpid: 'inverno', isTest: true })).toBe(1)
  expect(lastBody).toMatchObject({ is_test: true })
  expect(await countVisits({ lpid: 'inverno', isTest: true })).toBe(0)
  expect(await countVisits({ lpid: 'inverno' })).toBe(1)
})

test('who lands on an episode that the campaign gives, and is signed in already, sees its lock open', async () => {
  const server = await openCampaign({ free_episodes_override: 5 })
  const opened = await openReturning(server, { start: '/pages/index/play?drama_id=d_rain&episode_no=4' })
  trackCampaign(opened.app)
  const play = createPlayerPage(opened.app, { drama_id: 'd_rain', episode_no: '4' })
  await waitForState(play.$play, 'locked')
  await opened.environment.advance(1000)
  expect((await waitForState(play.$play, 'playing')).playResponse.next).toMatchObject({ no: 5, state: 'free' })
})

test('a promo link of who is signed in already is told before the episode is asked for, and brings it along', async () => {
  const server = await openCampaign()
  const expiresAt = server.clock.now() + 86_400_000
  const promo = { id: 'link-of-a-test', dramaId: 'd_rain', episodeNo: 5, minutes: 30, expiresAt }
  const lps = createPromoSigner(server.config.promoSecrets).sign('verao', promo)
  const start = '/pages/index/play?drama_id=d_rain&episode_no=5'
  const opened = await openReturning(server, { start, pageUrl: `${PAGE}&lps=${lps}` })
  const play = createPlayerPage(opened.app, opened.app.router.$stack.get().top?.query ?? {})
  const { playResponse } = await waitForState(play.$play, 'playing')
  expect(playResponse.free_until).toBe(opened.environment.clock.now() + 30 * 60_000)
  expect(paths(opened)).toContain('/index/visit')
  expect(paths(opened)).not.toContain('/drama/play')
  // When the free time ends, the server refuses a new ticket.
  server.clock.advance(30 * 60_000)
  await opened.environment.advance(30 * 60_000)
  expect(await play.renewTicket()).toBeUndefined()
  expect(play.$play.get()).toMatchObject({ state: 'locked', no: 5 })
  const forged = await openReturning(server, { start, pageUrl: `${PAGE}&lps=${lps}x` })
  const locked = createPlayerPage(forged.app, { drama_id: 'd_rain', episode_no: '5' })
  await waitForState(locked.$play, 'locked')
  expect(forged.environment.emitted.find(({ name }) => name === 'drama-visit')?.detail).toMatchObject({
    is_new: false,
    warning: 'lps'
  })
})

test('an address says where in an episode it begins; what is no second in it is not heard', async () => {
  const { app } = openApp(await openServer())
  const at = (t: string) => parseSharedLink(`https://a.example/?drama=d_rain&ep=2&t=${t}`)
  expect(at('7')).toBe('/pages/index/play?drama_id=d_rain&episode_no=2&t=7')
  for (const t of ['', '0', '-1', '1.5', '1e3', 'x', '999999']) {
    expect(at(t)).toBe('/pages/index/play?drama_id=d_rain&episode_no=2')
  }
  const play = (t: string) => createPlayerPage(app, { drama_id: 'd_rain', episode_no: '2', t })
  const of = (no: number, duration_s: number) => ({ episode: { id: 'e', no, title: '', duration_s } })
  const seven = play('7')
  expect([seven.takeLinkPosition(of(2, 60)), seven.takeLinkPosition(of(2, 60))]).toEqual([7, undefined])
  for (const page of [play('60'), play('x')]) expect(page.takeLinkPosition(of(2, 60))).toBe(undefined)
  expect(play('7').takeLinkPosition(of(3, 60))).toBe(undefined)
})
