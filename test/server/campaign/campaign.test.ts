import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { campaignDefaults } from '../../../console/campaigns/campaign-defaults.js'
import { openAccount, signInByMail } from '../support/accounts.js'
import { type ApiClient, createApiClient, signIn } from '../support/api-client.js'
import { expectValidLedger, giveCoins, newKey } from '../support/money.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { episodeIdOf, fixtures, writeCatalogue, writeDrama } from '../support/package-fixture.js'
import { engines } from '../support/servers/test-database.js'

const KEY = 'the key of this test'
const MINUTE = 60_000
const DAY = 1440 * MINUTE

describe.each(engines)('campaigns on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine, config: { operatorKey: KEY, publicUrl: 'https://drama.test' } })
    writeDrama(server.catalogueDir, { slug: 'long', episodes: 20, free: 2, sort: 9, prices: { 7: 0 } })
    writeCatalogue(server.catalogueDir, fixtures)
    await server.loader.scan()
  })
  afterAll(() => server.close())

  async function operate(verb: string, body: object) {
    const headers = { Authorization: KEY }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    return (await server.fetch(`/operator/campaign_${verb}`, init)).json()
  }
  const create = async (lpid: string, values: object = {}) => {
    expect(await operate('save', { lpid, mode: 'create', ...values })).toMatchObject({ code: 200 })
    return lpid
  }
  const set = (lpid: string, values: object) => operate('save', { lpid, mode: 'set', ...values })
  const play = async (viewer: ApiClient, no: number, slug = 'long') =>
    (await viewer.post('/drama/play', { drama_id: `d_${slug}`, episode_no: no })).code
  const unlock = (viewer: ApiClient, no: number, expect_price = 60) =>
    viewer.post('/drama/unlock', { episode_id: episodeIdOf('long', no), expect_price, source: 'coins' }, newKey())
  const quote = async (viewer: ApiClient, to_no = '20') =>
    (await viewer.get('/drama/quote', { drama_id: 'd_long', to_no })).data

  test('a new campaign of which only the id is said has the defaults that forms show', async () => {
    expect((await operate('save', { lpid: 'plain', mode: 'create' })).data.campaign).toMatchObject(campaignDefaults)
  })

  test('D-162 a new visit brings what the campaign says, with its start episode, in its language, in one answer', async () => {
    const lpid = await create('noite', {
      start_drama_id: 'd_rain',
      start_episode_no: 2,
      default_lang: 'en',
      offer_id: 'p_brl_600',
      theme: { accent: '#00aa88', radius: '4px' },
      pixel_hint: { meta_id: '123456' }
    })
    const { data } = await createApiClient(server).post('/index/visitor_login', {
      lpid,
      lang: 'pt',
      lang_open: true,
      want: 'start'
    })
    expect(data.campaign).toEqual({
      lpid,
      is_known: true,
      start_drama_id: 'd_rain',
      start_episode_no: 2,
      lang: 'en',
      offer: { product_id: 'p_brl_600' },
      theme: { accent: '#00aa88', radius: '4px' },
      pixel_hint: { meta_id: '123456' }
    })
    expect(data.first).toMatchObject({ drama_id: 'd_rain', episode: { no: 2 }, next: { no: 3, state: 'locked' } })
    expect(JSON.stringify(data.first)).toMatch(/episode 2/i)
    const loginBody = { lpid, lang: 'pt', want: 'home' }
    const titles = async (more: object) => {
      const { first } = (await createApiClient(server).post('/index/visitor_login', { ...loginBody, ...more })).data
      return first !== null && 'banners' in first ? first.banners.map(({ title }) => title.slice(-2)) : []
    }
    expect(new Set(await titles({ lang_open: true }))).toEqual(new Set(['en']))
    expect(new Set(await titles({}))).toEqual(new Set(['pt']))
    await server.db.updateTable('dramas').set({ status: 'offline' }).where('id', '=', 'd_rain').execute()
    const without = await createApiClient(server).post('/index/visitor_login', { lpid, want: 'start' })
    expect(without.data.campaign).toMatchObject({ start_drama_id: null, start_episode_no: null })
    expect(without.data.first).toHaveProperty('banners')
    await server.db.updateTable('dramas').set({ status: 'online' }).where('id', '=', 'd_rain').execute()
  })

  test('what a campaign gives is free wherever it is asked: list, quote, play, next, ranges, unlocks; nothing of it is charged', async () => {
    const lpid = await create('dez', { free_episodes_override: 10 })
    const viewer = await signIn(server, { lpid })
    const otherVisitor = await signIn(server)
    await giveCoins(server, viewer.userId, 5000)
    const { list } = (await viewer.get('/drama/episodes', { drama_id: 'd_long' })).data
    expect(list.filter(({ state }) => state === 'free').map(({ no }) => no)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(list.filter(({ next_unlockable }) => next_unlockable).map(({ no }) => no)).toEqual([11])
    expect((await viewer.get('/drama/detail', { drama_id: 'd_long' })).data.drama.free_count).toBe(10)
    expect((await createApiClient(server).get('/drama/detail', { drama_id: 'd_long' })).data.drama.free_count).toBe(2)
    expect(await quote(viewer)).toMatchObject({ paid_total: 10, remaining: 10, coins_full: 600 })
    expect(await quote(otherVisitor)).toMatchObject({ paid_total: 17, remaining: 17 })
    const played = await viewer.post('/drama/play', { drama_id: 'd_long', episode_no: 9 })
    expect(played.data.next).toMatchObject({ no: 10, state: 'free', price: 0 })
    expect([await play(viewer, 10), await play(viewer, 11), await play(viewer, 12)]).toEqual([200, 4201, 4203])
    expect(await play(otherVisitor, 3)).toBe(4201)
    expect((await unlock(viewer, 10)).code).toBe(4205)
    expect((await unlock(viewer, 12)).code).toBe(4203)
    expect((await unlock(viewer, 11)).code).toBe(200)
    const { coins_needed } = await quote(viewer, '15')
    expect(coins_needed).toBeLessThanOrEqual(240)
    const range = { drama_id: 'd_long', to_no: 15, expect_price: coins_needed }
    const bought = await viewer.post('/drama/unlock_to', range, newKey())
    expect(bought.data.unlocked.map(({ episode_no }) => episode_no)).toEqual([12, 13, 14, 15])
    // An override below the drama's own free count takes nothing away.
    await set(lpid, { free_episodes_override: 1 })
    expect([await play(viewer, 2), await play(viewer, 3), await play(viewer, 12)]).toEqual([200, 4201, 200])
    await expectValidLedger(server.db, viewer.userId)
  })

  test('a campaign may allow less in a day than the viewer does, and never more', async () => {
    const lpid = await create('calma', { daily_limit: 120 })
    const viewer = await signIn(server, { lpid })
    await giveCoins(server, viewer.userId, 5000)
    expect([(await unlock(viewer, 3)).code, (await unlock(viewer, 4)).code]).toEqual([200, 200])
    const refused = await unlock(viewer, 5)
    expect([refused.code, refused.data]).toMatchObject([
      4209,
      { limit: { name: 'campaign_daily', coins: 120, spent: 120, resets_at: expect.any(Number) } }
    ])
    await viewer.post('/user/limits', { daily_coins: 60 })
    expect((await unlock(viewer, 5)).data).toMatchObject({ limit: { name: 'daily', coins: 60 } })
    const other = await signIn(server)
    await giveCoins(server, other.userId, 500)
    for (const no of [3, 4, 5]) expect((await unlock(other, no)).code).toBe(200)
    const third = await signIn(server, { lpid })
    await giveCoins(server, third.userId, 500)
    await third.post('/user/limits', { daily_coins: 400 })
    for (const no of [3, 4]) await unlock(third, no)
    expect((await unlock(third, 5)).data).toMatchObject({ limit: { name: 'campaign_daily' } })
    await set(lpid, { daily_limit: null })
    expect((await unlock(third, 5)).code).toBe(200)
    for (const daily_limit of [0, -1, 1.5, 1e9]) {
      expect(await set(lpid, { daily_limit })).toMatchObject({ code: 4001 })
    }
    await expectValidLedger(server.db, viewer.userId)
  })

  test('it ends with the campaign, its window, or a visit to another; a price that has changed meanwhile is 4202, and nothing is paid', async () => {
    const lpid = await create('fim', { free_episodes_override: 4, attribution_window_days: 2 })
    const viewer = await signIn(server, { lpid })
    await giveCoins(server, viewer.userId, 5000)
    const { coins_needed } = await quote(viewer, '8')
    await operate('close', { lpid })
    const range = { drama_id: 'd_long', to_no: 8, expect_price: coins_needed }
    expect((await viewer.post('/drama/unlock_to', range, newKey())).code).toBe(4202)
    expect((await unlock(viewer, 5)).code).toBe(4203)
    expect((await viewer.get('/wallet/index')).data.coins).toBe(5000)
    await set(lpid, { status: 'active' })
    expect(await play(viewer, 4)).toBe(200)
    server.clock.advance(2 * DAY - 1)
    expect(await play(viewer, 4)).toBe(200)
    server.clock.advance(1)
    expect(await play(viewer, 4)).toBe(4203)
    await viewer.post('/index/visit', { lpid })
    expect(await play(viewer, 4)).toBe(200)
    await viewer.post('/index/visit', {})
    expect(await play(viewer, 4)).toBe(200)
    await viewer.post('/index/visit', { lpid: 'of-somebody-else' })
    expect(await play(viewer, 4)).toBe(4203)
    // Not recorded as a visit because ten minutes have not passed; still the latest campaign.
    await viewer.post('/index/visit', { lpid })
    expect(await play(viewer, 4)).toBe(200)
  })

  test('a promo link gives its episode once, for its minutes, to visitors of its campaign; no coins move', async () => {
    const lpid = await create('promo')
    const linkBody = { lpid, drama_id: 'd_long', episode_no: 9, minutes: 30, page: 'https://partner.example/p?id=7' }
    const { data: link } = await operate('link', linkBody)
    const url = new URL(link.url)
    expect([url.origin, url.searchParams.get('id'), url.searchParams.get('ep')]).toEqual([
      'https://partner.example',
      '7',
      '9'
    ])
    const lps = url.searchParams.get('lps') ?? ''
    const { data } = await createApiClient(server).post('/index/visitor_login', { lpid, lps, want: 'play:d_long:9' })
    const until = server.clock.now() + 30 * MINUTE
    expect([data.warnings, data.first]).toMatchObject([[], { episode: { no: 9 }, free_until: until }])
    const viewer = createApiClient(server, data.token)
    await giveCoins(server, data.user.id, 1000)
    expect([await play(viewer, 8), await play(viewer, 9), await play(viewer, 10)]).toEqual([4203, 200, 4203])
    expect((await unlock(viewer, 9)).code).toBe(4205)
    expect(await quote(viewer)).toMatchObject({ remaining: 16 })
    expect(data.first !== null && 'expires_at' in data.first && data.first.expires_at).toBeLessThanOrEqual(
      until + 2 * MINUTE
    )
    server.clock.advance(30 * MINUTE - 1)
    expect((await viewer.post('/index/visit', { lpid, lps })).data.warnings).toEqual([])
    expect(await play(viewer, 9)).toBe(200)
    server.clock.advance(1)
    expect(await play(viewer, 9)).toBe(4203)
    const again = await viewer.post('/index/visit', { lpid, lps, want: 'play:d_long:9' })
    expect(again.data).toMatchObject({ warnings: ['lps'], first: null })
    expect(await play(viewer, 9)).toBe(4203)
    expect((await viewer.get('/wallet/index')).data.coins).toBe(1000)
    await expectValidLedger(server.db, data.user.id)
  })

  test('a promo link that was forged, has expired, is another campaign’s or a closed one’s gives nothing, and the visitor lands', async () => {
    const lpid = await create('selado')
    await create('outro')
    const linkBody = { lpid, drama_id: 'd_long', episode_no: 12 }
    const { lps } = (await operate('link', { ...linkBody, expires_at: server.clock.now() + DAY })).data
    const arrive = async (sent: object) => {
      const { code, data } = await createApiClient(server).post('/index/visitor_login', {
        want: 'play:d_long:12',
        ...sent
      })
      return [code, data.warnings, data.first !== null]
    }
    const ignoredLink = [200, ['lps'], false]
    const [drama, no, ...rest] = lps.split('.')
    const seal = rest.at(-1)
    const forgeries = [
      `${drama}.13.${rest.join('.')}`,
      lps.slice(0, -1),
      `${lps}A`,
      lps.toUpperCase(),
      `${lps}\n`,
      ' ',
      'x',
      `${drama}.${no}.999.${rest.slice(1).join('.')}`,
      [drama, no, rest[0], 'zzzzzzz', rest[2], seal].join('.'),
      `${lps.slice(0, -22)}${'A'.repeat(22)}`,
      'é'.repeat(40),
      '.'.repeat(5000)
    ]
    for (const forged of forgeries) expect(await arrive({ lpid, lps: forged })).toEqual(ignoredLink)
    expect(await arrive({ lpid: 'outro', lps })).toEqual(ignoredLink)
    expect(await arrive({ lpid: 'nobody-made-this', lps })).toEqual(ignoredLink)
    expect(await arrive({ lps })).toEqual(ignoredLink)
    expect(await arrive({ lpid, lps })).toEqual([200, [], true])
    expect(await arrive({ lpid })).toEqual([200, [], false])
    await operate('close', { lpid })
    expect(await arrive({ lpid, lps })).toEqual(ignoredLink)
    await set(lpid, { status: 'active' })
    server.clock.advance(DAY)
    expect(await arrive({ lpid, lps })).toEqual(ignoredLink)
    expect(await operate('link', { ...linkBody, episode_no: 99 })).toMatchObject({ code: 4204 })
    expect(await operate('link', { ...linkBody, expires_at: server.clock.now() })).toMatchObject({
      data: { reason: 'not_within_a_year' }
    })
  })

  test('who signs in to an account takes along what a link and the campaign give, and that the link is used', async () => {
    const lpid = await create('conta', { free_episodes_override: 5 })
    const { lps } = (await operate('link', { lpid, drama_id: 'd_long', episode_no: 14 })).data
    const account = await openAccount(server)
    const visitor = await signIn(server, { lpid, lps })
    const both = await signInByMail(server, account.email, visitor)
    expect([await play(both, 5), await play(both, 6), await play(both, 14)]).toEqual([200, 4201, 200])
    server.clock.advance(30 * MINUTE)
    expect((await both.post('/index/visit', { lpid, lps })).data.warnings).toEqual(['lps'])
    expect([await play(both, 5), await play(both, 14)]).toEqual([200, 4203])
    const other = await signIn(server, { lpid: 'de-outros' })
    server.clock.advance(MINUTE)
    expect(await play(await signInByMail(server, account.email, other), 5)).toBe(4203)
  })

  test('orders and unlocks count for the last campaign within its window, else for the first; the others assist', async () => {
    const first = await create('primeira', { attribution_window_days: 30 })
    const last = await create('ultima', { attribution_window_days: 3 })
    const viewer = await signIn(server)
    await viewer.post('/index/visit', { lpid: first })
    server.clock.advance(DAY)
    await viewer.post('/index/visit', { lpid: last })
    const order = async () => {
      const orderBody = { product_id: 'p_brl_300', provider: 'sandbox' } as const
      const { order_no } = (await viewer.post('/store/order', orderBody, newKey())).data
      const init = { headers: { Authorization: KEY } }
      const { data } = await (await server.fetch(`/operator/order_show?order_no=${order_no}`, init)).json()
      return [data.order.lpid, data.order.assisting_lpids]
    }
    expect(await order()).toEqual([last, [first]])
    server.clock.advance(3 * DAY)
    expect(await order()).toEqual([first, [last]])
    await giveCoins(server, viewer.userId, 60)
    expect((await unlock(viewer, 3)).code).toBe(200)
    const { lpid } = await server.db
      .selectFrom('unlocks')
      .select('lpid')
      .where('user_id', '=', viewer.userId)
      .executeTakeFirstOrThrow()
    expect(lpid).toBe(first)
  })

  test('the store puts the offer first; `/index/config` says what holds for everybody and for a campaign', async () => {
    const lpid = await create('loja', {
      offer_id: 'p_brl_monthly',
      timezone: 'Asia/Tokyo',
      attribution_window_days: 14
    })
    const viewer = await signIn(server, { lpid })
    const { products } = (await viewer.get('/store/index')).data
    expect(products[0]).toMatchObject({ id: 'p_brl_monthly', badge: 'offer' })
    expect(new Set(products.map(({ id }) => id)).size).toBe(products.length)
    expect((await (await signIn(server)).get('/store/index')).data.products[0]).toMatchObject({ id: 'p_brl_300' })
    const own = (await createApiClient(server).get('/index/config', { lpid })).data
    expect(own).toMatchObject({
      timezone: 'Asia/Tokyo',
      campaign: { lpid, offer: { product_id: 'p_brl_monthly' } },
      attribution: { window_days: 14, credit: ['last_within_window', 'first'], assisting: 'others' },
      share: { is_open: true, timezone: 'Asia/Tokyo', max_per_day: 3 },
      policies: { refund_days: 14 }
    })
    const common = (await createApiClient(server).get('/index/config')).data
    expect(common).toMatchObject({ campaign: null, attribution: { window_days: 7 }, timezone: 'America/Sao_Paulo' })
  })

  test('what cannot be is refused by name, and nothing is changed; what is left out stays', async () => {
    const lpid = await create('regras', { theme: { accent: '#112233', surface: '#000000' }, name: 'Rules' })
    const before = (await set(lpid, {})).data
    const refused = async (values: object) => {
      const { code, data } = await set(lpid, values)
      return [code, data.fields?.[0], data.reason]
    }
    expect(await refused({ currency: 'USD' })).toEqual([4001, 'currency', 'one_currency'])
    expect(await refused({ start_drama_id: 'd_none' })).toEqual([4001, 'start_drama_id', 'no_episode'])
    expect(await refused({ start_drama_id: 'd_rain', start_episode_no: 7 })).toEqual([
      4001,
      'start_episode_no',
      'no_episode'
    ])
    expect(await refused({ start_episode_no: 2 })).toEqual([4001, 'start_episode_no', 'no_start_drama'])
    expect(await refused({ offer_id: 'p_none' })).toEqual([4001, 'offer_id', 'not_on_sale'])
    const wrong: Record<string, unknown[]> = {
      'theme.accent': ['red', '#fff', 'url(x)', 'red;}'],
      'theme.surface': ['#ffffff'],
      'theme.accent_strong': ['#ff3d63'],
      'theme.radius': ['41px', '1em'],
      'theme.font': ['a;b', 'url(x)', 'x}'],
      timezone: ['Mars/Base'],
      default_lang: ['de'],
      attribution_window_days: [0, 91, 1.5],
      free_episodes_override: [-1],
      'pixel_hint.meta_id': ['x'],
      name: [''],
      status: ['paused'],
      nonsense: [1]
    }
    for (const [path, values] of Object.entries(wrong)) {
      for (const value of values) {
        const [one = '', two] = path.split('.')
        const sent = { [one]: two === undefined ? value : { [two]: value } }
        const reason = one === 'nonsense' ? 'unknown_parameter' : undefined
        expect([path, await refused(sent)]).toEqual([path, [4001, path, reason]])
      }
    }
    expect(await operate('save', { lpid, mode: 'create' })).toMatchObject({ data: { reason: 'campaign_exists' } })
    expect(await set('nobody', {})).toMatchObject({ data: { reason: 'no_campaign' } })
    expect((await set(lpid, {})).data).toEqual(before)
    const { campaign } = (await set(lpid, { theme: { surface: null, radius: '8px' }, currency: 'BRL' })).data
    expect(campaign).toMatchObject({ name: 'Rules', theme: { accent: '#112233', radius: '8px' }, currency: 'BRL' })
    expect(campaign.theme).not.toHaveProperty('surface')
    await expect(
      server.db.updateTable('campaigns').set({ attribution_window_days: 0 }).where('lpid', '=', lpid).execute()
    ).rejects.toThrow('check')
  })
})
