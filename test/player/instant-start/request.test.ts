import { expect, test } from 'vitest'
import { requestInstantStart } from '../../../src/player/instant-start/request.js'
import { createTestEnvironment } from '../../core/support/test-environment.js'

const episode = { drama_id: 'd_rain', episode_no: '3' }
const session = { firstui_m_token: 'token' }

interface Visit {
  query?: Record<string, string>
  stored?: Record<string, string>
  pageUrl?: string
  partnerToken?: string
}

function requestStart({ query = episode, stored = {}, pageUrl = 'https://shop.example/', partnerToken }: Visit) {
  const { storage, fetch, sent, ...rest } = createTestEnvironment({
    pageUrl,
    stored: new Map(Object.entries(stored)),
    fetch: async () => new Response(null, { status: 204 })
  })
  const options = { screen: `play:${query.drama_id}:${query.episode_no ?? 1}`, query, lang: 'en', partnerToken }
  const { signal } = new AbortController()
  const request = requestInstantStart({ ...rest, storage, fetch }, 'https://api.example', options, signal)
  const [first] = sent
  return { request, sent: first && `${first.method} ${first.url.pathname}${first.url.search}`, body: first?.body }
}

test('a visitor without a session sends no body, and a time of the link', () => {
  expect(requestStart({}).sent).toBe('GET /m/opening/d_rain/3')
  expect(requestStart({ query: { ...episode, t: '7' } }).sent).toBe('GET /m/opening/d_rain/3?t=7')
  expect(requestStart({ query: { drama_id: 'd_rain' } }).sent).toBe('GET /m/opening/d_rain/1')
})

test('a viewer with a session sends the token, the language and the token of the partner, stored or of the attribute', () => {
  const { sent, body, request } = requestStart({ stored: session })
  expect([sent, body]).toEqual(['POST /m/opening/d_rain/3', { token: 'token', lang: 'en' }])
  expect(JSON.parse(request?.viewerBody ?? '')).toEqual(body)
  const stored = { ...session, drama_xx_token: 'stored' }
  expect(requestStart({ stored }).body).toMatchObject({ xx_token: 'stored' })
  expect(requestStart({ stored, partnerToken: 'attribute' }).body).toMatchObject({ xx_token: 'attribute' })
})

test('a session with a promo link, or with a link that names no episode, is left to the app', () => {
  const left: Visit[] = [{ query: { drama_id: 'd_rain' } }, { pageUrl: 'https://shop.example/?lps=promo' }]
  for (const visit of left) expect(requestStart({ ...visit, stored: session }).request).toBeUndefined()
  expect(requestStart({ query: { drama_id: 'd_rain', episode_no: 'x' } }).request).toBeUndefined()
})
