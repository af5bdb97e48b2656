import fc from 'fast-check'
import { expect, test } from 'vitest'
import { varyFirstDramas } from '../../../server/modules/catalogue/shelf-order.js'
import { texts } from '../support/package-fixture.js'

const toShelf = (id: string, ids: readonly string[]) => ({
  id,
  title: texts(id),
  rows: ids.map(dramaId => ({ id: dramaId }))
})
const vary = (shelves: Record<string, string[]>) =>
  varyFirstDramas(Object.entries(shelves).map(([id, ids]) => toShelf(id, ids))).map(({ rows }) =>
    rows.map(({ id }) => id).join('')
  )

test('a shelf begins with dramas that no shelf before begins with, in its own order', () => {
  expect(vary({ hot: [...'abcdefgh'], new: [...'hacbgdfe'], romance: [...'abeh'] })).toEqual([
    'abcdefgh',
    'hgfeacbd',
    'abeh'
  ])
})

test('the ranking stays a ranking, and a drama that many shelves have moves back step by step', () => {
  expect(vary({ new: [...'ab'], hot: [...'abc'], one: [...'abc'], two: [...'cab'] })).toEqual([
    'ab',
    'abc',
    'cab',
    'cab'
  ])
})

test('no shelf loses or gains a drama, and the same shelves always have the same order', () => {
  const dramas = fc.uniqueArray(fc.constantFrom(...'abcdefghijklmnop'), { maxLength: 12 })
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('hot', 'new', 'x', 'y', 'z'), dramas), shelves => {
      const varied = vary(shelves)
      expect(varied.map(ids => [...ids].sort())).toEqual(Object.values(shelves).map(ids => ids.toSorted()))
      expect(vary(shelves)).toEqual(varied)
    })
  )
})
