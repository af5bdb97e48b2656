import { expect, test } from 'vitest'
import { parseSharedLink } from '../../../src/core/campaign/deep-link.js'
import { shareLink, sharePageUrl, shareUrl } from '../../../src/core/campaign/share-link.js'

const episode = { dramaId: 'd_winter-bride', no: 12, lpid: 'summer' }

test('a link names campaign, drama and episode, keeps what the page needs, and drops what only the visit had', () => {
  const link = shareLink('https://partner.example/p?id=7&fbclid=x&utm_source=y&ep=3#top', episode)
  expect(link).toBe('https://partner.example/p?id=7&ep=12&lpid=summer&drama=d_winter-bride')
  expect(shareLink('https://a.example/', { ...episode, lpid: undefined })).toBe(
    'https://a.example/?drama=d_winter-bride&ep=12'
  )
  expect(shareLink('https://user:secret@a.example/', episode)).not.toContain('secret')
})

test('what a link names is what it opens', () => {
  expect(parseSharedLink(shareLink('https://partner.example/p?id=7', episode))).toBe(
    '/pages/index/play?drama_id=d_winter-bride&episode_no=12'
  )
  expect(parseSharedLink('https://a.example/?drama=d_x')).toBe('/pages/index/play?drama_id=d_x')
})

test.each([
  '',
  '?drama=',
  '?drama=winter',
  '?drama=d_x&ep=0',
  '?drama=d_x&ep=-1',
  '?drama=d_x&ep=1e3',
  '?ep=3',
  '?drama=d_x"><b>&ep=1'
])('an address with %j shares nothing', query => expect(parseSharedLink(`https://a.example/${query}`)).toBeUndefined())

test('where the app owns the address a link leads to its beginning, elsewhere to the page', () => {
  const location = '/pages/index/play?drama_id=d_x&episode_no=2'
  expect(sharePageUrl(`https://a.example/dramas${location}`, location)).toBe('https://a.example/dramas/')
  expect(sharePageUrl(`https://a.example/landing?id=7#${location}`, location)).toBe('https://a.example/landing?id=7')
})

test('each channel gets the whole link as one value', () => {
  const link = 'https://a.example/?lpid=s&drama=d_x&ep=2'
  expect(new URL(shareUrl('whatsapp', link, 'A & B:')).searchParams.get('text')).toBe(`A & B: ${link}`)
  expect(new URL(shareUrl('facebook', link, 'A & B:')).searchParams.get('u')).toBe(link)
  const telegram = new URL(shareUrl('telegram', link, 'A & B:')).searchParams
  expect([telegram.get('url'), telegram.get('text')]).toEqual([link, 'A & B:'])
})
