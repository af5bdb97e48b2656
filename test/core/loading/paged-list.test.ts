import { describe, expect, test } from 'vitest'
import { createPagedList, type ListResponse } from '../../../src/core/loading/paged-list.js'

type Page = ListResponse<string>

const page = (list: string[], next_cursor: string | null): Page => ({
  list,
  next_cursor,
  has_more: next_cursor !== null
})
const turn = () => new Promise(resolve => setImmediate(resolve))

async function openList(first: Page = page(['a'], 'after-a')) {
  const requests: { cursor: string | undefined; answer: (page: Page) => void; fail: (error: unknown) => void }[] = []
  const paged = createPagedList(cursor => new Promise<Page>((answer, fail) => requests.push({ cursor, answer, fail })))
  requests[0]?.answer(first)
  await turn()
  const shown = () => {
    const loadable = paged.list.$loadable.get()
    return loadable.state === 'ready' ? loadable.value.list : loadable.state
  }
  return { ...paged, requests, shown, next: () => paged.$next.get() }
}

describe('the next page', () => {
  test('is asked for once at a time, and appended', async () => {
    const { loadMore, requests, shown, next } = await openList()
    expect(next()).toBe('idle')
    const more = loadMore()
    void loadMore()
    expect(next()).toBe('loading')
    expect(requests.map(({ cursor }) => cursor)).toEqual([undefined, 'after-a'])
    requests[1]?.answer(page(['b'], null))
    await more
    expect(shown()).toEqual(['a', 'b'])
    expect(next()).toBe('idle')
  })

  test('is not asked for after the last', async () => {
    const { loadMore, requests, next } = await openList(page(['a'], null))
    await loadMore()
    expect(requests).toHaveLength(1)
    expect(next()).toBe('idle')
  })

  test('that does not come says so, leaves the list, and can be asked for again', async () => {
    const { loadMore, requests, shown, next } = await openList()
    const more = loadMore()
    requests[1]?.fail('offline')
    await more
    expect(shown()).toEqual(['a'])
    expect(next()).toBe('failed')
    const again = loadMore()
    expect(next()).toBe('loading')
    requests[2]?.answer(page(['b'], null))
    await again
    expect(shown()).toEqual(['a', 'b'])
    expect(next()).toBe('idle')
  })

  test('of a list that has begun anew meanwhile is dropped, come or not', async () => {
    for (const end of ['answer', 'fail'] as const) {
      const { list, loadMore, requests, shown, next } = await openList()
      const more = loadMore()
      const refreshed = list.refresh()
      requests[2]?.answer(page(['z'], 'after-z'))
      await refreshed
      if (end === 'answer') requests[1]?.answer(page(['b'], null))
      else requests[1]?.fail('offline')
      await more
      expect(shown()).toEqual(['z'])
      expect(next()).toBe('idle')
    }
  })

  test('that failed is forgotten when the list begins anew', async () => {
    const { list, loadMore, requests, next } = await openList()
    const more = loadMore()
    requests[1]?.fail('offline')
    await more
    const refreshed = list.refresh()
    requests[2]?.answer(page(['z'], 'after-z'))
    await refreshed
    expect(next()).toBe('idle')
  })
})
