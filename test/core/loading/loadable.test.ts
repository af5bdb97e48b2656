import { describe, expect, test } from 'vitest'
import { createLoadable, toFailure } from '../../../src/core/loading/loadable.js'
import { BusinessError, RequestError } from '../../../src/core/request/request-error.js'

function openLoader() {
  const requests: { answer: (value: string) => void; fail: (error: unknown) => void }[] = []
  const loader = createLoadable(() => new Promise<string>((answer, fail) => requests.push({ answer, fail })))
  return { ...loader, requests, shown: () => loader.$loadable.get() }
}

const turn = () => new Promise(resolve => setImmediate(resolve))
const offline = new RequestError('network', 'network error', 5)
const ready = (value: string) => ({ state: 'ready', value })

async function openReady() {
  const loader = openLoader()
  loader.requests[0]?.answer('first')
  await turn()
  return loader
}

describe('refresh', () => {
  test('keeps what is on screen until the answer is there, then shows it', async () => {
    const loader = await openReady()
    const refreshed = loader.refresh()
    expect(loader.shown()).toEqual(ready('first'))
    loader.requests[1]?.answer('second')
    await refreshed
    expect(loader.shown()).toEqual(ready('second'))
  })

  test('that fails keeps what is on screen and rejects with the reason', async () => {
    const loader = await openReady()
    const refreshed = loader.refresh()
    loader.requests[1]?.fail(offline)
    await expect(refreshed).rejects.toBe(offline)
    expect(loader.shown()).toEqual(ready('first'))
  })

  test('with nothing on screen to keep fails as a load does', async () => {
    const loader = openLoader()
    loader.requests[0]?.fail(offline)
    await turn()
    expect(loader.shown()).toEqual({ state: 'failed', failure: 'offline' })
    const refreshed = loader.refresh()
    expect(loader.shown()).toEqual({ state: 'loading' })
    loader.requests[1]?.fail(new Error('what'))
    await expect(refreshed).rejects.toThrow('what')
    expect(loader.shown()).toEqual({ state: 'failed', failure: 'server' })
  })

  test('that a newer question has overtaken changes nothing and is no failure', async () => {
    const loader = await openReady()
    const overtaken = loader.refresh()
    const newer = loader.refresh()
    loader.requests[2]?.answer('newest')
    await newer
    loader.requests[1]?.fail(offline)
    await overtaken
    expect(loader.shown()).toEqual(ready('newest'))
  })
})

test('a reload that fails takes the place of what was on screen', async () => {
  const loader = await openReady()
  const reloaded = loader.reload()
  loader.requests[1]?.fail(offline)
  await reloaded
  expect(loader.shown()).toEqual({ state: 'failed', failure: 'offline' })
})

test.each([
  [new BusinessError(5000, '', null), 'busy'],
  [new RequestError('server', '', 5001), 'maintenance'],
  [new BusinessError(4502, '', null), 'tooMany'],
  [new BusinessError(4204, '', null), 'unavailable'],
  [new BusinessError(4001, '', null), 'server'],
  [new RequestError('network', '', 5), 'offline'],
  [new RequestError('timeout', '', 5), 'timeout'],
  [new TypeError('x'), 'server']
])('%s is told as %s', (error, failure) => {
  expect(toFailure(error)).toBe(failure)
})
