import { expect, test } from 'vitest'
import { listStateChanges } from '../../console/audit/list-state-changes.js'

const money = (amount: number, currency: string) => `${currency} ${(amount / 100).toFixed(2)}`
const list = (before: object | null, after: object | null) =>
  listStateChanges(before && JSON.stringify(before), after && JSON.stringify(after), money)

test('a price is money where the state says its currency', () => {
  const state = { amount: 990, currency: 'BRL', sort: 1 }
  expect(list(state, { ...state, amount: 890 })).toEqual([{ field: 'amount', before: 'BRL 9.90', after: 'BRL 8.90' }])
  expect(list({ ...state, amount: '990' }, { ...state, amount: '890' })).toEqual([
    { field: 'amount', before: 'BRL 9.90', after: 'BRL 8.90' }
  ])
  expect(list({ amount: 990 }, { amount: 890 })).toEqual([{ field: 'amount', before: '990', after: '890' }])
  expect(list({ amount: 1, currency: '<b>' }, { amount: 2, currency: '<b>' })).toEqual([
    { field: 'amount', before: '1', after: '2' }
  ])
})

test('a created thing has no value before, and what stayed is left out', () => {
  expect(list(null, { name: 'A', tags: ['b'] })).toEqual([
    { field: 'name', before: '—', after: 'A' },
    { field: 'tags', before: '—', after: '["b"]' }
  ])
  expect(list({ name: 'A' }, { name: 'A' })).toEqual([])
})
