import { expect, test } from 'vitest'
import { readStoredList } from '../../../src/core/lib/stored-list.js'
import { createDrafts, DRAFTS_KEY } from '../../../src/core/reward/submission-drafts.js'
import { createUnlockRequests, UNLOCK_REQUESTS_KEY } from '../../../src/core/unlock/unlock-requests.js'
import { openApp } from '../support/open-test-app.js'

const UNUSABLE = ['', 'no json', 'null', '7', '"text"', '{}', '{"length":1}', '[null]', '[7,"x",[],{}]']

function openOffline(key: string, text: string) {
  const fetch = () => Promise.reject(new TypeError('offline'))
  const server = { origin: 'https://drama.example', fetch, clock: { now: () => 1_800_000_000_000 } }
  return openApp(server as never, {
    stored: new Map([
      ['firstui_m_token', 'token'],
      [key, text]
    ])
  }).app
}

test.each(UNUSABLE)('the stored text %j has no items', text => {
  const storage = { get: () => text } as never
  expect(readStoredList(storage, 'key', item => item === 'wanted')).toEqual([])
})

test('only items of the right form are read', () => {
  const storage = { get: () => '["a",1,null,"b"]' } as never
  expect(readStoredList(storage, 'key', item => typeof item === 'string')).toEqual(['a', 'b'])
})

const incomplete = JSON.stringify([null, 7, { at: 1_800_000_000_000, owner: 'token', channel: null }])

test.each([...UNUSABLE, incomplete])('a submission does not fail at the stored drafts %s', text => {
  const drafts = createDrafts(openOffline(DRAFTS_KEY, text))
  expect(drafts.find('whatsapp')).toBeUndefined()
  drafts.save('whatsapp', { at: 1_800_000_000_000, imageId: 'image' })
  expect(drafts.find('whatsapp')?.imageId).toBe('image')
})

test.each([...UNUSABLE, incomplete])('an unlock does not fail at the stored requests %s', text => {
  const requests = createUnlockRequests(openOffline(UNLOCK_REQUESTS_KEY, text))
  expect(requests.pendingPrice('e_rain_3')).toBeUndefined()
})
