import AES from 'crypto-js/aes.js'
import Utf8 from 'crypto-js/enc-utf8.js'
import MD5 from 'crypto-js/md5.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../support/open-test-server.js'

const SECRET = 'sixteen-letters!'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ engine: 'postgres', config: { envelopeSecret: SECRET } })
})
afterAll(() => server.close())

function decrypt(text: string): unknown {
  const key = Utf8.parse(MD5(SECRET).toString())
  return JSON.parse(AES.decrypt(text, key, { iv: Utf8.parse(SECRET) }).toString(Utf8))
}

test('D-089 D-198 D-199 D-200 D-201 D-202 data is base64 AES-CBC text that the client can read', async () => {
  const response = await server.fetch('/index/home?lang=zh-cn')
  const { code, data } = await response.json()
  expect(code).toBe(200)
  expect(data).toMatch(/^[A-Za-z0-9+/]+=*$/)
  expect(decrypt(data)).toMatchObject({ banners: [{ title: 'rain zh-cn' }, {}, {}], continue: [] })
})

test('refusals carry their data in the same form', async () => {
  const response = await server.fetch('/drama/detail?drama_id=x')
  const { code, data } = await response.json()
  expect(code).toBe(4001)
  expect(decrypt(data)).toEqual({ fields: ['drama_id'] })
})

test('D-088 without data there is nothing to encrypt', async () => {
  const response = await server.fetch('/drama/detail?drama_id=d_none')
  expect(await response.json()).toEqual({ code: 4204, msg: 'Episode not available', data: null })
})
