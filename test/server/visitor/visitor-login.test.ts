import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiClient, signIn } from '../support/api-client.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'

const MINUTE = 60_000
const SECRET = 'a'.repeat(43)

describe.each(['pglite', 'postgres'] as const)('visitor login on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine })
    await server.db
      .insertInto('campaigns')
      .values({
        lpid: 'spring',
        name: 'Spring',
        status: 'active',
        start_drama_id: 'd_moon',
        start_episode_no: 2,
        free_episodes_override: null,
        theme: JSON.stringify({ accent: '#ff0000' }),
        created_at: new Date(server.clock.now())
      })
      .execute()
  })
  afterAll(() => server.close())

  const visitsOf = (userId: string) =>
    server.db.selectFrom('visits').selectAll().where('user_id', '=', userId).orderBy('created_at').execute()

  test('D-091 D-164 D-158 a first visit gives a token in data.token and a new visitor', async () => {
    const { code, data } = await createApiClient(server).post('/index/visitor_login')
    expect(code).toBe(200)
    expect(data).toMatchObject({ is_new: true, user: { kind: 'visitor' }, warnings: [], first: null })
    expect(Buffer.from(data.token, 'base64url')).toHaveLength(32)
    expect(data.expires_at - data.server_time).toBe(90 * 24 * 60 * MINUTE)
  })

  test('a landing address longer than we keep is cut, and the visitor lands', async () => {
    const landing_url = `https://partner.example/?fbclid=${'a'.repeat(20_000)}`
    const { code, data } = await createApiClient(server).post('/index/visitor_login', { landing_url })
    expect(code).toBe(200)
    const [visit] = await visitsOf(data.user.id)
    expect(landing_url.startsWith(visit?.landing_url ?? 'nothing kept')).toBe(true)
  })

  test('D-162 a known lpid gives its campaign and is remembered', async () => {
    const { data } = await createApiClient(server).post('/index/visitor_login', {
      lpid: 'spring',
      landing_url: 'https://shop.test/a?x=1#part',
      referrer: 'https://search.test/q?secret=1',
      click_ids: { fbclid: 'F1' }
    })
    const theme = { accent: '#ff0000' }
    expect(data.campaign).toEqual({
      lpid: 'spring',
      is_known: true,
      start_drama_id: 'd_moon',
      start_episode_no: 2,
      offer: null,
      theme,
      lang: null,
      pixel_hint: {}
    })
    const [visit] = await visitsOf(data.user.id)
    expect(visit).toMatchObject({ lpid: 'spring', known: true, device_id: 'device1', click_ids: { fbclid: 'F1' } })
    expect(visit).toMatchObject({ landing_url: 'https://shop.test/a?x=1', referrer_host: 'search.test' })
  })

  test('D-163 without lpid the login works and the visit is recorded without one', async () => {
    const visitor = await signIn(server)
    expect(await visitsOf(visitor.userId)).toMatchObject([{ lpid: null, known: false }])
  })

  test('an unknown lpid is accepted and recorded as unknown', async () => {
    const { data } = await createApiClient(server).post('/index/visitor_login', { lpid: 'nobody-made-this' })
    expect(data.campaign).toMatchObject({ lpid: 'nobody-made-this', is_known: false })
    expect(await visitsOf(data.user.id)).toMatchObject([{ lpid: 'nobody-made-this', known: false }])
  })

  const hostile = [
    'x'.repeat(65),
    "a'; drop table users;--",
    '<script>',
    'a\0b',
    '../x',
    'é',
    42,
    true,
    ['spring'],
    { a: 1 }
  ]
  test.each(hostile)('a hostile lpid is dropped with a warning: %j', async lpid => {
    const { code, data } = await createApiClient(server).post('/index/visitor_login', { lpid })
    expect(code).toBe(200)
    expect(data.warnings).toEqual(['lpid'])
    expect(data.campaign).toMatchObject({ lpid: null, is_known: false })
    expect(await visitsOf(data.user.id)).toMatchObject([{ lpid: null }])
  })

  test('texts that cannot be stored are stored without the part that cannot', async () => {
    const body = { landing_url: 'https://a.test/\0\ud800x', click_ids: { gclid: 'a\0\ud800' } }
    const { code, data } = await createApiClient(server).post('/index/visitor_login', body)
    expect(code).toBe(200)
    expect(await visitsOf(data.user.id)).toMatchObject([
      { landing_url: 'https://a.test/\ufffdx', click_ids: { gclid: 'a\ufffd' } }
    ])
  })

  test('a valid token is used again: same token, same visitor, one visit in ten minutes per device and campaign', async () => {
    const visitor = await signIn(server, { lpid: 'spring' })
    const again = await createApiClient(server, visitor.token).post('/index/visitor_login', { lpid: 'spring' })
    expect(again.data).toMatchObject({ token: visitor.token, is_new: false, user: { id: visitor.userId } })
    expect(await visitsOf(visitor.userId)).toHaveLength(1)
    await visitor.post('/index/visitor_login', { lpid: 'other' })
    expect(await visitsOf(visitor.userId)).toHaveLength(2)
    server.clock.advance(11 * MINUTE)
    await visitor.post('/index/visitor_login', { lpid: 'spring' })
    expect((await visitsOf(visitor.userId)).map(visit => visit.lpid)).toEqual(
      expect.arrayContaining(['spring', 'other', 'spring'])
    )
    expect(await visitsOf(visitor.userId)).toHaveLength(3)
  })

  test('an invalid token does not stop a login: a new visitor is made', async () => {
    const { code, data } = await createApiClient(server, 'not-a-token').post('/index/visitor_login')
    expect(code).toBe(200)
    expect(data).toMatchObject({ is_new: true })
    expect(data.token).not.toBe('not-a-token')
  })

  test('the device id alone brings nobody back, the device secret does', async () => {
    const first = await createApiClient(server).post('/index/visitor_login', { device_secret: SECRET })
    const byDevice = await createApiClient(server).post('/index/visitor_login')
    expect(byDevice.data.user.id).not.toBe(first.data.user.id)
    const bySecret = await createApiClient(server, null, 'device2').post('/index/visitor_login', {
      device_secret: SECRET
    })
    expect(bySecret.data).toMatchObject({ is_new: false, user: { id: first.data.user.id } })
    expect(bySecret.data.token).not.toBe(first.data.token)
    const tooShort = await createApiClient(server).post('/index/visitor_login', { device_secret: 'short' })
    expect(tooShort.data.is_new).toBe(true)
  })

  test('only hashes of tokens and device secrets are stored', async () => {
    const secret = 'b'.repeat(43)
    const visitor = await signIn(server, { device_secret: secret })
    const tables = await Promise.all(
      (['sessions', 'users', 'visits', 'device_secrets'] as const).map(table =>
        server.db.selectFrom(table).selectAll().execute()
      )
    )
    const stored = JSON.stringify(tables)
    expect(stored).toContain(visitor.userId)
    expect(stored).not.toContain(visitor.token)
    expect(stored).not.toContain(secret)
  })

  test('the advertisement is read from the landing address, as far as it may be kept', async () => {
    const landing_url =
      'https://shop.test/?utm_source=tiktok&utm_campaign=a%00b&ttclid=T1&clickid=&fbclid=F2&q=1&UTM_x=1'
    const loginBody = { landing_url, referrer: 'https://search.test/q', click_ids: { fbclid: 'own' } }
    const { data } = await createApiClient(server).post('/index/visitor_login', loginBody)
    expect(await visitsOf(data.user.id)).toMatchObject([
      { consent: null, click_ids: { ttclid: 'T1', fbclid: 'own' }, utm: { source: 'tiktok', campaign: 'ab' } }
    ])
    for (const consent of ['denied', 'unknown', 'required', '']) {
      const { data } = await createApiClient(server).post('/index/visitor_login', { ...loginBody, consent })
      const storedVisit = { click_ids: {}, utm: {}, landing_url: null, referrer_host: null, user_agent: '' }
      const known = consent === 'denied' ? 'denied' : 'unknown'
      expect(await visitsOf(data.user.id)).toMatchObject([{ consent: known, ...storedVisit }])
    }
    const huge = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`p${index}`, 'x'.repeat(700)]))
    const large = await createApiClient(server).post('/index/visitor_login', { click_ids: huge, consent: 'granted' })
    const [visit] = await visitsOf(large.data.user.id)
    expect([visit?.consent, Object.keys(visit?.click_ids ?? {}).length]).toEqual(['granted', 16])
  })

  test('a yes completes the visit that waited for it, a no empties all of the device, and other devices keep theirs', async () => {
    const loginBody = { lpid: 'spring', landing_url: 'https://shop.test/?fbclid=F1', device_secret: 'c'.repeat(43) }
    const visitor = await signIn(server, { ...loginBody, consent: 'unknown' })
    const consents = async () =>
      (await visitsOf(visitor.userId)).map(({ consent, click_ids }) => [consent, click_ids.fbclid])
    server.clock.advance(30 * MINUTE)
    await visitor.post('/index/visitor_login', { ...loginBody, consent: 'unknown' })
    expect(await consents()).toEqual([
      ['unknown', undefined],
      ['unknown', undefined]
    ])
    await visitor.post('/index/visitor_login', { ...loginBody, consent: 'granted' })
    await visitor.post('/index/visitor_login', { ...loginBody, consent: 'granted' })
    expect(await consents()).toEqual([
      ['unknown', undefined],
      ['granted', 'F1']
    ])
    server.clock.advance(MINUTE)
    const elsewhere = createApiClient(server, visitor.token, 'device2')
    await elsewhere.post('/index/visitor_login', { ...loginBody, consent: 'granted' })
    // Sends only the device secret, as the app does before it has a token.
    await createApiClient(server).post('/index/visitor_login', { ...loginBody, consent: 'denied' })
    expect(await consents()).toEqual([
      ['denied', undefined],
      ['denied', undefined],
      ['granted', 'F1']
    ])
  })

  test('want brings Home or a free episode in the same answer', async () => {
    const home = await createApiClient(server).post('/index/visitor_login', { want: 'home', lang: 'en' })
    expect(home.data.first).toMatchObject({ banners: [{ title: 'rain en' }, {}, {}] })
    const play = await createApiClient(server).post('/index/visitor_login', { want: 'play:d_rain:2' })
    expect(play.data.first).toMatchObject({ drama_id: 'd_rain', episode: { no: 2 } })
  })

  const refused = [
    'play:d_rain:3',
    'play:d_rain:99',
    'play:d_none:1',
    'play:d_rain:0',
    'play:../x:1',
    'play',
    'x',
    'home:1',
    ''
  ]
  test.each(refused)('want that cannot be met gives first null and still signs in: %j', async want => {
    const { code, data } = await createApiClient(server).post('/index/visitor_login', { want })
    expect(code).toBe(200)
    expect(data.first).toBeNull()
    expect(data.token).not.toBe('')
  })

  test('D-226 config tells version, languages, zone and currency', async () => {
    const { data } = await createApiClient(server).get('/index/config')
    expect(data).toMatchObject({ version: '2.4.0', currency: 'BRL', timezone: 'America/Sao_Paulo' })
    expect(data.languages).toEqual(['pt', 'en', 'es', 'zh-cn', 'zh-tw'])
  })
})
