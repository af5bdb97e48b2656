import { describe, expect, test } from 'vitest'
import { createGroupCommit } from '../../../server/lib/group-commit.js'

interface Item {
  key: string
  size?: number
}

/** Groups wait until the test ends them. */
function openGroups(mayFailAlone = (_error: unknown) => true) {
  const groups: { items: readonly Item[]; end(): void; fail(error: Error): void }[] = []
  const commit = createGroupCommit<Item, string>({
    keyOf: ({ key }) => key,
    sizeOf: ({ size = 1 }) => size,
    maxGroupSize: 10,
    intervalMs: 25,
    mayFailAlone,
    writeAll: items =>
      new Promise((resolve, reject) => {
        groups.push({ items, end: () => resolve(items.map(({ key }) => `${key} written`)), fail: reject })
      })
  })
  const nextGroup = async (count: number) => {
    await expect.poll(() => groups.length).toBe(count)
    return groups[count - 1] as (typeof groups)[number]
  }
  return { groups, nextGroup, write: commit.write }
}

const keysOf = ({ items }: { items: readonly Item[] }) => items.map(({ key }) => key)

describe('calls that are written together', () => {
  test('the first call is written at once, those that come meanwhile together, each with its own result', async () => {
    const { groups, nextGroup, write } = openGroups()
    const first = write({ key: 'a' })
    expect(groups.map(keysOf)).toEqual([['a']])
    const others = Promise.all(['b', 'c', 'd'].map(key => write({ key })))
    groups[0]?.end()
    expect(await first).toBe('a written')
    const second = await nextGroup(2)
    expect(keysOf(second)).toEqual(['b', 'c', 'd'])
    second.end()
    expect(await others).toEqual(['b written', 'c written', 'd written'])
  })

  test('a group has one call of a key, and calls of a key stay in order', async () => {
    const { groups, nextGroup, write } = openGroups()
    void write({ key: 'first' })
    for (const [key, size] of [
      ['a', 1],
      ['a', 2],
      ['b', 1],
      ['a', 3]
    ] as const)
      void write({ key, size })
    groups[0]?.end()
    const sizes: (readonly Item[])[] = []
    for (const count of [2, 3, 4]) {
      const group = await nextGroup(count)
      sizes.push(group.items)
      group.end()
    }
    expect(sizes).toEqual([
      [
        { key: 'a', size: 1 },
        { key: 'b', size: 1 }
      ],
      [{ key: 'a', size: 2 }],
      [{ key: 'a', size: 3 }]
    ])
  })

  test('a group is no larger than allowed, and one call may be larger alone', async () => {
    const { groups, nextGroup, write } = openGroups()
    void write({ key: 'first' })
    for (const [key, size] of [
      ['a', 6],
      ['b', 5],
      ['c', 4],
      ['d', 30]
    ] as const)
      void write({ key, size })
    groups[0]?.end()
    const keys: string[][] = []
    for (const count of [2, 3, 4]) {
      const group = await nextGroup(count)
      keys.push(keysOf(group))
      group.end()
    }
    expect(keys).toEqual([['a', 'c'], ['b'], ['d']])
  })

  test('one call that cannot be written does not stop the others of its group', async () => {
    const { groups, nextGroup, write } = openGroups()
    void write({ key: 'first' })
    const results = Promise.allSettled(['good', 'bad'].map(key => write({ key })))
    groups[0]?.end()
    ;(await nextGroup(2)).fail(new Error('one of both is bad'))
    const alone = [await nextGroup(4), groups[2] as (typeof groups)[number]]
    for (const group of alone) keysOf(group)[0] === 'bad' ? group.fail(new Error('bad')) : group.end()
    expect(await results).toEqual([
      { status: 'fulfilled', value: 'good written' },
      { status: 'rejected', reason: new Error('bad') }
    ])
  })

  test('where nothing can be written, nothing is tried again one by one, and the next call is', async () => {
    const { groups, nextGroup, write } = openGroups(() => false)
    void write({ key: 'first' })
    const results = Promise.allSettled(['a', 'b'].map(key => write({ key })))
    groups[0]?.end()
    ;(await nextGroup(2)).fail(new Error('no database'))
    expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const later = write({ key: 'later' })
    ;(await nextGroup(3)).end()
    expect(await later).toBe('later written')
    expect(groups).toHaveLength(3)
  })
})
