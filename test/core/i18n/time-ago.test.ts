import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatTimeAgo } from '../../../src/core/i18n/time-ago.js'
import { translationOf } from '../support/translation-of.js'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const passed: [string, number][] = [
  ['D-255', 0],
  ['D-255', 9999],
  ['D-256', 10 * SECOND],
  ['D-256', 59_999],
  ['D-257', MINUTE],
  ['D-257', HOUR - 1],
  ['D-258', HOUR],
  ['D-258', DAY - 1],
  ['D-259', DAY],
  ['D-259', 30 * DAY - 1],
  ['D-260', 30 * DAY],
  ['D-260', 360 * DAY - 1],
  ['D-261', 360 * DAY],
  ['D-261', 720 * DAY]
]

const expectedTexts: Record<string, string[]> = {
  en: [
    'just now',
    'just now',
    '10 seconds ago',
    '59 seconds ago',
    '1 minute ago',
    '59 minutes ago',
    '1 hour ago',
    '23 hours ago',
    '1 day ago',
    '29 days ago',
    '1 month ago',
    '11 months ago',
    '1 year ago',
    '2 years ago'
  ],
  pt: [
    'agora mesmo',
    'agora mesmo',
    'há 10 segundos',
    'há 59 segundos',
    'há 1 minuto',
    'há 59 minutos',
    'há 1 hora',
    'há 23 horas',
    'há 1 dia',
    'há 29 dias',
    'há 1 mês',
    'há 11 meses',
    'há 1 ano',
    'há 2 anos'
  ],
  es: [
    'hace un momento',
    'hace un momento',
    'hace 10 segundos',
    'hace 59 segundos',
    'hace 1 minuto',
    'hace 59 minutos',
    'hace 1 hora',
    'hace 23 horas',
    'hace 1 día',
    'hace 29 días',
    'hace 1 mes',
    'hace 11 meses',
    'hace 1 año',
    'hace 2 años'
  ],
  'zh-Hans': [
    '刚刚',
    '刚刚',
    '10秒钟前',
    '59秒钟前',
    '1分钟前',
    '59分钟前',
    '1小时前',
    '23小时前',
    '1天前',
    '29天前',
    '1个月前',
    '11个月前',
    '1年前',
    '2年前'
  ],
  'zh-Hant': [
    '剛剛',
    '剛剛',
    '10 秒前',
    '59 秒前',
    '1 分鐘前',
    '59 分鐘前',
    '1 小時前',
    '23 小時前',
    '1 天前',
    '29 天前',
    '1 個月前',
    '11 個月前',
    '1 年前',
    '2 年前'
  ]
}

test.each(Object.keys(expectedTexts))('D-255 D-256 D-257 D-258 D-259 D-260 D-261 time ago in %s', async tag => {
  const translation = await translationOf(tag)
  expect(passed.map(([, length]) => formatTimeAgo(NOW - length, NOW, translation))).toEqual(expectedTexts[tag])
})

test('D-255 what lies ahead is just now: clocks differ', async () => {
  const en = await translationOf('en')
  expect([1, DAY, 1000 * DAY].map(ahead => formatTimeAgo(NOW + ahead, NOW, en))).toEqual(Array(3).fill('just now'))
})

test('a time that is none says nothing', async () => {
  const en = await translationOf('en')
  for (const none of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
    expect([formatTimeAgo(none, NOW, en), formatTimeAgo(NOW, none, en)]).toEqual(['', ''])
  }
})

test('D-261 long ago has groups of thousands, and times before 1970 are times', async () => {
  const en = await translationOf('en')
  expect(formatTimeAgo(NOW - 1234 * 360 * DAY, NOW, en)).toBe('1,234 years ago')
})

test('D-255 D-256 D-257 D-258 D-259 D-260 D-261 the longer ago, the more is said, and never less than one', () => {
  const units = ['second', 'minute', 'hour', 'day', 'month', 'year']
  const words = {
    text: () => '0',
    ago: (amount: number, unit: string) => `${units.indexOf(unit) + 1}.${String(amount).padStart(9, '0')}`
  }
  const length = fc.oneof(
    fc.integer({ min: 0, max: 2 * DAY }),
    fc.integer({ min: 0, max: 4000 * DAY }),
    fc.constantFrom(...passed.map(([, exact]) => exact))
  )
  fc.assert(
    fc.property(length, length, (one, other) => {
      const [shorter, longer] = [one, other].sort((a, b) => a - b).map(ms => formatTimeAgo(NOW - ms, NOW, words))
      expect([shorter, longer]).toEqual([shorter, longer].sort())
      expect(longer).not.toMatch(/-|\.0+$/)
    })
  )
})
