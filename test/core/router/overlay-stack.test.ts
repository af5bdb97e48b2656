import { describe, expect, test } from 'vitest'
import { openRouter, play } from './open-router.js'

async function openCovered(names: readonly string[], options: Parameters<typeof openRouter>[0] = {}) {
  const opened = openRouter({ isSlow: true, ...options })
  await opened.router.navigateTo({ url: play('d_a') })
  for (const name of names) opened.cover(name)
  await opened.settled()
  return opened
}

describe('Back', () => {
  test('closes what lies over the page, the topmost first, and the page after them', async () => {
    const { press, covers, url, closed } = await openCovered(['sheet', 'picture'])
    press(-1)
    expect([covers(), url()]).toEqual([['sheet'], play('d_a')])
    press(-1)
    expect([covers(), closed, url()]).toEqual([[], ['picture', 'sheet'], play('d_a')])
    press(-1)
    expect(url()).toBe('/')
  })

  test('keeps the page that it uncovers', async () => {
    const { press, top } = await openCovered(['sheet'])
    const before = top()?.id
    press(-1)
    expect(top()?.id).toBe(before)
  })

  test('over several entries closes what lay there, and goes there', async () => {
    const { press, closed, url } = await openCovered(['sheet', 'picture'])
    press(-3)
    expect([closed, url()]).toEqual([['picture', 'sheet'], '/'])
  })

  test('Forward does not open again what Back has closed, nor leaves the viewer at its entry', async () => {
    const { press, settled, position, covers, top } = await openCovered(['sheet'])
    const before = top()?.id
    press(-1)
    press(1)
    await settled()
    expect([covers(), position(), top()?.id]).toEqual([[], 1, before])
  })

  test('while what lies over the page closes by itself leaves only the page', async () => {
    const { press, uncover, settled, url, closed } = await openCovered(['sheet'])
    uncover(0)
    press(-1)
    await settled()
    expect([url(), closed]).toEqual([play('d_a'), []])
  })
})

describe('what closes by itself', () => {
  test('leaves no entry behind', async () => {
    const { uncover, settled, position, press, url } = await openCovered(['sheet', 'picture'])
    uncover(1)
    uncover(0)
    await settled()
    expect(position()).toBe(1)
    press(-1)
    expect(url()).toBe('/')
  })

  test('for another to open has its entry taken over', async () => {
    const { uncover, cover, settled, entries, position } = await openCovered(['more'])
    uncover(0)
    cover('shortcuts')
    await settled()
    expect([entries.length, position(), entries[2]?.depth]).toEqual([3, 2, 1])
  })

  test('while its entry is being left, another opens: Back closes that one', async () => {
    const { uncover, cover, settled, press, covers, closed, url } = await openCovered(['more'])
    uncover(0)
    await Promise.resolve()
    cover('drama')
    await settled()
    expect(covers()).toEqual(['drama'])
    press(-1)
    expect([closed, url()]).toEqual([['drama'], play('d_a')])
  })
})

describe('another page', () => {
  test('stands in the place of what lay over the last one, and closes it', async () => {
    const { router, entries, closed, press, settled, url } = await openCovered(['sheet', 'question'])
    await router.navigateTo({ url: play('d_b') })
    await settled()
    expect(closed).toEqual(['question', 'sheet'])
    expect(entries.map(({ url, depth }) => [url, depth])).toEqual([
      ['/', 0],
      [play('d_a'), 0],
      [play('d_b'), 0]
    ])
    press(-1)
    expect(url()).toBe(play('d_a'))
  })

  test('that does not exist changes nothing', async () => {
    const { router, covers, settled, press, url } = await openCovered(['sheet'])
    await expect(router.navigateTo({ url: '/pages/nowhere' })).rejects.toThrow('is not found')
    await settled()
    expect(covers()).toEqual(['sheet'])
    press(-1)
    expect([covers(), url()]).toEqual([[], play('d_a')])
  })

  test('is where navigateBack leads, also over a sheet; asked for twice it is one step', async () => {
    const { router, closed, url } = await openCovered(['sheet'])
    await router.navigateTo({ url: play('d_b') })
    const [first, second] = [router.navigateBack(), router.navigateBack()]
    await expect(second).rejects.toThrow('navigateBack:fail locked')
    await first
    expect([url(), closed]).toEqual([play('d_a'), ['sheet']])
  })

  test('opened right after a sheet was closed is not refused', async () => {
    const { router, uncover, url } = await openCovered(['sheet'])
    uncover(0)
    await Promise.resolve()
    await router.navigateBack()
    expect(url()).toBe('/')
  })
})

test('a page that was loaded again on the entry of a sheet comes back to its own', async () => {
  const { settled, position, top, press, url } = openRouter({ start: play('d_a'), startStep: 3, startDepth: 2 })
  const before = top()?.id
  await settled()
  expect([position(), top()?.id]).toEqual([1, before])
  press(-1)
  expect(url()).toBe('/')
})

test('the end of the app leaves the history alone', async () => {
  const end = new AbortController()
  const { uncover, settled, position } = await openCovered(['sheet'], { signal: end.signal })
  end.abort()
  uncover(0)
  await settled()
  expect(position()).toBe(2)
})
