import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signIn } from '../support/api-client.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'

const JSON_TYPE = { 'Content-Type': 'application/json' }
const nested = (depth: number) => `{"lpid":${'['.repeat(depth)}${']'.repeat(depth)}}`

describe.each(['pglite', 'postgres'] as const)('bad input on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine })
  })
  afterAll(() => server.close())
  beforeEach(() => {
    server.logLines.length = 0
  })

  async function post(body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = JSON_TYPE) {
    const response = await server.fetch('/index/visitor_login', { method: 'POST', headers, body })
    return { status: response.status, text: await response.text() }
  }

  /** Log lines from level info up; each request has one. */
  const complaints = () => server.logLines.map(line => JSON.parse(line)).filter(line => line.level >= 30)

  const malformed = [
    '{',
    '{"a":',
    'null',
    '[]',
    '"text"',
    '1',
    'undefined',
    "{'a':1}",
    '{"lpid":"a"}}',
    '\u0000',
    '{"__proto__":{"a":1}}',
    '{"click_ids":{"constructor":"x"}}',
    '{"lpid":{"__proto__":1}}',
    nested(20),
    nested(5000),
    '{"want":1}',
    '{"device_secret":[]}',
    '{"click_ids":"x"}',
    `{"want":"${'x'.repeat(161)}"}`,
    '{"landing_url":{}}'
  ]
  test.each(malformed)('a body that cannot be understood answers 4001 and is logged once: %j', async body => {
    const { status, text } = await post(body)
    expect(status).toBe(200)
    expect(JSON.parse(text)).toMatchObject({
      code: 4001,
      msg: 'Parameter error',
      data: { fields: [expect.any(String)] }
    })
    expect(complaints()).toMatchObject([{ level: 30, code: 4001, path: '/index/visitor_login' }])
  })

  test('an empty body is an empty request', async () => {
    expect((await post('')).status).toBe(200)
  })

  test('bytes that are no text answer 4001', async () => {
    expect(JSON.parse((await post(new Uint8Array([0xff, 0xfe, 0x00]))).text)).toMatchObject({ code: 4001 })
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', ''])(
    'a body of type %j is refused: it would pass without a preflight',
    async type => {
      const { text } = await post('{}', { 'Content-Type': type })
      expect(JSON.parse(text)).toMatchObject({ code: 4001, data: { fields: ['Content-Type'] } })
    }
  )

  test('a body of more than 64 KiB answers 413 in the envelope, whether or not it tells its length', async () => {
    const large = `{"landing_url":"${'x'.repeat(2 * 1024 * 1024)}"}`
    expect(await post(large)).toEqual({ status: 413, text: '{"code":413,"msg":"Body too large","data":null}' })
    const stream = new Blob([large]).stream()
    const init = { method: 'POST', headers: JSON_TYPE, body: stream, duplex: 'half' }
    expect((await server.fetch('/index/visitor_login', init)).status).toBe(413)
    expect((await post('{"want":"home"}')).status).toBe(200)
  })

  test.each(['/nothing', '/index/nothing', '/drama/play', '/index/home/', '/INDEX/HOME'])(
    'GET %s is 404 in the envelope',
    async path => {
      const response = await server.fetch(path)
      expect([response.status, await response.json()]).toEqual([404, { code: 404, msg: 'Not found', data: null }])
    }
  )

  test.each(['/index/home', '/nothing', '/pages/index/index'])('POST %s is 404 in the envelope', async path => {
    const response = await server.fetch(path, { method: 'POST', headers: JSON_TYPE, body: '{}' })
    expect([response.status, await response.json()]).toEqual([404, { code: 404, msg: 'Not found', data: null }])
  })

  const queries = [
    'tag_id=%00',
    'page_size=abc',
    'page_size=-1',
    'page_size=1e9',
    'sort=x',
    'cursor=%FF',
    '__proto__=1'
  ]
  test.each(queries)('an odd query is answered without an error: %s', async query => {
    const response = await server.fetch(`/index/discover?${query}`)
    expect(response.status).toBe(200)
    expect([200, 4001]).toContain((await response.json()).code)
  })

  test('extra fields change nothing', async () => {
    const visitor = await signIn(server, {
      coins: 1000,
      bonus: 5,
      kind: 'user',
      user_id: 'u_1',
      vip: true,
      is_new: false
    })
    const { data } = await visitor.get('/user/info')
    expect(data).toMatchObject({ user: { kind: 'visitor' }, balance: { coins: 0, bonus: 0 }, vip: { active: false } })
  })

  test('an unexpected error shows nothing of itself, and is logged once with its request', async () => {
    const visitor = await signIn(server)
    server.logLines.length = 0
    await server.db.schema.alterTable('passes').renameTo('passes_away').execute()
    const answer = await visitor.get('/user/info')
    await server.db.schema.alterTable('passes_away').renameTo('passes').execute()
    expect([answer.status, answer.text]).toEqual([500, '{"code":5000,"msg":"Server busy","data":null}'])
    const request = { id: answer.headers.get('X-Request-Id'), path: '/user/info' }
    expect(complaints()).toMatchObject([
      { ...request, level: 50 },
      { ...request, level: 30, route: '/user/info', status: 500, code: 5000 }
    ])
    expect((await visitor.get('/user/info')).code).toBe(200)
  })

  test('no log line holds a token, a ticket, a device id or a secret', async () => {
    const visitor = await signIn(server, { device_secret: 's'.repeat(43), lpid: 'x y' })
    const { data } = await visitor.post('/drama/play', { episode_id: 'e_rain_1' })
    const address = data.sources[0]?.url ?? ''
    await server.fetch(address)
    await server.fetch(`${address}x`)
    await visitor.post('/drama/play', { episode_id: 'e_rain_3' })
    const lines = server.logLines.join('')
    expect(lines).toContain('/m/-/')
    for (const secret of [visitor.token ?? '?', address.split('/')[4] ?? '?', 'device1', 's'.repeat(43)]) {
      expect(lines).not.toContain(secret)
    }
  })
})
