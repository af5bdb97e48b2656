import { expect, test } from 'vitest'
import { createListRefresh, mergeFirstPage } from '../../../src/core/loading/list-refresh.js'
import { createPagedList } from '../../../src/core/loading/paged-list.js'
import { waitForState } from '../support/open-test-app.js'

interface Entry {
  id: string
  text?: string
}

const page = (next_cursor: string | null, ...list: Entry[]) => ({ list, next_cursor, has_more: next_cursor !== null })
const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map(id => ({ id }) satisfies Entry) as [
  Entry,
  Entry,
  Entry,
  Entry,
  Entry
]

test('a list without news stays the same object, however far it was loaded', () => {
  const loaded = page('after-d', a, b, c, d)
  expect(mergeFirstPage(loaded, page('after-b', { ...a }, { ...b }))).toBe(loaded)
  const whole = page(null, a, b)
  expect(mergeFirstPage(whole, page(null, { ...a }, { ...b }))).toBe(whole)
  const none = page(null)
  expect(mergeFirstPage(none, page(null))).toBe(none)
})

test('news is put on top, and the loaded rest stays', () => {
  const changed = { id: 'b', text: 'changed' }
  const merged = mergeFirstPage(page('after-d', b, c, d), page('after-b', a, changed))
  expect(merged).toEqual(page('after-d', a, changed, c, d))
})

test('a first page that has everything, or nothing in common, replaces the list', () => {
  const loaded = page('after-d', b, c, d)
  for (const fresh of [page(null, b, c), page(null), page('after-e', a, e), page('after-d', a, b, c, d)]) {
    expect(mergeFirstPage(loaded, fresh)).toBe(fresh)
  }
})

test('a refresh without changes does not notify subscribers', async () => {
  const { list } = createPagedList<Entry>(async () => page('after-b', a, b))
  const before = await waitForState(list.$loadable, 'ready')
  let changes = 0
  list.$loadable.listen(() => changes++)
  const load = async () => page('after-b', { ...a }, { ...b })
  await createListRefresh(list, load, mergeFirstPage)()
  expect(changes).toBe(0)
  expect(list.$loadable.get()).toBe(before)
})
