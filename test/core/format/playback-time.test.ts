import { expect, test } from 'vitest'
import { createAccessibleTime, formatPosition } from '../../../src/core/format/playback-time.js'

test.each([
  [0, '0:00'],
  [9.9, '0:09'],
  [75, '1:15'],
  [3675, '1:01:15'],
  [Number.NaN, '0:00'],
  [-3, '0:00']
])('%d s reads %s', (seconds, text) => expect(formatPosition(seconds)).toBe(text))

test.each([
  ['en', 75, '1 minute 15 seconds'],
  ['en', 0, '0 seconds'],
  ['en', 60, '1 minute'],
  ['en', 3661.9, '1 hour 1 minute 1 second'],
  ['en', Number.NaN, '0 seconds'],
  ['en', -3, '0 seconds'],
  ['pt', 42, '42 segundos'],
  ['es-419', 62, '1 minuto 2 segundos'],
  ['zh-Hans', 62, '1分钟 2秒钟']
])('in %s, %d seconds are %j', (tag, seconds, words) => expect(createAccessibleTime(tag)(seconds)).toBe(words))
