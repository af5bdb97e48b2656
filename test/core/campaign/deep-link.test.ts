import { expect, test } from 'vitest'
import { firstScreenOf, parseStartAttribute, playerUrl } from '../../../src/core/campaign/deep-link.js'

test.each([
  ['drama:d_a,ep:3', '/pages/index/play?drama_id=d_a&episode_no=3'],
  ['drama:d_a', '/pages/index/play?drama_id=d_a'],
  ['drama:d_a,ep:0', undefined],
  ['drama:d_a&x=1', undefined],
  ['<script>', undefined],
  ['', undefined]
])('start=%j opens %s', (start, location) => expect(parseStartAttribute(start)).toBe(location))

test('the sign-in asks for the first screen', () => {
  expect(firstScreenOf('home', {})).toBe('home')
  expect(firstScreenOf('player', { drama_id: 'd_a', episode_no: '2' })).toBe('play:d_a:2')
  expect(firstScreenOf('player', { drama_id: 'd_a' })).toBe('play:d_a:1')
  expect(firstScreenOf('my', {})).toBeUndefined()
})

test('a second of the episode is in the address only with an episode, and not at the start', () => {
  expect(playerUrl('d_a', 1, 12)).toBe('/pages/index/play?drama_id=d_a&episode_no=1&t=12')
  expect(playerUrl('d_a', 1, 0)).toBe('/pages/index/play?drama_id=d_a&episode_no=1')
  expect(playerUrl('d_a', undefined, 12)).toBe('/pages/index/play?drama_id=d_a')
})
