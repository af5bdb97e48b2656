import { describe, expect, test } from 'vitest'
import { openRouter, play } from './open-router.js'

const UNKNOWN_PAGE = '/pages/nowhere'

describe('at start', () => {
  test('D-033 D-034 D-035 the entry page answers to / and to its alias', () => {
    expect(openRouter().top()).toMatchObject({ url: '/', route: { name: 'home', tab: 0 } })
    const { top } = openRouter({ start: '/pages/index/index?lpid=a' })
    expect(top()).toMatchObject({ url: '/?lpid=a', query: { lpid: 'a' } })
  })

  test('D-031 every page receives its decoded query', () => {
    expect(openRouter({ start: '/pages/index/play?drama_id=d_a&x=a%20b+c&empty=&why=a?b' }).top()?.query).toEqual({
      drama_id: 'd_a',
      x: 'a b c',
      empty: '',
      why: 'a?b'
    })
  })

  test('D-056 an unregistered start shows the not-found view, and Home leads on', async () => {
    const { router, top, url } = openRouter({ start: UNKNOWN_PAGE })
    expect(top()).toBeUndefined()
    await router.reLaunch({ url: '/' })
    expect(url()).toBe('/')
  })
})

describe('navigateTo', () => {
  test('keeps the page below alive; Back ends the one above', async () => {
    const { router, press, url, alive } = openRouter()
    await router.navigateTo({ url: play('d_a') })
    expect(alive()).toEqual(['/', play('d_a')])
    press(-1)
    expect(url()).toBe('/')
    expect(alive()).toEqual(['/'])
  })

  test('a relative address counts from the folder of the page on screen, and Home has one', async () => {
    const { router, url } = openRouter()
    await router.navigateTo({ url: 'play?drama_id=d_a' })
    expect(url()).toBe(play('d_a'))
    await router.navigateTo({ url: '../wallet/./store' })
    expect(url()).toBe('/pages/wallet/store')
  })

  test('Forward after Back opens the page again', async () => {
    const { router, press, url } = openRouter()
    await router.navigateTo({ url: play('d_a') })
    press(-1)
    press(1)
    expect(url()).toBe(play('d_a'))
  })

  test('two pages of one address are two pages', async () => {
    const { router, top, alive, press } = openRouter()
    await router.navigateTo({ url: play('d_a') })
    const first = top()?.id
    router.markRendered(first ?? 0)
    await router.navigateTo({ url: play('d_a') })
    expect(alive()).toEqual(['/', play('d_a'), play('d_a')])
    press(-1)
    expect(top()?.id).toBe(first)
  })
})

describe('redirectTo and reLaunch', () => {
  test('add no history entry', async () => {
    const { router, entries, alive } = openRouter()
    await router.navigateTo({ url: play('d_a') })
    await router.redirectTo({ url: play('d_b') })
    expect(entries.map(({ url }) => url)).toEqual(['/', play('d_b')])
    await router.reLaunch({ url: '/' })
    expect(alive()).toEqual(['/'])
    expect(entries).toHaveLength(2)
  })

  test('redirectTo from the only page leaves the new one alone; from there the way back is Home', async () => {
    const { router, alive, url } = openRouter()
    await router.redirectTo({ url: play('d_a') })
    expect(alive()).toEqual([play('d_a')])
    await router.navigateBack()
    expect(url()).toBe('/')
  })

  test('reLaunch ends every page, tabs too; from there the way back is Home', async () => {
    const { router, top, alive, entries, press, url } = openRouter()
    const home = top()?.id
    await router.switchTab({ url: '/pages/index/my' })
    await router.navigateTo({ url: play('d_a') })
    await router.reLaunch({ url: '/pages/wallet/wallet' })
    expect(alive()).toEqual(['/pages/wallet/wallet'])
    await router.navigateBack()
    expect([url(), entries.length]).toEqual(['/', 2])
    expect(top()?.id).not.toBe(home)
    press(-1)
    expect(url()).toBe('/pages/index/my')
  })

  test('reLaunch to a tab keeps the query', async () => {
    const { router, top } = openRouter()
    await router.reLaunch({ url: '/pages/index/my?from=mail' })
    expect(top()).toMatchObject({ url: '/pages/index/my?from=mail', query: { from: 'mail' } })
  })
})

describe('switchTab', () => {
  test('D-064 keeps tabs alive, ends other pages, drops the query and adds no entry', async () => {
    const { router, entries, top, alive } = openRouter()
    const home = top()?.id
    await router.switchTab({ url: '/pages/index/dramas?tag=a' })
    expect(top()).toMatchObject({ url: '/pages/index/dramas', query: {} })
    await router.navigateTo({ url: play('d_a') })
    await router.switchTab({ url: '/' })
    expect(top()?.id).toBe(home)
    expect(alive().sort()).toEqual(['/', '/pages/index/dramas'])
    expect(entries).toHaveLength(2)
  })

  test('Back to a tab shows the one that was kept', async () => {
    const { router, top, press } = openRouter()
    const home = top()?.id
    await router.navigateTo({ url: play('d_a') })
    await router.switchTab({ url: '/' })
    await router.navigateTo({ url: play('d_b') })
    press(-1)
    expect(top()?.id).toBe(home)
    press(-1)
    expect(top()?.id).toBe(home)
  })
})

describe('navigateBack', () => {
  test('with nothing below shows Home instead of leaving the page', async () => {
    const { router, url } = openRouter({ start: play('d_a') })
    expect(await router.navigateBack()).toEqual({ errMsg: 'navigateBack:ok' })
    expect(url()).toBe('/')
  })

  test('from a tab shows Home, and on Home stays where it is', async () => {
    const { router, url, entries, visited, position } = openRouter()
    await router.navigateTo({ url: play('d_a') })
    await router.switchTab({ url: '/pages/index/my' })
    await router.navigateBack()
    expect([url(), position()]).toEqual(['/', 1])
    visited.length = 0
    await router.navigateBack()
    expect([url(), visited, entries.length]).toEqual(['/', [], 2])
  })

  test.each([
    [1, play('d_b')],
    [2, play('d_a')],
    [3, '/'],
    [9, '/'],
    ['2', play('d_a')],
    [undefined, play('d_b')],
    [0, play('d_b')],
    [-4, play('d_b')],
    [Number.NaN, play('d_b')],
    ['two', play('d_b')],
    [{}, play('d_b')]
  ])('by %j leads to %s', async (delta, expected) => {
    const { router, url } = openRouter()
    for (const drama of ['d_a', 'd_b', 'd_c']) await router.navigateTo({ url: play(drama) })
    await router.navigateBack({ delta: delta as number })
    expect(url()).toBe(expected)
  })

  test('goes no further than the tab that the pages were opened from', async () => {
    const { router, url } = openRouter()
    await router.navigateTo({ url: play('d_a') })
    await router.switchTab({ url: '/pages/index/my' })
    await router.navigateTo({ url: '/pages/wallet/wallet' })
    await router.navigateBack({ delta: 9 })
    expect(url()).toBe('/pages/index/my')
  })

  test('after a reload leads to the entry below', async () => {
    const { router, url } = openRouter({ start: play('d_a'), startStep: 2 })
    await router.navigateBack()
    expect(url()).toBe('/')
  })

  test('resolves on arrival; a second one meanwhile is refused, and other steps wait', async () => {
    const { router, url, position, alive } = openRouter({ isSlow: true })
    await router.navigateTo({ url: play('d_a') })
    const navigation = router.navigateBack()
    const again = router.navigateBack()
    const on = router.navigateTo({ url: play('d_b') })
    expect(url()).toBe(play('d_a'))
    await expect(again).rejects.toThrow('navigateBack:fail locked')
    await navigation
    await on
    expect([url(), position(), alive()]).toEqual([play('d_b'), 1, ['/', play('d_b')]])
  })

  test('that never arrives holds nothing up for longer than a second', async () => {
    const { router, entries, url, advance } = openRouter()
    await router.navigateTo({ url: play('d_a') })
    entries.length = 0
    const navigation = router.navigateBack()
    const on = router.navigateTo({ url: play('d_b') })
    await advance(999)
    expect(url()).toBe(play('d_a'))
    await advance(1)
    await Promise.all([navigation, on])
    expect(url()).toBe(play('d_b'))
  })
})

describe('reset', () => {
  test('D-074 shows the entry page anew, whatever is pending, and leaves nothing locked', async () => {
    const { router, top, alive } = openRouter()
    const home = top()?.id
    await router.navigateTo({ url: play('d_a') })
    router.reset()
    expect(alive()).toEqual(['/'])
    expect(top()?.id).not.toBe(home)
    await router.navigateTo({ url: play('d_a') })
  })

  test('on the way back to another page the app still ends up on the entry page', async () => {
    const { router, alive } = openRouter({ isSlow: true })
    for (const drama of ['d_a', 'd_b']) await router.navigateTo({ url: play(drama) })
    const navigation = router.navigateBack()
    router.reset()
    await navigation
    await expect.poll(alive).toEqual(['/'])
  })
})

test('the viewer arrives at an address that is no page: not found, and Back leads out of it', async () => {
  const { router, entries, press, top, url, alive } = openRouter()
  await router.navigateTo({ url: play('d_a') })
  entries.push({ url: UNKNOWN_PAGE, step: 2, depth: 0 })
  press(1)
  expect([top(), alive()]).toEqual([undefined, ['/', play('d_a')]])
  await router.navigateBack()
  expect(url()).toBe(play('d_a'))
})

test('who navigates while being told of a step ends up where they wanted', async () => {
  const { router, url, alive } = openRouter()
  let isAsked = false
  router.$stack.listen(() => {
    if (isAsked) return
    isAsked = true
    void router.navigateTo({ url: play('d_b') })
  })
  await router.navigateTo({ url: play('d_a') })
  expect([url(), alive()]).toEqual([play('d_b'), ['/', play('d_a'), play('d_b')]])
})

test('a step that is under way when the app ends is refused, and nothing of it happens', async () => {
  const end = new AbortController()
  const { router, entries } = openRouter({ isSlow: true, signal: end.signal })
  await router.navigateTo({ url: '/pages/wallet/wallet' })
  const navigation = router.navigateBack()
  const next = router.navigateTo({ url: '/pages/index/search' })
  end.abort()
  await expect(navigation).rejects.toMatchObject({ errMsg: 'navigateBack:fail abort' })
  await expect(next).rejects.toMatchObject({ errMsg: 'navigateTo:fail abort' })
  expect(entries.map(({ url }) => url)).not.toContain('/pages/index/search')
})

describe('rewriteQuery', () => {
  const episode = (no: number) => `${play('d_a')}&episode_no=${no}`

  test('changes the address of the page that is shown, which stays the same page; Back and Forward find it', async () => {
    const { router, press, url, alive, top } = openRouter()
    await router.navigateTo({ url: episode(2) })
    const id = top()?.id ?? 0
    await router.rewriteQuery(id, { drama_id: 'd_a', episode_no: '3' })
    expect([top()?.id, url(), alive()]).toEqual([id, episode(3), ['/', episode(3)]])
    expect(top()?.query.episode_no).toBe('3')
    await router.navigateTo({ url: '/pages/wallet/store' })
    press(-1)
    expect([top()?.id, url()]).toEqual([id, episode(3)])
    press(-1)
    press(1)
    expect(url()).toBe(episode(3))
  })

  test('waits for the entry of an open overlay, which stays open; nothing happens below another page', async () => {
    const { router, press, url, top } = openRouter()
    await router.navigateTo({ url: episode(2) })
    const id = top()?.id ?? 0
    let isOpen = true
    router.pushOverlay(() => {
      isOpen = false
    })
    await router.rewriteQuery(id, { drama_id: 'd_a', episode_no: '3' })
    await Promise.resolve()
    expect([isOpen, url()]).toEqual([true, episode(3)])
    press(-1)
    expect([isOpen, url()]).toEqual([false, episode(3)])
    await router.navigateTo({ url: '/pages/wallet/store' })
    await router.rewriteQuery(id, { drama_id: 'd_a', episode_no: '4' })
    press(-1)
    expect([top()?.id, url()]).toEqual([id, episode(3)])
  })
})
