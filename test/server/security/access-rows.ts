// The authorization matrix: one row for every route. A route without a row fails the test.
import { newKey } from '../support/money.js'
import { createPushBrowser } from '../support/push-browser.js'
import type { CallerName, OwnedObjects } from './populated-server.js'

/** A request without its caller. `path` is set only if the route has parameters. */
export interface RouteRequest {
  path?: string
  query?: Record<string, string>
  body?: unknown
  form?: URLSearchParams | FormData
  headers?: Record<string, string>
}

/**
 * `anybody`: a valid token or none. `ignores-invalid-token`: an invalid token counts as none. `viewer`, `user`: a valid token.
 * `operator`, `partner`: a key. `console`: a session’s cookie, which none of these callers has. `public`: same response for all callers; `expect` is the HTTP status.
 */
type Access = 'anybody' | 'ignores-invalid-token' | 'viewer' | 'user' | 'operator' | 'partner' | 'console' | 'public'

export interface AccessRow {
  access: Access
  createRequest(owned: OwnedObjects): RouteRequest
  /** Code for the owner, an account or an operator, 200 by default. For `public` routes the HTTP status. */
  expect?: number
  /** The route ends or starts a session, so each caller signs in again. */
  isEnding?: boolean
  /** Also allowed for a merged visitor, who may repeat a request. */
  isRepeatable?: boolean
  /** Requests for an object of the owner and for one that does not exist. */
  objects?(owned: OwnedObjects): [RouteRequest, RouteRequest]
}

const row = (
  access: Access,
  ask: AccessRow['createRequest'] | RouteRequest = {},
  more: Partial<AccessRow> = {}
): AccessRow => ({
  access,
  createRequest: typeof ask === 'function' ? ask : () => ask,
  ...more
})
const anybody = (query: RouteRequest['query'] = {}) => row('anybody', { query })
const reads = (query: RouteRequest['query'] = {}, more: Partial<AccessRow> = {}) => row('viewer', { query }, more)
const writes = (body: object | ((owned: OwnedObjects) => object), more: Partial<AccessRow> = {}) =>
  row('viewer', owned => ({ body: typeof body === 'function' ? body(owned) : body, headers: newKey() }), more)
const operates = (ask: AccessRow['createRequest'] | RouteRequest, expect = 200) => row('operator', ask, { expect })
const partners = (ask: AccessRow['createRequest'] | RouteRequest, objects?: AccessRow['objects']) =>
  row('partner', ask, objects && { objects })
const everybody = (path: string | ((owned: OwnedObjects) => string), expect = 200) =>
  row('public', owned => ({ path: typeof path === 'function' ? path(owned) : path }), { expect })

const savedMember = { id: `m_${'0'.repeat(32)}`, name: 'X', is_partner_admin: false, is_disabled: false }

const bodies = (one: object, none: object): [RouteRequest, RouteRequest] => [
  { body: one, headers: newKey() },
  { body: none, headers: newKey() }
]

const named = (name: string, one: string, none: string): [RouteRequest, RouteRequest] => [
  { query: { [name]: one } },
  { query: { [name]: none } }
]

const POSTBACK_URL = 'https://partner.example/told?id={event_id}'
const rain = { drama_id: 'd_rain' }
const schedule = (lpid: string) => ({
  lpid,
  recipients: ['reports@partner.example'],
  frequency: 'daily',
  hour: 8,
  timezone: 'UTC',
  lang: 'en'
})
const experiment = (lpid: string) => ({
  lpid,
  name: 'Start',
  goal: 'purchase_rate',
  variants: ['A', 'B'].map(name => ({ name, share: 50 }))
})
const noForm = () => {
  const form = new FormData()
  form.set('file', new Blob(['no picture']), 'x.png')
  form.set('purpose', 'reward')
  return form
}

const consolePosts = [
  'code',
  'code_login',
  'link_show',
  'link_login',
  'passkey_options',
  'passkey_login',
  'passkey_add_options',
  'passkey_add',
  'passkey_remove',
  'session_end',
  'logout',
  'drama_picture',
  'operator/:action',
  'partner/:action'
]

export const rows: Record<string, AccessRow> = {
  'POST /index/visitor_login': row('ignores-invalid-token', { body: {} }),
  'POST /index/visit': writes({ lpid: 'surface' }),
  'GET /index/config': anybody(),
  'GET /index/home': anybody(),
  'GET /index/discover': anybody(),
  'GET /index/feed': anybody(),
  'GET /index/rank': anybody(),
  'GET /index/tags': anybody(),
  'GET /search/index': anybody({ keyword: 'rain' }),
  'GET /search/suggest': anybody({ keyword: 'ra' }),
  'GET /search/hot': anybody(),
  'GET /drama/detail': anybody(rain),
  'GET /drama/episodes': anybody(rain),
  'GET /drama/quote': reads(rain),
  'POST /drama/play': writes({ episode_id: 'e_rain_1' }),
  'POST /drama/progress': writes(({ playId }) => ({ play_id: playId, episode_id: 'e_rain_1', position_s: 1 }), {
    objects: ({ playId }) =>
      bodies(
        { play_id: playId, episode_id: 'e_rain_1', position_s: 1, beats: [beat] },
        { play_id: `p_${'0'.repeat(20)}_${'x'.repeat(22)}`, episode_id: 'e_rain_1', position_s: 1, beats: [beat] }
      )
  }),
  'POST /drama/unlock_undo': writes(
    { episode_id: 'e_rain_3' },
    {
      objects: () => bodies({ episode_id: 'e_rain_3' }, { episode_id: 'e_rain_4' })
    }
  ),
  'POST /drama/unlock_host': writes({ episode_id: 'e_rain_4', token: 'x.y.z' }, { expect: 4501 }),
  'POST /drama/unlock': writes({ episode_id: 'e_rain_3', expect_price: 60 }),
  'POST /drama/unlock_to': writes({ ...rain, to_no: 4, expect_price: 60 }),
  'POST /drama/play_failed': writes({ ...rain, episode_no: 3, detail: 'network' }),
  'POST /drama/auto_unlock': writes({ enabled: false }),
  'POST /user/favorite': writes({ ...rain, on: 1 }),
  'GET /user/favorites': reads(),
  'GET /push/index': reads(),
  'POST /push/subscribe': writes(() => createPushBrowser('https://push.example/one').subscription),
  'POST /push/unsubscribe': writes({ endpoint: 'https://push.example/one' }),
  'GET /user/info': reads(),
  'GET /user/history': reads(),
  'POST /user/history_delete': writes({ drama_ids: ['d_rain'] }),
  'POST /user/profile': writes({ nickname: 'Ana' }),
  'POST /user/limits': writes({ daily_coins: 900 }),
  'GET /store/index': reads(),
  'POST /store/order': writes({ product_id: 'p_brl_300', provider: 'sandbox' }),
  'GET /store/order_status': row('viewer', ({ order }) => ({ query: { order_no: order } }), {
    objects: ({ order }) => [{ query: { order_no: order } }, { query: { order_no: `o_${'x'.repeat(22)}` } }]
  }),
  'GET /wallet/index': reads(),
  'GET /wallet/records': reads({ type: 'topup' }),
  'GET /wallet/verify': reads(),
  'GET /wallet/statement': reads(),
  'GET /wallet/returned': reads(),
  'POST /wallet/returned_seen': writes({ until: 1 }),
  'GET /reward/index': reads(),
  'GET /reward/status': reads({ channel: 'whatsapp' }),
  'POST /upload/image': row('viewer', () => ({ form: noForm() }), { expect: 4001 }),
  'GET /upload/image/:id': row('viewer', ({ image }) => ({ path: `/upload/image/${image}` }), {
    objects: ({ image }) => [{ path: `/upload/image/${image}` }, { path: `/upload/image/i_${'0'.repeat(32)}` }]
  }),
  'POST /reward/submit': writes(
    { channel: 'telegram', telegram_id: '@drama_fan' },
    {
      objects: ({ image }) =>
        bodies({ channel: 'whatsapp', image_id: image }, { channel: 'whatsapp', image_id: `i_${'0'.repeat(32)}` })
    }
  ),
  'GET /reward/records': reads(),
  'POST /reward/claim': writes(({ approved }) => ({ id: approved }), {
    objects: ({ approved }) => bodies({ id: approved }, { id: `s_${'x'.repeat(22)}` })
  }),
  'POST /reward/appeal': writes(({ rejected }) => ({ id: rejected, text: 'look again' }), {
    objects: ({ rejected }) => bodies({ id: rejected, text: 'mine' }, { id: `s_${'x'.repeat(22)}`, text: 'mine' })
  }),
  'POST /task/report': writes(({ nonce }) => ({ code: 'home_15s', nonce }), {
    objects: ({ nonce }) => bodies({ code: 'home_15s', nonce }, { code: 'home_15s', nonce: 'x'.repeat(22) })
  }),
  'POST /task/start': writes({ code: 'home_15s' }),
  'POST /task/claim': writes({ code: 'watch_5' }, { expect: 4408 }),
  'GET /checkin/index': reads(),
  'POST /checkin/claim': writes({}),
  'POST /feedback/submit': writes(
    { kind: 'bug', text: 'it stops' },
    {
      objects: ({ order }) =>
        bodies({ kind: 'bug', text: 'x', order_no: order }, { kind: 'bug', text: 'x', order_no: `o_${'x'.repeat(22)}` })
    }
  ),
  'GET /feedback/index': reads(),
  'POST /feedback/seen': writes({ ids: ['f_none'], until: 1 }),
  'POST /user/email_code': row('anybody', { body: { email: 'nobody@mail.test' } }),
  'POST /user/email_login': writes(
    { email: 'nobody@mail.test', code: '000000' },
    {
      expect: 4501,
      isRepeatable: true
    }
  ),
  'POST /user/partner_login': writes({}, { expect: 4501, isRepeatable: true }),
  'POST /user/logout': writes({}, { isEnding: true }),
  'POST /user/recovery_code': writes({}),
  'POST /user/recover': writes({ code: 'AAAA-AAAA-AAAA' }, { expect: 4501, isRepeatable: true }),
  'POST /user/delete': row('user', { body: { confirm: true } }, { isEnding: true }),
  'GET /user/export': reads(),

  'POST /event/collect': writes({
    events: [{ event: 'view_content', event_id: 'surface-1', at: 0, props: { drama_id: 'd_rain' } }]
  }),

  'GET /event/status': reads({ ids: 'surface-1' }),

  'GET /partner/report': partners({ query: { lpid: 'surface' } }, () => named('lpid', 'surface', 'nowhere')),
  'GET /partner/reconciliation': partners({ query: { lpid: 'surface' } }, () => named('lpid', 'surface', 'nowhere')),
  'GET /partner/postbacks': partners({ query: { lpid: 'surface' } }, () => named('lpid', 'surface', 'nowhere')),
  'GET /partner/retention': partners({ query: { lpid: 'surface', ...rain } }, () => [
    { query: { lpid: 'surface', ...rain } },
    { query: { lpid: 'nowhere', ...rain } }
  ]),
  'GET /partner/campaign_list': partners({}),
  'GET /partner/drama_list': partners({ query: { q: 'd_rain' } }),
  'POST /partner/link_create': partners({ body: { lpid: 'surface', ...rain, episode_no: 2 } }, () =>
    bodies({ lpid: 'surface', ...rain, episode_no: 2 }, { lpid: 'nowhere', ...rain, episode_no: 2 })
  ),
  'GET /partner/postback_show': partners(
    ({ postback }) => ({ query: { id: postback } }),
    ({ postback }) => named('id', postback, '0'.repeat(32))
  ),
  'GET /partner/campaign_changes': partners({ query: { lpid: 'surface' } }),
  'GET /partner/key_list': partners({}),
  'POST /partner/key_create': row('partner', { body: { kind: 'api' } }, { expect: 4001 }),
  'POST /partner/key_revoke': row('partner', { body: { id: 'pk_000000000000' } }, { expect: 4001 }),
  'GET /partner/member_list': row('partner', {}, { expect: 4001 }),
  'POST /partner/member_add': row('partner', { body: { email: 'x@y.test', name: 'X' } }, { expect: 4001 }),
  'POST /partner/member_link': row('partner', { body: { id: `m_${'0'.repeat(32)}` } }, { expect: 4001 }),
  'POST /partner/member_save': row('partner', { body: savedMember }, { expect: 4001 }),
  'POST /partner/member_sessions_end': row('partner', { body: { id: `m_${'0'.repeat(32)}` } }, { expect: 4001 }),
  'GET /partner/schedule_list': partners({}),
  'POST /partner/schedule_save': partners({ body: schedule('surface') }, () => [
    { body: schedule('surface') },
    { body: schedule('nowhere') }
  ]),
  'POST /partner/schedule_delete': row('partner', { body: { id: 'rs_0000000000000000' } }, { expect: 4001 }),
  'GET /partner/product_list': partners({}),
  'GET /partner/experiment_list': partners({ query: { lpid: 'surface' } }),
  'GET /partner/experiment_show': row('partner', { query: { id: 'x_0000000000000000' } }, { expect: 4001 }),
  'POST /partner/experiment_save': partners({ body: experiment('surface') }, () => [
    { body: experiment('surface') },
    { body: experiment('nowhere') }
  ]),
  'POST /partner/experiment_start': row('partner', { body: { id: 'x_0000000000000000' } }, { expect: 4001 }),
  'POST /partner/experiment_end': row('partner', { body: { id: 'x_0000000000000000' } }, { expect: 4001 }),
  'POST /partner/experiment_delete': row('partner', { body: { id: 'x_0000000000000000' } }, { expect: 4001 }),
  'POST /partner/resend': partners(
    ({ postback }) => ({ body: { id: postback } }),
    ({ postback }) => bodies({ id: postback }, { id: '0'.repeat(32) })
  ),
  'GET /partner/roots': partners({ query: { lpid: 'surface' } }, () => named('lpid', 'surface', 'nowhere')),
  'GET /partner/sponsored': partners({}),
  'POST /partner/selftest': partners({ body: { lpid: 'surface' } }, () =>
    bodies({ lpid: 'surface' }, { lpid: 'nowhere' })
  ),

  'GET /operator/campaign_list': operates({}),
  'GET /operator/campaign_show': operates({ query: { lpid: 'surface' } }),
  'POST /operator/campaign_save': operates({ body: { lpid: 'surface', mode: 'set', name: 'Surface' } }),
  'POST /operator/campaign_close': operates({ body: { lpid: 'nowhere' } }, 4001),
  'POST /operator/campaign_link': operates({ body: { lpid: 'surface', drama_id: 'd_rain', episode_no: 2 } }),
  'POST /operator/campaign_postback_add': operates(
    { body: { lpid: 'nowhere', event: 'purchase', url: POSTBACK_URL } },
    4001
  ),
  'POST /operator/campaign_postback_remove': operates({ body: { lpid: 'surface', id: 'pb_none' } }, 4001),
  'GET /operator/campaign_postback_list': operates({ query: { lpid: 'surface' } }),
  'POST /operator/partner_create': operates({ body: { name: 'Surface' } }),
  'GET /operator/partner_list': operates({}),
  'GET /operator/partner_show': operates({ query: { id: 'pa_000000000000' } }, 4001),
  'GET /operator/partner_ledger': operates({ query: { id: 'pa_000000000000' } }, 4001),
  'POST /operator/partner_key': operates({ body: { id: 'pa_000000000000' } }, 4001),
  'POST /operator/partner_secret': operates({ body: { id: 'pa_000000000000' } }, 4001),
  'POST /operator/partner_coins': operates({ body: { id: 'pa_000000000000', coins: 1, reference: 'x' } }, 4001),
  'POST /operator/partner_revoke': operates({ body: { id: 'pa_000000000000' } }, 4001),
  'POST /operator/partner_give': operates({ body: { id: 'pa_000000000000', lpid: 'surface' } }, 4001),
  'GET /operator/reward_list': operates({}),
  'POST /operator/reward_next': operates({ body: { count: 1 } }),
  'POST /operator/reward_leave': operates({ body: { ids: ['s_none'] } }),
  'GET /operator/reward_show': operates(({ approved }) => ({ query: { id: approved } })),
  'GET /operator/reward_near': operates(({ approved }) => ({ query: { id: approved } })),
  'POST /operator/reward_undo': operates({ body: { id: 's_none' } }, 4001),
  'GET /operator/network_list': operates({}),
  'POST /operator/network_set': operates({ body: { address: '203.0.113.0/24', people: 0 } }),
  'GET /operator/reward_waiting': operates({}),
  'POST /operator/reward_release': operates({ body: { id: 'w_none' } }, 4001),
  'POST /operator/reward_review': operates({ body: { id: 's_none', ok: true } }, 4001),
  'GET /operator/log': operates({}),
  'GET /operator/today': operates({}),
  'GET /operator/attention': operates({}),
  'GET /operator/health': operates({}),
  'GET /operator/product_list': operates({}),
  'GET /operator/product_report': operates({}),
  'GET /operator/experiment_list': operates({ query: { partner_id: 'pa_000000000000' } }, 4001),
  'GET /operator/experiment_show': operates({ query: { id: 'x_0000000000000000' } }, 4001),
  'POST /operator/experiment_start': operates({ body: { id: 'x_0000000000000000' } }, 4001),
  'POST /operator/experiment_end': operates({ body: { id: 'x_0000000000000000' } }, 4001),
  'POST /operator/experiment_delete': operates({ body: { id: 'x_0000000000000000' } }, 4001),
  'POST /operator/product_add': operates({ body: { code: 'x', kind: 'coins', prices: [] } }, 4001),
  'POST /operator/product_save': operates({ body: { id: 'p_none', amount: 990 } }, 4001),
  'GET /operator/drama_list': operates({}),
  'GET /operator/drama_show': operates({ query: { id: 'd_rain' } }),
  'POST /operator/drama_create': operates({ body: { slug: 'new', title: 'New', lang: 'en' } }),
  'POST /operator/drama_save': operates({ body: { id: 'd_none', version: 1 } }, 4204),
  'POST /operator/drama_publish_at': operates({ body: { id: 'd_none', at: null } }, 4204),
  'GET /operator/drama_offline_effects': operates({ query: { id: 'd_rain' } }),
  'GET /operator/drama_unlocks': operates({ query: { id: 'd_rain' } }),
  'GET /operator/drama_retention': operates({ query: { id: 'd_rain' } }),
  'GET /operator/drama_preview': operates({ query: { id: 'd_rain' } }),
  'GET /operator/label_list': operates({}),
  'POST /operator/drama_publish': operates({ body: { id: 'd_none' } }, 4204),
  'POST /operator/drama_delete': operates({ body: { id: 'd_none', version: 1 } }, 4204),
  'POST /operator/drama_unpublish': operates({ body: { id: 'd_none' } }, 4204),
  'GET /operator/upload_list': operates({ query: { drama_id: 'd_rain' } }),
  'POST /operator/upload_set': operates({ body: { id: 'up_none', episode_no: 1 } }, 4001),
  'POST /operator/upload_remove': operates({ body: { id: 'up_none' } }, 4001),
  'GET /operator/ingest_setup': operates({}),
  'GET /operator/ingest_list': operates({}),
  'GET /operator/ingest_show': operates({ query: { id: 'ij_none' } }, 4001),
  'POST /operator/ingest_start': operates({ body: { drama_id: 'd_rain' } }, 4001),
  'POST /operator/ingest_retry': operates({ body: { id: 'ij_none' } }, 4001),
  'POST /operator/ingest_cancel': operates({ body: { id: 'ij_none' } }, 4001),
  'GET /operator/order_list': operates(({ userId }) => ({ query: { user: userId } })),
  'GET /operator/order_show': operates(({ order }) => ({ query: { order_no: order } })),
  'POST /operator/order_refund': operates({ body: { order_no: 'o_none' } }, 4001),
  'GET /operator/order_history': operates(({ order }) => ({ query: { order_no: order } })),
  'GET /operator/search': operates(({ order }) => ({ query: { text: order } })),
  'GET /operator/viewer_show': operates(({ userId }) => ({ query: { user_id: userId } })),
  'GET /operator/viewer_ledger': operates(({ userId }) => ({ query: { user_id: userId } })),
  'GET /operator/viewer_unlocks': operates(({ userId }) => ({ query: { user_id: userId } })),
  'GET /operator/viewer_submissions': operates(({ userId }) => ({ query: { user_id: userId } })),
  'POST /operator/viewer_sessions_end': operates({ body: { user_id: 'u_none', reason: 'x' } }, 4001),
  'POST /operator/viewer_export': operates(({ userId }) => ({ body: { user_id: userId, reason: 'x' } })),
  'POST /operator/viewer_delete': operates({ body: { user_id: 'u_none', reason: 'x' } }, 4001),
  'POST /operator/coins_adjust': operates(
    { body: { user_id: 'u_none', kind: 'bonus', coins: 1, reason: 'x', key: 'key-of-a-test-support' } },
    4001
  ),
  'GET /operator/coins_request_list': operates({}),
  'POST /operator/coins_request_decide': operates({ body: { id: 'a_none', ok: true } }, 4001),
  'GET /operator/feedback_list': operates({ query: { status: 'all' } }),
  'POST /operator/feedback_answer': operates({ body: { id: 'f_none', text: 'x' } }, 4001),
  'GET /operator/clock_show': operates({}),
  'POST /operator/clock_confirm': operates({ body: { time: '2000-01-01T00:00:00Z' } }, 4001),
  'POST /operator/backup': operates({ body: { pid: -1 } }, 4001),
  'GET /operator/reward_image': operates({ query: { id: 's_none' } }, 404),
  'GET /operator/member_list': operates({}),
  'POST /operator/member_add': operates({ body: { email: 'x@y.test', name: '', role: 'editor' } }, 4001),
  'POST /operator/member_link': operates({ body: { id: `m_${'0'.repeat(32)}` } }, 4001),
  'POST /operator/member_save': operates({ body: { id: `m_${'0'.repeat(32)}`, name: 'X', role: 'editor' } }, 4001),
  'GET /operator/member_sessions': operates({ query: { id: `m_${'0'.repeat(32)}` } }),
  'POST /operator/member_sessions_end': operates({ body: { id: `m_${'0'.repeat(32)}` } }),

  // Need the cookie of a session: test/server/member has each role. A POST from another page is refused before that.
  'GET /console/api/session': everybody('/console/api/session'),
  'GET /console/api/account': row('console'),
  'GET /console/api/live': row('console'),
  'GET /console/api/operator/:action': row('console', { path: '/console/api/operator/log' }),
  'GET /console/api/partner/:action': row('console', { path: '/console/api/partner/report' }),
  ...Object.fromEntries(
    consolePosts.map(path => [`POST /console/api/${path}`, row('console', { path: `/console/api/${path}` })])
  ),

  'POST /console/api/uploads': row('console', { path: '/console/api/uploads' }),
  // Files are never sent; HEAD asks how far an upload is.
  'GET /console/api/uploads/:id': everybody('/console/api/uploads/none', 404),
  'PATCH /console/api/uploads/:id': row('console', { path: '/console/api/uploads/none' }),
  'DELETE /console/api/uploads/:id': row('console', { path: '/console/api/uploads/none' }),

  // Open to anyone with the URL, which has a part that is unguessable or signed.
  'GET /console/preview/:token/*': everybody('/console/preview/none/drama/detail', 200),
  'POST /console/preview/:token/*': everybody('/console/preview/none/drama/play', 200),
  'GET /pay/:provider/:order': everybody(({ order }) => `/pay/sandbox/${order}`),
  'POST /pay/sandbox/:order': row(
    'public',
    ({ order }) => ({
      path: `/pay/sandbox/${order}`,
      form: new URLSearchParams({ decision: 'leave' })
    }),
    { expect: 303 }
  ),
  'GET /exports/:ticket/drama.json': everybody(({ exportPath }) => exportPath),
  'GET /m/*': everybody(({ mediaPath }) => mediaPath),
  // Authenticated by the provider's signature.
  'POST /store/notify/:provider': row('public', { path: '/store/notify/sandbox', body: {} }, { expect: 400 }),
  'GET /demo/mailbox': everybody('/demo/mailbox?address=nobody@mail.test'),
  'GET /m/opening/:drama/:no{[0-9]{1,6}}': everybody('/m/opening/d_none/1', 204),
  // Authenticated by the token in its body.
  'POST /m/opening/:drama/:no{[0-9]{1,6}}': row(
    'public',
    { path: '/m/opening/d_none/1', body: { token: 'none' } },
    { expect: 204 }
  ),
  'GET /covers/:drama/:picture': everybody('/covers/d_rain/none.webp', 404),
  'GET /previews/:drama/:name{[0-9a-f]{16}-2\\.jpg}': everybody(`/previews/d_rain/${'0'.repeat(16)}-2.jpg`, 404),
  'GET /robots.txt': everybody('/robots.txt'),
  'GET /sitemap.xml': everybody('/sitemap.xml'),
  'GET /:file{sitemap-[1-9][0-9]{0,4}\\.xml}': everybody('/sitemap-1.xml'),
  'GET /openapi.json': everybody('/openapi.json'),
  'GET /docs/api': everybody('/docs/api'),
  'GET /docs/api/scalar.js': everybody('/docs/api/scalar.js', 404),
  'GET /embed/:drama/:no': everybody('/embed/d_rain/1'),
  'GET /oembed': everybody('/oembed?url=https%3A%2F%2Fdrama.test%2F%3Fdrama%3Dd_rain'),
  'GET /livez': everybody('/livez'),
  'GET /readyz': everybody('/readyz'),
  'GET /healthz': everybody('/healthz'),
  'GET /console': everybody('/console', 301),
  'GET /console/*': everybody('/console/none.js', 404),
  'GET /react': everybody('/react', 301),
  'GET /react/*': everybody('/react/index.js'),
  'GET /host': everybody('/host', 301),
  'GET /host/*': everybody('/host/'),
  'GET /hostile': everybody('/hostile', 301),
  'GET /hostile/*': everybody('/hostile/'),
  'GET /:release{v[0-9].*}/*': everybody('/v9/drama-app.js', 404),
  'GET /manifest.webmanifest': everybody('/manifest.webmanifest', 404),
  'GET /npm/drama-app.tgz': everybody('/npm/drama-app.tgz', 404),
  'GET /npm/:file': everybody('/npm/drama-app-9.9.9.tgz', 404),
  'GET /partners': everybody('/partners', 301),
  'GET /partners/*': everybody('/partners/'),
  'GET /pages/*': everybody('/pages/index/my'),
  'GET /': everybody('/'),
  'GET /*': everybody('/drama-app.js')
}

const beat = { seq: 1, from_s: 0, to_s: 1, played_s: 1 }

const viewers: readonly CallerName[] = ['visitor', 'other', 'user']

export function isAllowed({ access, isRepeatable }: AccessRow, caller: CallerName): boolean {
  switch (access) {
    case 'public':
    case 'ignores-invalid-token':
      return true
    case 'anybody':
      return caller === 'none' || viewers.includes(caller)
    case 'viewer':
      return viewers.includes(caller) || (isRepeatable === true && caller === 'merged')
    case 'user':
      return caller === 'user'
    case 'operator':
      return caller === 'operator'
    case 'console':
      return false
    case 'partner':
      return caller === 'partner' || caller === 'other partner'
  }
}
