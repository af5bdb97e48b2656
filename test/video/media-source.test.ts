import { afterEach, expect, test, vi } from 'vitest'
import { findMediaSource } from '../../src/dom/browser-features/media-source.js'

class Managed {}
class Unmanaged {}

afterEach(() => vi.unstubAllGlobals())

test('a managed source comes first, but not in a page without an origin, where WebKit plays HLS by itself', () => {
  expect(findMediaSource()).toBeUndefined()
  vi.stubGlobal('MediaSource', Unmanaged)
  vi.stubGlobal('origin', 'null')
  expect(findMediaSource()).toBe(Unmanaged)
  vi.stubGlobal('ManagedMediaSource', Managed)
  expect(findMediaSource()).toBeUndefined()
  vi.stubGlobal('origin', 'https://partner.example')
  expect(findMediaSource()).toBe(Managed)
})
