import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen, readPort } from '../../../server/process/listen.js'
import { signIn } from '../support/api-client.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'

let open: TestServer
let server: Server
beforeAll(async () => {
  open = await openTestServer({ engine: 'postgres' })
  server = await listen(open.app, { port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await open.close()
})

/** Resolves also after a reset, which a client that is still sending may see instead of an end. */
const waitForClose = (socket: Socket) => new Promise(resolve => socket.on('close', resolve))

async function sendRaw(text: string): Promise<string> {
  const socket = connect(readPort(server), '127.0.0.1')
  socket.setEncoding('utf8')
  let answer = ''
  socket.on('data', chunk => {
    answer += chunk
  })
  socket.on('error', () => {})
  socket.write(text)
  await waitForClose(socket)
  return answer
}

const host = 'Host: drama.test'

test.concurrent('a client that never ends its headers is cut off', async () => {
  expect(await sendRaw(`GET /healthz HTTP/1.1\r\n${host}\r\nX-Slow: `)).toContain('408')
}, 20_000)

test.concurrent('a client that never ends its body is cut off, others are served meanwhile', async () => {
  const head = `POST /index/visitor_login HTTP/1.1\r\n${host}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"la`
  const slow = sendRaw(head)
  expect((await fetch(`http://127.0.0.1:${readPort(server)}/index/home`)).status).toBe(200)
  expect(await slow).not.toContain('200 OK')
}, 25_000)

test.concurrent('a client that hangs up is logged as that, not as a database that is lost', async () => {
  const socket = connect(readPort(server), '127.0.0.1')
  const head = `POST /index/visitor_login HTTP/1.1\r\n${host}\r\nContent-Type: application/json\r\nContent-Length: 100`
  await new Promise(resolve => socket.write(`${head}\r\n\r\n{"hung`, resolve))
  socket.destroy()
  await expect.poll(() => open.logLines.join('\n'), { timeout: 10_000 }).toContain('the client hung up')
  expect(open.logLines.join('\n')).not.toContain('database unavailable')
}, 25_000)

/** Uploads `size` bytes in pieces, one every 100 ms; `took` is in ms. */
async function sendPicture(size: number, pieceSize: number): Promise<{ answer: string; took: number }> {
  const { token } = await signIn(open)
  const form = '--x\r\nContent-Disposition: form-data; name="purpose"\r\n\r\nreward\r\n--x\r\n'
  const file = `Content-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n${'p'.repeat(size)}\r\n--x--\r\n`
  const head = [
    'POST /upload/image HTTP/1.1',
    host,
    `Authorization: ${token}`,
    'Connection: close',
    'Content-Type: multipart/form-data; boundary=x',
    `Content-Length: ${form.length + file.length}`,
    '',
    form
  ]
  const socket = connect(readPort(server), '127.0.0.1').setEncoding('utf8')
  let answer = ''
  socket.on('data', chunk => {
    answer += chunk
  })
  socket.on('error', () => {})
  const startedAt = performance.now()
  socket.write(head.join('\r\n'))
  let sent = 0
  const timer = setInterval(() => {
    socket.write(file.slice(sent, sent + pieceSize))
    sent += pieceSize
    if (sent >= file.length) clearInterval(timer)
  }, 100)
  await waitForClose(socket)
  clearInterval(timer)
  return { answer, took: performance.now() - startedAt }
}

test.concurrent('a picture at the 50 kB/s of 3G is taken, however much later than other bodies are cut off', async () => {
  const { answer, took } = await sendPicture(1_700_000, 5_000)
  expect(answer).toContain('"reason":"type"')
  expect(took).toBeGreaterThan(30_000)
}, 60_000)

test.concurrent('a picture that only trickles is cut off long before two minutes', async () => {
  const { answer, took } = await sendPicture(4_000_000, 100)
  expect(answer).toBe('')
  expect(took).toBeLessThan(40_000)
}, 60_000)

test.concurrent('D-229 a connection on which nothing has moved for 60000 ms is closed', async () => {
  const accepted: Socket[] = []
  server.on('connection', socket => accepted.push(socket))
  const client = connect(readPort(server), '127.0.0.1').on('error', () => {})
  const own = () => accepted.find(({ remotePort }) => remotePort === client.localPort)
  await expect.poll(own).toBeDefined()
  expect(own()?.timeout).toBe(60_000)
  // Node's socket timer reports the timeout with this event.
  own()?.emit('timeout')
  expect(own()?.destroyed).toBe(true)
  client.destroy()
})

test.concurrent('headers of more than 16 KiB are refused', async () => {
  expect(await sendRaw(`GET /healthz HTTP/1.1\r\n${host}\r\nX-Large: ${'x'.repeat(17_000)}\r\n\r\n`)).toContain('431')
})

test.concurrent('a body of 2 MB is refused over the network too, and the server goes on', async () => {
  const origin = `http://127.0.0.1:${readPort(server)}`
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ a: 'x'.repeat(2_000_000) })
  }
  const response = await fetch(`${origin}/index/visitor_login`, init)
  expect([response.status, await response.json()]).toEqual([413, { code: 413, msg: 'Body too large', data: null }])
  expect((await fetch(`${origin}/healthz`)).status).toBe(200)
})

test.concurrent('dots in a raw path lead to no file', async () => {
  for (const path of [
    '/../package.json',
    '/partners/../../package.json',
    '/m/../../etc/passwd',
    '/covers/d_rain/../../x'
  ]) {
    const answer = await sendRaw(`GET ${path} HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 (403|404) /)
  }
})
