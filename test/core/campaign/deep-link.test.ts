import { expect, test } from 'vitest'
import { firstScreenOf, parseStartAttribute } from '../../../src/core/campaign/deep-link.js'

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
