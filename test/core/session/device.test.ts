import { createDecipheriv } from 'node:crypto'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { encrypt } from '../../../src/core/request/cipher.js'
import { createDevice } from '../../../src/core/session/device.js'
import { createDeviceId } from '../../../src/core/session/device-record.js'
import { openApp, openServer, waitForState } from '../support/open-test-app.js'
import { createTestEnvironment } from '../support/test-environment.js'

const nowhere = () => Promise.reject(new Error('no network here'))

test('D-079 a device id is a whole number below 1e16 in base 36', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 7, maxLength: 7 }), bytes => {
      let isFirst = true
      const id = createDeviceId(length => {
        // The second draw differs because values outside the fair range are drawn again.
        const drawn = isFirst ? new Uint8Array(bytes) : new Uint8Array(length)
        isFirst = false
        return drawn
      })
      expect(id).toMatch(/^[0-9a-z]{1,11}$/)
      expect(Number.parseInt(id, 36)).toBeLessThan(1e16)
    })
  )
})

test.each([
  ['native ciphers', crypto.subtle],
  ['crypto-js, on plain http', undefined]
])('D-080 D-081 D-082 with %s it is stored encrypted and read back', async (_name, subtle) => {
  const stored = new Map<string, string>()
  const deviceId = await createDevice(createTestEnvironment({ fetch: nowhere, stored, subtle })).id()
  await vi.waitFor(() => expect(stored.get('drama_device_id')).toBeDefined())
  // Opened by Node's own AES, with nothing but the key and the vector that are stored beside the text.
  const [keys = '', text = ''] = (stored.get('drama_device_id') ?? '').split('.')
  const decipher = createDecipheriv('aes-256-cbc', keys.slice(0, 32), keys.slice(32))
  const record = Buffer.concat([decipher.update(text, 'base64'), decipher.final()]).toString()
  expect(record).toMatch(new RegExp(`^${deviceId} [0-9a-f]{64}$`))
  expect(stored.get('drama_device_id')).not.toContain(deviceId)
  expect(await createDevice(createTestEnvironment({ fetch: nowhere, stored, subtle })).id()).toBe(deviceId)
})

test('what another app left under the key is replaced by a new id', async () => {
  const stored = new Map([['drama_device_id', 'not.ours']])
  const deviceId = await createDevice(createTestEnvironment({ fetch: nowhere, stored })).id()
  expect(deviceId).toMatch(/^[0-9a-z]+$/)
  await vi.waitFor(() => expect(stored.get('drama_device_id')).not.toBe('not.ours'))
})

test('a device that was known before there were secrets keeps its id, and gets a secret of its own', async () => {
  const text = await encrypt(crypto.subtle, '3f9k2m', { key: '0'.repeat(32), iv: '0'.repeat(16) })
  const stored = new Map([['drama_device_id', `${'0'.repeat(48)}.${text}`]])
  const open = () => createDevice(createTestEnvironment({ fetch: nowhere, stored }))
  const secret = await open().secret()
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  await expect.poll(() => stored.get('drama_device_id')).not.toContain(text)
  expect([await open().id(), await open().secret()]).toEqual(['3f9k2m', secret])
})

test('the secret is decrypted once, and once more where another tab has renewed it', async () => {
  const stored = new Map<string, string>()
  const environment = createTestEnvironment({ fetch: nowhere, stored })
  await createDevice(environment).id()
  await expect.poll(() => stored.get('drama_device_id')).toBeDefined()
  const decrypt = vi.spyOn(crypto.subtle, 'decrypt')
  onTestFinished(() => decrypt.mockRestore())
  const [one, other] = [createDevice(environment), createDevice(environment)]
  expect(await one.secret()).toBe(await other.secret())
  expect(await one.secret()).toBe(await other.secret())
  expect(decrypt).toHaveBeenCalledTimes(2)
  await other.renewSecret()
  const renewed = await other.secret()
  expect([await one.secret(), await one.secret()]).toEqual([renewed, renewed])
  expect(decrypt).toHaveBeenCalledTimes(3)
})

test('D-020 D-084 every request carries the plain device id', async () => {
  const { app, environment } = openApp(await openServer())
  await waitForState(app.session.$session, 'ready')
  await app.api.get('/index/home', {})
  const ids = environment.sent.map(({ headers }) => headers['XX-Device-Id'])
  expect(new Set(ids).size).toBe(1)
  expect(ids).toHaveLength(2)
  expect(ids[0]).toMatch(/^[0-9a-z]+$/)
})

test('D-082 a storage that was emptied under way gets the same id back', async () => {
  const { app, environment } = openApp(await openServer())
  await waitForState(app.session.$session, 'ready')
  await expect.poll(() => environment.stored.get('drama_device_id')).toBeDefined()
  environment.stored.clear()
  await app.api.get('/user/info', {})
  await expect.poll(() => environment.stored.get('drama_device_id')).toBeDefined()
  const again = await createDevice(createTestEnvironment({ fetch: nowhere, stored: environment.stored })).id()
  expect(again).toBe(environment.sent[0]?.headers['XX-Device-Id'])
})
