import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '../support/api-client.js'
import { signInMember } from '../support/console-client.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'

const lifecycle = { isDraining: false }
let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ engine: 'pglite', lifecycle })
})
afterAll(() => server.close())

async function listen(cookie: string) {
  const ended = new AbortController()
  const response = await server.app.request('/console/api/live', { headers: { Cookie: cookie }, signal: ended.signal })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  let isOver = false
  const reading = async () => {
    for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read())
      text += part.value
    isOver = true
  }
  const done = reading().catch(() => undefined)
  return {
    response,
    events: () =>
      [...text.matchAll(/event: (\w+)\ndata: (.*)\n/g)].map(([, name, data]) => ({ name, data: `${data}` })),
    isOver: () => isOver,
    stop: async () => {
      await reader?.cancel()
      ended.abort()
      await done
    }
  }
}

test('a new visitor is in the numbers that an open page hears, and no proxy may keep them', async () => {
  const { client } = await signInMember(server, { role: 'analyst' })
  const stream = await listen(client.cookie)
  expect(stream.response.headers.get('Content-Type')).toContain('text/event-stream')
  expect(stream.response.headers.get('X-Accel-Buffering')).toBe('no')
  expect(stream.response.headers.get('Cache-Control')).toContain('no-store')
  await expect.poll(() => stream.events().map(({ name }) => name)).toEqual(['today', 'attention'])
  const visitsOf = (event: { data: string } | undefined) => JSON.parse(event?.data ?? '{}').current.totals.visits
  const before = visitsOf(stream.events()[0])
  await signIn(server)
  await expect.poll(() => stream.events().length, { timeout: 10_000 }).toBe(3)
  expect(visitsOf(stream.events()[2])).toBe(before + 1)
  await stream.stop()
}, 30_000)

test('it is for operators with a session, not for partners, and ends while the server drains', async () => {
  const nobody = await server.app.request('/console/api/live')
  expect(await nobody.json()).toMatchObject({ code: 999 })
  const { client } = await signInMember(server, { role: 'reviewer' })
  const stream = await listen(client.cookie)
  lifecycle.isDraining = true
  await expect.poll(() => stream.isOver(), { timeout: 5_000 }).toBe(true)
  lifecycle.isDraining = false
}, 30_000)
