import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ArrayFormat } from '../../../src/core/request/array-format.js'
import type { RequestOptions, RequestResult } from '../../../src/core/request/request.js'
import { normaliseMethod, normaliseResponseType } from '../../../src/core/request/request-format.js'
import { openTestServer, type TestServer } from '../../server/support/open-test-server.js'
import { openApp, waitForState } from '../support/open-test-app.js'
import type { SentRequest, TestEnvironment, TestEnvironmentOptions } from '../support/test-environment.js'

type Fetch = TestEnvironmentOptions['fetch']

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ engine: 'postgres' })
})
afterAll(() => server.close())

async function expectTimeout(environment: TestEnvironment, call: Promise<RequestResult>) {
  let outcome: unknown
  const end = call.catch(error => {
    outcome = error
  })
  await sentCount(environment, 1)
  await environment.advance(59_999)
  expect(outcome).toBeUndefined()
  await environment.advance(1)
  await end
  expect(outcome).toMatchObject({ kind: 'timeout', message: 'timeout', code: 5 })
}

/** Opens a signed-in app on the real server; `around` wraps the fetch of later calls. */
async function openSignedInApp(around: (fetch: Fetch) => Fetch = fetch => fetch) {
  let fetch: Fetch = server.fetch
  const { app, environment } = openApp(server, { fetch: (url, init) => fetch(url, init) })
  await waitForState(app.session.$session, 'ready')
  fetch = around(server.fetch)
  environment.sent.length = 0
  const sendRequest = async (options: RequestOptions): Promise<SentRequest> => {
    await app.connection.request(options)
    const sent = environment.sent.at(-1)
    if (!sent) throw new Error('nothing was sent')
    return sent
  }
  return { app, environment, request: app.connection.request, sendRequest }
}

const config = { url: '/index/config' }
function holdResponses() {
  const waiting: (() => void)[] = []
  const around =
    (fetch: Fetch): Fetch =>
    (url, init) =>
      new Promise((resolve, reject) => {
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason))
        waiting.push(() => resolve(fetch(url, init)))
      })
  return { around, waiting, release: () => waiting.splice(0).forEach(go => void go()) }
}
const sentCount = (environment: TestEnvironment, count: number) =>
  expect.poll(() => environment.sent.length).toBe(count)

describe('defaults and normalisation', () => {
  test('D-171 D-172 D-173 D-165 a call that says nothing is a POST of JSON to the configured host, its answer read as JSON', async () => {
    const { request, environment, app } = await openSignedInApp()
    const { status, data } = await request(config)
    expect(environment.sent[0]).toMatchObject({ method: 'POST', body: { lang: 'pt' } })
    expect(environment.sent[0]?.url.href).toBe(`${app.options.apiBase}/index/config`)
    expect(environment.sent[0]?.headers['Content-Type']).toBe('application/json')
    expect([status, typeof data?.code]).toEqual([404, 'number'])
  })

  test('D-149 a method is written in capitals; a word that is no method becomes the platform default GET', async () => {
    const { sendRequest } = await openSignedInApp()
    expect((await sendRequest({ ...config, method: 'get' })).method).toBe('GET')
    expect((await sendRequest({ ...config, method: 'fetch' })).method).toBe('GET')
    expect(['put', 'Delete', 'patch', 'OPTIONS', 'head', '', 'GET ', '__proto__'].map(normaliseMethod)).toEqual([
      'PUT',
      'DELETE',
      'PATCH',
      'OPTIONS',
      'HEAD',
      'GET',
      'GET',
      'GET'
    ])
  })

  test('D-150 a response type other than text or arraybuffer becomes text', async () => {
    expect(['text', 'arraybuffer', 'blob', 'json', '', undefined].map(normaliseResponseType)).toEqual([
      'text',
      'arraybuffer',
      'text',
      'text',
      'text',
      'text'
    ])
    const { request } = await openSignedInApp()
    const bytes = await request({ ...config, method: 'GET', responseType: 'arraybuffer' })
    expect(new TextDecoder().decode(bytes.body as ArrayBuffer)).toContain('"code":200')
    const text = await request({ ...config, method: 'GET', responseType: 'blob' })
    expect(text.data?.code).toBe(200)
  })

  test('D-173 a data format other than JSON gives the body as it came', async () => {
    const { request } = await openSignedInApp(() => () => Promise.resolve(new Response('plain words')))
    expect(await request({ ...config, dataType: 'text' })).toMatchObject({
      status: 200,
      data: undefined,
      body: 'plain words'
    })
  })

  test('D-172 a form goes out as a form', async () => {
    const { environment, request } = await openSignedInApp()
    await request({ ...config, contentType: 'application/x-www-form-urlencoded', data: { a: 'ç &', b: [1, 2] } }).catch(
      () => 0
    )
    expect(environment.sent[0]?.init.body).toBe('a=%C3%A7%20%26&b=1,2&lang=pt')
  })

  test('D-167 D-169 lang travels in the query of GET and HEAD and in the body of PUT, DELETE and PATCH', async () => {
    const { sendRequest } = await openSignedInApp(() => () => Promise.resolve(new Response('{"code":200}')))
    for (const method of ['PUT', 'DELETE', 'PATCH', 'POST']) {
      const { body, url } = await sendRequest({ ...config, method, data: { lang: 'xx', a: 1 } })
      expect([body, url.search]).toEqual([{ a: 1, lang: 'pt' }, ''])
    }
    for (const method of ['GET', 'HEAD']) {
      const { init, url } = await sendRequest({ ...config, method, data: { lang: 'xx', a: 1 } })
      expect([init.body, url.search]).toEqual([undefined, '?lang=pt&a=1'])
    }
  })

  test('D-166 a caller cannot replace the three headers, and adds its own', async () => {
    const { sendRequest, environment } = await openSignedInApp()
    environment.stored.set('drama_xx_token', 'second')
    const own = { Authorization: 'x', 'XX-Device-Id': 'x', 'XX-Token': 'x', 'Idempotency-Key': 'k' }
    const { headers } = await sendRequest({ ...config, headers: own })
    expect(headers).toMatchObject({
      Authorization: environment.stored.get('firstui_m_token'),
      'XX-Device-Id': expect.stringMatching(/^[0-9a-z]{2,11}$/),
      'XX-Token': 'second',
      'Idempotency-Key': 'k'
    })
  })
})

describe('serialisation', () => {
  const list = { a: [1, 2] }
  test.each<[string, ArrayFormat, string]>([
    ['D-138 indices', 'indices', '?a[0]=1&a[1]=2&lang=pt'],
    ['D-139 brackets', 'brackets', '?a[]=1&a[]=2&lang=pt'],
    ['D-140 repeat', 'repeat', '?a=1&a=2&lang=pt'],
    ['D-141 comma', 'comma', '?a=1,2&lang=pt']
  ])('%s in the query of a GET', async (_name, arrayFormat, search) => {
    const { sendRequest } = await openSignedInApp()
    expect((await sendRequest({ ...config, method: 'GET', data: list, arrayFormat })).url.search).toBe(search)
  })

  test('D-179 D-168 D-170 the data of a POST moves into the query when an array format is chosen; lang stays in the body', async () => {
    const { sendRequest } = await openSignedInApp()
    const { url, body } = await sendRequest({ ...config, data: { ...list, b: 'x' }, arrayFormat: 'brackets' })
    expect([url.search, body]).toEqual(['?a[]=1&a[]=2&b=x', { lang: 'pt' }])
  })

  test('D-180 the data of a POST stays in the body when none is chosen', async () => {
    const { sendRequest } = await openSignedInApp()
    const { url, body } = await sendRequest({ ...config, data: list })
    expect([url.search, body]).toEqual(['', { a: [1, 2], lang: 'pt' }])
  })

  test('D-178 GET data overwrites what the address has, keeps the fragment, writes null as empty and objects as JSON', async () => {
    const { sendRequest } = await openSignedInApp()
    const { url } = await sendRequest({
      url: '/index/config?a=old&keep=1#part',
      method: 'GET',
      data: { a: 'new', none: null, gone: undefined, deep: { x: 1 }, half: '\ud83d' }
    })
    expect(url.search).toBe('?keep=1&a=new&none=&deep=%7B%22x%22%3A1%7D&half=%EF%BF%BD&lang=pt')
    expect(url.hash).toBe('#part')
  })

  test('D-178 whatever text a value holds, the server reads the same text', async () => {
    const { environment, request } = await openSignedInApp(() => () => Promise.resolve(new Response('{"code":200}')))
    const names = fc.string({ minLength: 1 }).filter(name => name !== 'lang')
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(names, fc.string({ unit: 'grapheme' }), { maxKeys: 4, noNullPrototype: true }),
        async data => {
          await request({ ...config, method: 'GET', data })
          const read = environment.sent.at(-1)?.url.searchParams
          expect(Object.keys(data).map(key => read?.get(key))).toEqual(Object.values(data))
        }
      ),
      { numRuns: 200 }
    )
  })
})

describe('prevent', () => {
  const same: RequestOptions = { ...config, data: { a: 1, at: 5 }, prevent: true }

  test('D-181 D-185 D-186 D-187 D-210 a request that is on its way already is dropped and resolves with -9998; afterwards it is allowed', async () => {
    const held = holdResponses()
    const { request, environment } = await openSignedInApp(held.around)
    const first = request(same)
    await sentCount(environment, 1)
    expect(await request(same)).toEqual({ status: -9998, message: 'request:prevented', data: undefined })
    held.release()
    expect((await first).status).toBe(404)
    const again = request(same)
    await sentCount(environment, 2)
    held.release()
    expect((await again).status).toBe(404)
  })

  test('D-182 D-183 D-184 the same is the same address, method and data, in any order of keys, but for the ignored keys', async () => {
    const held = holdResponses()
    const { request, environment } = await openSignedInApp(held.around)
    const ignoring = { ...same, ignoredKeys: ['at'] }
    const outcomes: Promise<RequestResult>[] = [request(ignoring)]
    await sentCount(environment, 1)
    expect((await request({ ...ignoring, data: { at: 6, a: 1 } })).status).toBe(-9998)
    expect((await request({ ...ignoring, method: 'post' })).status).toBe(-9998)
    const different: RequestOptions[] = [
      { ...ignoring, data: { a: 2 } },
      { ...ignoring, data: { a: '1' } },
      { ...ignoring, method: 'PUT' },
      { ...ignoring, url: '/index/other' }
    ]
    outcomes.push(...different.map(options => request(options)))
    await sentCount(environment, 5)
    held.release()
    expect((await Promise.all(outcomes)).map(({ status }) => status)).not.toContain(-9998)
  })

  test('D-187 a request that failed does not stand in the way of the next', async () => {
    let isDown = true
    const { request } = await openSignedInApp(
      fetch => (url, init) => (isDown ? Promise.reject(new TypeError('down')) : fetch(url, init))
    )
    await expect(request(same)).rejects.toMatchObject({ code: 5 })
    isDown = false
    expect((await request(same)).status).toBe(404)
  })

  test('D-188 without the option both are sent', async () => {
    const held = holdResponses()
    const { request, environment } = await openSignedInApp(held.around)
    const both = [request(config), request(config)]
    await sentCount(environment, 2)
    held.release()
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([404, 404])
  })
})

describe('time-outs and ends', () => {
  test('D-191 D-192 D-211 a time-out of its own above 2000 ms resolves with -9999 and aborts the request', async () => {
    const held = holdResponses()
    const { request, environment } = await openSignedInApp(held.around)
    const outcome = request({ ...config, timeout: 2001 })
    await sentCount(environment, 1)
    await environment.advance(2000)
    expect(environment.sent[0]?.init.signal?.aborted).toBe(false)
    await environment.advance(1)
    expect(await outcome).toEqual({ status: -9999, message: 'request:cancelled', data: undefined })
    expect(environment.sent[0]?.init.signal?.aborted).toBe(true)
  })

  test.each([2000, 1, 0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31])(
    'D-193 a time-out of %s ms is ignored',
    async timeout => {
      const held = holdResponses()
      const { request, environment } = await openSignedInApp(held.around)
      const outcome = request({ ...config, timeout })
      await sentCount(environment, 1)
      await environment.advance(59_999)
      held.release()
      expect((await outcome).status).toBe(404)
    }
  )

  test('D-194 what a cancelled request still answers is ignored, and its loading indicator is closed', async () => {
    const answers: ((code: number) => void)[] = []
    const late = () =>
      new Promise<Response>(resolve =>
        answers.push(code => resolve(new Response(JSON.stringify({ code, msg: '', data: null }))))
      )
    const { request, environment, app } = await openSignedInApp(() => late)
    const outcome = request({ ...config, timeout: 3000, loading: true })
    await sentCount(environment, 1)
    await environment.advance(10)
    expect(app.toasts.$toast.get()?.icon).toBe('loading')
    await environment.advance(2990)
    expect((await outcome).status).toBe(-9999)
    expect(app.toasts.$toast.get()).toBeUndefined()
    for (const answer of answers) answer(999)
    // A later complete call gives the late response time to arrive.
    const next = request({ ...config, method: 'GET' })
    await expect.poll(() => answers.length).toBe(2)
    answers[1]?.(200)
    expect((await next).data?.code).toBe(200)
    expect(app.session.isLogin()).toBe(true)
    expect(app.toasts.$toast.get()).toBeUndefined()
  })

  test('D-189 D-190 D-208 an aborted signal ends a request with abort, 600003, and one aborted before sends nothing', async () => {
    const held = holdResponses()
    const { request, environment } = await openSignedInApp(held.around)
    const token = new AbortController()
    const outcome = request({ ...config, signal: token.signal })
    await sentCount(environment, 1)
    token.abort()
    await expect(outcome).rejects.toMatchObject({ kind: 'abort', message: 'abort', code: 600003 })
    await expect(request({ ...config, signal: token.signal })).rejects.toMatchObject({ code: 600003 })
    expect(environment.sent).toHaveLength(1)
  })

  test('D-206 D-228 the platform gives a request up after 60000 ms with timeout, 5', async () => {
    const held = holdResponses()
    const { request, environment } = await openSignedInApp(held.around)
    await expectTimeout(environment, request(config))
  })

  test('D-231 a download whose bytes do not end is given up after 60000 ms with timeout, 5', async () => {
    // Like a browser: the first bytes arrive, then the abort ends the body.
    const startResponse = (signal: AbortSignal | null | undefined) =>
      new ReadableStream({
        start(controller) {
          controller.enqueue(new Uint8Array([0xff, 0xd8, 0xff]))
          signal?.addEventListener('abort', () => controller.error(signal.reason))
        }
      })
    const { request, environment } = await openSignedInApp(
      () =>
        async (_, { signal }) =>
          new Response(startResponse(signal))
    )
    await expectTimeout(environment, request({ url: '/upload/image/i_1', method: 'GET', responseType: 'arraybuffer' }))
  })
})

describe('loading indicator', () => {
  test('D-176 the start-up configuration gives it an empty text; a text of the call goes before; none asks for none', async () => {
    const held = holdResponses()
    const { request, environment, app } = await openSignedInApp(held.around)
    const calls = [request(config)]
    await sentCount(environment, 1)
    await environment.advance(10)
    expect(app.toasts.$toast.get()).toBeUndefined()
    calls.push(request({ ...config, loading: true }))
    await sentCount(environment, 2)
    await environment.advance(10)
    expect(app.toasts.$toast.get()).toMatchObject({ icon: 'loading', title: '', mask: true })
    held.release()
    await Promise.all(calls)
    expect(app.toasts.$toast.get()).toBeUndefined()
    const named = request({ ...config, loading: 'Salvando…' })
    await sentCount(environment, 3)
    await environment.advance(10)
    expect(app.toasts.$toast.get()).toMatchObject({ title: 'Salvando…' })
    held.release()
    await named
  })

  test('D-177 a refusal without a text has the start-up configuration’s default error text', async () => {
    const respond = (envelope: object) => openSignedInApp(() => async () => Response.json(envelope))
    const silent = await respond({ code: 4001, data: null })
    expect((await silent.request(config)).message).toBe('no token obtained')
    const worded = await respond({ code: 4001, msg: 'parameter error', data: null })
    expect((await worded.request(config)).message).toBe('parameter error')
    const success = await respond({ code: 200, data: {} })
    expect((await success.request(config)).message).toBe('')
  })

  test('one indicator for several calls goes with the last of them, however they end', async () => {
    const held = holdResponses()
    const { request, environment, app } = await openSignedInApp(held.around)
    const token = new AbortController()
    const first = request({ ...config, loading: true, signal: token.signal }).catch(error => error)
    const second = request({ ...config, loading: true })
    await sentCount(environment, 2)
    await environment.advance(10)
    token.abort()
    await first
    expect(app.toasts.$toast.get()?.icon).toBe('loading')
    held.release()
    await second
    expect(app.toasts.$toast.get()).toBeUndefined()
  })
})
