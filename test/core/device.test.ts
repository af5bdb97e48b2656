import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { createDeviceId, loadDeviceId } from '../../src/core/device.js'
import { openApp, openServer, reached } from './open-test-app.js'
import { createTestEnvironment } from './test-environment.js'

const nowhere = () => Promise.reject(new Error('no network here'))

test('D-079 a device id is a whole number below 1e16 in base 36', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 7, maxLength: 7 }), bytes => {
      let isFirst = true
      const id = createDeviceId(length => {
        // Draws outside the fair range are drawn again.
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
  const deviceId = await loadDeviceId(createTestEnvironment({ fetch: nowhere, stored, subtle }))
  await vi.waitFor(() => expect(stored.get('drama_device_id')).toBeDefined())
  expect(stored.get('drama_device_id')).not.toContain(deviceId)
  expect(await loadDeviceId(createTestEnvironment({ fetch: nowhere, stored, subtle }))).toBe(deviceId)
})

test('what another app left under the key is replaced by a new id', async () => {
  const stored = new Map([['drama_device_id', 'not.ours']])
  const deviceId = await loadDeviceId(createTestEnvironment({ fetch: nowhere, stored }))
  expect(deviceId).toMatch(/^[0-9a-z]+$/)
  await vi.waitFor(() => expect(stored.get('drama_device_id')).not.toBe('not.ours'))
})

test('D-020 D-084 every request carries the plain device id', async () => {
  const { app, environment } = openApp(await openServer())
  await reached(app.session.$session, 'ready')
  await app.api.get('/index/home', {})
  const ids = environment.sent.map(({ headers }) => headers['XX-Device-Id'])
  expect(new Set(ids).size).toBe(1)
  expect(ids).toHaveLength(2)
  expect(ids[0]).toMatch(/^[0-9a-z]+$/)
})

test('D-082 a storage that was emptied under way gets the same id back', async () => {
  const { app, environment } = openApp(await openServer())
  await reached(app.session.$session, 'ready')
  await expect.poll(() => environment.stored.get('drama_device_id')).toBeDefined()
  environment.stored.clear()
  await app.api.get('/user/info', {})
  await expect.poll(() => environment.stored.get('drama_device_id')).toBeDefined()
  const again = await loadDeviceId(createTestEnvironment({ fetch: nowhere, stored: environment.stored }))
  expect(again).toBe(environment.sent[0]?.headers['XX-Device-Id'])
})
