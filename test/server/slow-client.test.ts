import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen, portOf } from '../../server/listen.js'
import { openTestServer, type TestServer } from './open-test-server.js'

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

/** Sends raw bytes and gives all that came back when the server has closed. */
async function talk(text: string): Promise<string> {
  const socket = connect(portOf(server), '127.0.0.1')
  socket.setEncoding('utf8')
  let answer = ''
  socket.on('data', chunk => {
    answer += chunk
  })
  socket.on('error', () => {})
  socket.write(text)
  await once(socket, 'close')
  return answer
}

const host = 'Host: drama.test'

test.concurrent('a client that never ends its headers is cut off', async () => {
  expect(await talk(`GET /healthz HTTP/1.1\r\n${host}\r\nX-Slow: `)).toContain('408')
}, 20_000)

test.concurrent('a client that never ends its body is cut off, others are served meanwhile', async () => {
  const head = `POST /index/visitor_login HTTP/1.1\r\n${host}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"la`
  const slow = talk(head)
  expect((await fetch(`http://127.0.0.1:${portOf(server)}/index/home`)).status).toBe(200)
  expect(await slow).not.toContain('200 OK')
}, 25_000)

test.concurrent('headers of more than 16 KiB are refused', async () => {
  expect(await talk(`GET /healthz HTTP/1.1\r\n${host}\r\nX-Large: ${'x'.repeat(17_000)}\r\n\r\n`)).toContain('431')
})

test.concurrent('a body of 2 MB is refused over the network too, and the server goes on', async () => {
  const origin = `http://127.0.0.1:${portOf(server)}`
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
    const answer = await talk(`GET ${path} HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 (403|404) /)
  }
})
