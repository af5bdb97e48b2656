import { expect, test } from 'vitest'
import { formatData } from '../../../tools/cli/format-data.js'

test('a list is a table with one column for each field', () => {
  const list = [
    { id: 'p_1', price: { amount: 990, currency: 'BRL' }, tags: ['new', 'hot'] },
    { id: 'p_22', price: { amount: 5, currency: 'BRL' }, tags: [], note: '雨の夜' }
  ]
  expect(formatData({ list, next_cursor: null })).toBe(
    [
      'id    price.amount  price.currency  tags      note',
      'p_1   990           BRL             new, hot  -',
      'p_22  5             BRL             -         雨の夜',
      '',
      'next_cursor  -'
    ].join('\n')
  )
})

test('a list that is wider than the terminal is written in blocks', () => {
  const list = [
    { id: 'c_1', name: 'a'.repeat(30) },
    { id: 'c_2', name: 'b', offer: null }
  ]
  expect(formatData({ list }, 30)).toBe([`id    c_1`, `name  ${'a'.repeat(30)}`, '', 'id    c_2', 'name  b'].join('\n'))
})

test('an object is a list of names and values, without the one name around it', () => {
  const order = { no: 'o_1', paid: true, lines: [{ id: 'x', coins: 3 }], theme: {}, assist: [] }
  const lines = ['no      o_1', 'paid    true', 'theme   -', 'assist  -', '', 'lines', 'id  coins', 'x   3']
  expect(formatData({ order })).toBe(lines.join('\n'))
  expect(formatData({ id: 'pa_1', key: null })).toBe('id   pa_1\nkey  -')
})

test('lists in rows are written in their cell, and an empty list says so', () => {
  const list = [
    {
      id: 'pa_1',
      keys: [
        { id: 'pk_1', coins: 1 },
        { id: 'pk_2', coins: 2 }
      ]
    }
  ]
  expect(formatData({ list })).toBe(['id    keys', 'pa_1  id=pk_1 coins=1; id=pk_2 coins=2'].join('\n'))
  expect(formatData({ list: [] })).toBe('(none)')
})

test('control characters of a viewer’s text reach no terminal', () => {
  expect(formatData({ note: 'a\u001b[2Jb\nc\u202e' })).toBe('note  a\\u{1b}[2Jb\\u{a}c\\u{202e}')
})
