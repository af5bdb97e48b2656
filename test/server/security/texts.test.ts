import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '../../../contract/index.js'
import { newKey } from '../support/money.js'
import { OPERATOR_KEY } from '../support/partners.js'
import { rows } from './access-rows.js'
import { payloads } from './hostile-payloads.js'
import { openPopulatedServer, type PopulatedServer } from './populated-server.js'

let populated: PopulatedServer
beforeAll(async () => {
  populated = await openPopulatedServer()
})
afterAll(() => populated.close())

/** Free-text fields get all thirty payloads, the fields of a group at once. Every other field gets six in turn. */
const free: Record<string, string[][]> = {
  'POST /index/visitor_login': [
    ['lpid', 'device_secret', 'landing_url', 'referrer', 'click_ids', 'want', 'share'],
    ['lang']
  ],
  'GET /index/config': [['lpid']],
  'GET /index/discover': [['tag_id', 'sort', 'cursor', 'page_size', 'lang']],
  'GET /search/index': [['keyword', 'cursor']],
  'GET /search/suggest': [['keyword']],
  'POST /user/profile': [['nickname'], ['locale']],
  'POST /store/order': [['return_url']],
  'POST /reward/submit': [['telegram_id']],
  'POST /reward/appeal': [['text']],
  'POST /feedback/submit': [['text'], ['order_no']],
  'POST /user/email_code': [['email']],
  'POST /user/email_login': [['email'], ['code']],
  'POST /user/recover': [['code']],
  'GET /wallet/statement': [['cursor'], ['format', 'from']],
  'POST /operator/reward_review': [['note']],
  'POST /operator/order_refund': [['reason'], ['key']],
  'POST /operator/feedback_answer': [['text']],
  'GET /operator/feedback_list': [['cursor']]
}

const routes = [
  ...endpoints.filter(({ path }) => path !== '/upload/image').map(({ method, path }) => `${method} ${path}`),
  ...Object.keys(rows).filter(route => / \/operator\/(?!reward_image)/.test(route))
]
// Leaves out routes that end the session.
const isKept = (route: string) => !/logout|delete$|\/user\/recovery_code/.test(route)

async function sendPayload(route: string, sent: Record<string, unknown>, payload: string) {
  const [method = '', path = ''] = route.split(' ')
  const key = path.startsWith('/operator/') ? OPERATOR_KEY : (populated.owner.token ?? '')
  // HTTP headers cannot contain other characters.
  const header = /^[ -~]+$/.test(payload) ? payload : 'x'
  const headers = { 'XX-Device-Id': header, 'User-Agent': header, 'X-Operator': header, Referer: header }
  const query = new URLSearchParams(Object.entries(sent).map(([name, value]) => [name, `${value}`]))
  const init = { method, headers: { ...headers, ...newKey(), Authorization: key, 'Content-Type': 'application/json' } }
  populated.server.clock.advance(720_000)
  const response =
    method === 'GET'
      ? await populated.server.fetch(`${path}?${query}`, init)
      : await populated.server.fetch(path, { ...init, body: JSON.stringify(sent) })
  return { response, text: await response.text() }
}

const filled = (field: string, payload: string) => [
  field,
  field === 'click_ids' ? { [payload.slice(0, 32)]: payload } : payload
]

test('every answer stays JSON of its own type, in every field of every route, and no text is an error', async () => {
  const seen = new Set<string>()
  for (const route of routes.filter(isKept)) {
    const validRequest = rows[route]?.createRequest(populated.ownedObjects)
    const plain = { ...validRequest?.query, ...(validRequest?.body as Record<string, unknown> | undefined) }
    const own = free[route] ?? []
    const others = Object.keys(plain).filter(field => !own.flat().includes(field))
    for (const fields of [...own, ...others.map(field => [field])]) {
      for (const [index, payload] of payloads.entries()) {
        if (!own.includes(fields) && (index + seen.size) % 5 !== 0) continue
        const sent = Object.fromEntries(fields.map(field => filled(field, payload)))
        const { response, text } = await sendPayload(route, { ...plain, ...sent }, payload)
        const message = `${route} ${fields} ${JSON.stringify(payload)}: ${response.status} ${text.slice(0, 200)}`
        expect(response.status, message).toBe(200)
        expect(response.headers.get('Content-Type'), message).toBe('application/json; charset=utf-8')
        expect(response.headers.get('X-Content-Type-Options'), message).toBe('nosniff')
        expect(JSON.parse(text).code, message).not.toBe(5000)
        expect(response.headers.get('Set-Cookie'), message).toBeNull()
      }
      for (const field of fields) seen.add(`${route} ${field}`)
    }
  }
  expect(seen.size).toBeGreaterThan(70)
}, 60_000)

test('what is kept comes back as it was written', async () => {
  const { owner, server } = populated
  for (const nickname of payloads) {
    const { code } = await owner.post('/user/profile', { nickname })
    if (code === 200) expect((await owner.get('/user/info')).data.user.nickname).toBe(nickname.trim().normalize('NFC'))
    server.clock.advance(720_000)
    const { code: taken, data } = await owner.post('/feedback/submit', { kind: 'bug', text: nickname })
    expect(taken).toBe(nickname.includes('\0') ? 4001 : 200)
    if (taken !== 200) continue
    const stored = await server.db.selectFrom('feedback').select('text').where('id', '=', data.id).executeTakeFirst()
    expect(stored?.text).toBe(nickname.trim())
  }
})

const tagsOf = (html: string) => (html.match(/<[^>]*>?/g) ?? []).map(tag => tag.replace(/href="[^"<>]*"/, 'href'))

test('pages that the server writes have no tag more, whatever stands in a title or an address', async () => {
  const { owner, server } = populated
  const pagesOf = async (title: string, return_url: string) => {
    const name = JSON.stringify(Object.fromEntries(['pt', 'en', 'es', 'zh-cn', 'zh-tw'].map(lang => [lang, title])))
    await server.db.updateTable('products').set({ title: name }).where('id', '=', 'p_brl_600').execute()
    server.clock.advance(720_000)
    const orderBody = { product_id: 'p_brl_600', provider: 'sandbox', return_url } as const
    const { order_no } = (await owner.post('/store/order', orderBody, newKey())).data
    const page = async (query: string) => {
      const response = await server.fetch(`/pay/sandbox/${order_no}${query}`)
      expect(response.headers.get('Content-Type')).toBe('text/html; charset=UTF-8')
      return (await response.text()).replaceAll(order_no, 'order')
    }
    return [await page(''), await page('?left=1')]
  }
  const harmless = (await pagesOf('Coins', 'https://a.test/')).map(tagsOf)
  for (const payload of payloads.filter(text => !text.includes('\0'))) {
    const pages = await pagesOf(payload, `https://a.test/?${payload}#${payload}`)
    expect(pages.map(tagsOf), payload).toEqual(harmless)
  }
  for (const payload of payloads) {
    for (const path of [
      '/pay/sandbox/',
      '/pay/',
      '/exports/',
      '/covers/d_rain/',
      '/upload/image/',
      '/pages/../',
      '/m/'
    ]) {
      const response = await server.fetch(`${path}${encodeURIComponent(payload)}`)
      const text = await response.text()
      expect(text).not.toContain(payload)
      expect(text).not.toMatch(/stolen/)
      expect([302, 301, 500]).not.toContain(response.status)
      if (path.startsWith('/pay/s')) expect(response.status).toBe(404)
      expect(response.headers.get('Content-Type')).toMatch(/^(?:application\/json|text\/html); charset=utf-8$/i)
    }
  }
})

test('the log is one JSON line an entry, without a sign that a terminal would follow', () => {
  const { logLines } = populated.server
  expect(logLines.length).toBeGreaterThan(1000)
  for (const line of logLines) {
    expect(line).toMatch(/^\{\P{Cc}*\}\n$/u)
    expect(JSON.parse(line)).not.toMatchObject({ msg: 'forged' })
  }
})
