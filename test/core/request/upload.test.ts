import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { UploadForm } from '../../../src/core/environment.js'
import { encrypt, envelopeKey } from '../../../src/core/request/cipher.js'
import type { UploadProgress } from '../../../src/core/request/upload.js'
import { TOKEN_KEY } from '../../../src/core/session/visitor-login-request.js'
import { openApp, openServer, SECRET, waitForState } from '../support/open-test-app.js'

interface Received {
  headers: Record<string, string | string[] | undefined>
  form: FormData
}

async function openUploadHost(body = '{"code":200,"msg":"ok","data":{"image_id":"i_1"}}') {
  const received: Received[] = []
  const host = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const headers = new Headers({ 'content-type': request.headers['content-type'] ?? '' })
    const form = await new Response(Buffer.concat(chunks), { headers }).formData()
    received.push({ headers: request.headers, form })
    response.end(body)
  })
  await new Promise<void>(resolve => host.listen(0, resolve))
  onTestFinished(() => void host.close())
  return { received, origin: `http://localhost:${(host.address() as AddressInfo).port}` }
}

/** Uploads with fetch because Node has no XMLHttpRequest. Reports progress at half and at the end. */
function sendTo(origin: string) {
  return async (url: string, { headers, body, onProgress, signal }: UploadForm) => {
    onProgress(50, 100)
    const response = await fetch(origin + new URL(url).pathname, { method: 'POST', headers, body, signal })
    onProgress(100, 100)
    return { status: response.status, body: await response.text() }
  }
}

async function openUploader(upload: (url: string, form: UploadForm) => Promise<{ status: number; body: string }>) {
  const opened = openApp(await openServer(), {
    stored: new Map([
      [TOKEN_KEY, 't'],
      ['drama_xx_token', 'second']
    ]),
    upload,
    start: '/pages/index/my'
  })
  await waitForState(opened.app.session.$session, 'ready')
  return opened
}

const file = new File(['picture'], 'share.png', { type: 'image/png' })

test('D-195 D-196 D-197 D-020 an upload is multipart form data with the three headers, lang and fields, and tells its progress', async () => {
  const host = await openUploadHost()
  const { app } = await openUploader(sendTo(host.origin))
  const progressEvents: UploadProgress[] = []
  const answer = await app.connection.upload({
    url: '/upload/image',
    file,
    formData: { purpose: 'reward' },
    onProgress: progress => progressEvents.push(progress)
  })
  expect(answer).toEqual({ code: 200, message: 'ok', data: { image_id: 'i_1' } })
  const [received] = host.received
  expect([...(received?.form.keys() ?? [])]).toEqual(['purpose', 'lang', 'file'])
  expect(received?.form.get('lang')).toBe('pt')
  const sent = received?.form.get('file') as File
  expect([sent.name, sent.type, await sent.text()]).toEqual(['share.png', 'image/png', 'picture'])
  expect(received?.headers).toMatchObject({
    authorization: 't',
    'xx-token': 'second',
    'content-type': expect.stringMatching(/^multipart\/form-data; boundary=/)
  })
  expect(received?.headers['xx-device-id']).toMatch(/^[0-9a-z]+$/)
  expect(progressEvents).toEqual([
    { progress: 50, totalBytesSent: 50, totalBytesExpectedToSend: 100 },
    { progress: 100, totalBytesSent: 100, totalBytesExpectedToSend: 100 }
  ])
})

test('D-209 a network error of an upload has code 602001', async () => {
  const { app } = await openUploader(() => Promise.reject(new TypeError('down')))
  await expect(app.connection.upload({ url: '/upload/image', file })).rejects.toMatchObject({
    kind: 'network',
    code: 602001
  })
})

const untilAborted = (_url: string, { signal }: UploadForm) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))))

test('D-208 an aborted upload has code 600003', async () => {
  const { app } = await openUploader(untilAborted)
  const token = new AbortController()
  const outcome = app.connection.upload({ url: '/upload/image', file, signal: token.signal })
  token.abort()
  await expect(outcome).rejects.toMatchObject({ message: 'abort', code: 600003 })
})

test('D-230 an upload is given up after 60000 ms with timeout, 5', async () => {
  const started: number[] = []
  const { app, environment } = await openUploader((url, form) => {
    started.push(1)
    return untilAborted(url, form)
  })
  let outcome: unknown
  const upload = app.connection.upload({ url: '/upload/image', file }).catch(error => {
    outcome = error
  })
  await expect.poll(() => started.length).toBe(1)
  await environment.advance(59_999)
  expect(outcome).toBeUndefined()
  await environment.advance(1)
  await upload
  expect(outcome).toMatchObject({ message: 'timeout', code: 5 })
})

test('an upload of nothing is refused before anything is sent', async () => {
  const { app } = await openUploader(() => Promise.reject(new Error('not to be called')))
  await expect(app.connection.upload({ url: '/upload/image', file: undefined })).rejects.toMatchObject({
    message: 'file error'
  })
})

test.each(['<html>413</html>', '', '{"code":200,"data":"bm90IGEgY2lwaGVy"}'])(
  'an answer to an upload that is none, %j, is a typed error',
  async body => {
    const host = await openUploadHost(body)
    const { app } = await openUploader(sendTo(host.origin))
    const kind = body.startsWith('{') ? 'decrypt' : 'server'
    await expect(app.connection.upload({ url: '/upload/image', file })).rejects.toMatchObject({ kind })
  }
)

test('D-202 the encrypted data of an answer to an upload are decrypted', async () => {
  const data = await encrypt(crypto.subtle, '{"image_id":"i_2"}', await envelopeKey(SECRET))
  const host = await openUploadHost(JSON.stringify({ code: 200, msg: 'ok', data }))
  const { app } = await openUploader(sendTo(host.origin))
  const answer = await app.connection.upload({ url: '/upload/image', file })
  expect(answer.data).toEqual({ image_id: 'i_2' })
})

const INVALID = { status: 200, body: '{"code":999,"msg":"session invalid","data":null}' }

test('D-109 D-111 D-112 D-204 a 999 for an upload ends the session, without another call', async () => {
  const { app, environment } = await openUploader(async () => INVALID)
  const sentBefore = environment.sent.length
  await expect(app.connection.upload({ url: '/upload/image', file })).rejects.toMatchObject({
    kind: 'session',
    code: 999
  })
  expect([environment.sent.length, environment.stored.has(TOKEN_KEY)]).toEqual([sentBefore, false])
  expect(app.router.$stack.get().top?.url).toBe('/pages/index/my')
  await environment.advance(500)
  expect(app.router.$stack.get().top?.url).toBe('/')
})

test('D-204 an upload that was sent with the token of before is repeated once with the new one', async () => {
  const tokens: unknown[] = []
  const { app } = await openUploader(async (_url, { headers }) => {
    tokens.push(headers.Authorization)
    if (tokens.length > 1) return { status: 200, body: '{"code":200,"msg":"ok","data":{"image_id":"i_3"}}' }
    app.session.replace('t2')
    return INVALID
  })
  const answer = await app.connection.upload({ url: '/upload/image', file })
  expect([answer.data, tokens]).toEqual([{ image_id: 'i_3' }, ['t', 't2']])
})
