import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Fault, type FaultProxy, openFaultyProduct } from './fault-proxy.js'

let product: FaultProxy
beforeAll(async () => {
  product = await openFaultyProduct()
})
beforeEach(() => product.clearFaults())
afterAll(() => product.stop())

const ADDRESS = '/nothing/is/here.txt'
const read = async (path = '/drama-app.js') => {
  const response = await fetch(product.origin + path, { headers: { 'Accept-Encoding': 'identity' } })
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
}

test('without a fault the proxy cannot be told from the server', async () => {
  expect((await read('/healthz')).status).toBe(200)
  expect((await read(ADDRESS)).status).toBe(404)
  expect(product.requestedPaths).toEqual(['/healthz', ADDRESS])
})

test('a fault is for its addresses and its number of answers only', async () => {
  const activeFault = product.addFault(/^\/healthz/, { kind: 'status', status: 500 }, 2)
  const statuses = []
  for (let time = 0; time < 3; time++) statuses.push((await read('/healthz')).status)
  expect([statuses, (await read()).status, activeFault.hits()]).toEqual([[500, 500, 200], 200, 2])
  product.addFault(/^\/healthz/, { kind: 'status', status: 403 }).end()
  expect((await read('/healthz')).status).toBe(200)
})

test.each<Fault>([{ kind: 'reset' }, { kind: 'torn' }])('an answer that is cut off ($kind) fails', async fault => {
  product.addFault(/drama-app/, fault)
  await expect(read()).rejects.toThrow()
})

test('answers that lie arrive: half, noise, damaged', async () => {
  const right = (await read()).bytes
  product.addFault(/drama-app/, { kind: 'damaged' }, 1)
  product.addFault(/drama-app/, { kind: 'noise' }, 1)
  product.addFault(/drama-app/, { kind: 'short' }, 1)
  expect((await read()).bytes.length).toBe(right.length >> 1)
  const noise = (await read()).bytes
  expect([noise.length, noise.includes('drama')]).toEqual([right.length, false])
  const damaged = (await read()).bytes
  expect([damaged.length, damaged.equals(right)]).toEqual([right.length, false])
})

test.each<Fault>([{ kind: 'silent' }, { kind: 'stuck' }])('an answer that hangs ($kind) does not end', async fault => {
  const activeFault = product.addFault(/drama-app/, fault)
  const controller = new AbortController()
  let isOver = false
  const request = fetch(`${product.origin}/drama-app.js`, { signal: controller.signal }).then(answer => answer.text())
  const ended = request.finally(() => {
    isOver = true
  })
  await expect.poll(() => activeFault.hits()).toBe(1)
  expect((await read('/healthz')).status).toBe(200)
  expect(isOver).toBe(false)
  controller.abort()
  await expect(ended).rejects.toThrow()
})

test('an answer that is held comes when it is let go, and is right', async () => {
  const right = (await read('/healthz')).bytes
  const activeFault = product.addFault(/healthz/, { kind: 'held' })
  const held = read('/healthz')
  await expect.poll(() => activeFault.hits()).toBe(1)
  expect((await read(ADDRESS)).status).toBe(404)
  activeFault.end()
  expect((await held).bytes).toEqual(right)
})

test('a slow answer is whole in the end', async () => {
  const right = (await read('/healthz')).bytes
  product.addFault(/healthz/, { kind: 'slow', bytesPerSecond: 40 })
  expect((await read('/healthz')).bytes).toEqual(right)
})
