import { expect, test } from 'vitest'
import { createRouter } from '../../../src/core/router/router.js'
import { tabs } from '../../../src/core/router/routes.js'
import { createTestEnvironment } from '../test-environment.js'

function open(start = '/') {
  const environment = createTestEnvironment({ fetch: () => Promise.reject(new Error('no network here')), start })
  const visited: string[] = []
  const router = createRouter({ history: environment.history, onNavigate: (_from, to) => visited.push(to) })
  const top = () => router.$stack.get().top
  return { environment, router, visited, top, alive: () => router.$stack.get().pages.map(({ url }) => url) }
}

test('D-033 D-034 D-035 the entry page answers to / and to its alias', () => {
  expect(open('/').top()).toMatchObject({ url: '/', route: { name: 'home', tab: 0 } })
  expect(open('/pages/index/index?lpid=a').top()).toMatchObject({ url: '/?lpid=a', query: { lpid: 'a' } })
})

test('D-057 D-058 four tabs in order', () => {
  expect(tabs.map(({ name }) => name)).toEqual(['home', 'dramas', 'record', 'my'])
})

test('D-031 every page receives its decoded query', () => {
  expect(open('/pages/index/play?drama_id=d_a&x=a%20b+c&empty=').top()?.query).toEqual({
    drama_id: 'd_a',
    x: 'a b c',
    empty: ''
  })
})

test('an unregistered start shows the not-found view', () => {
  expect(open('/pages/nowhere').top()).toBeUndefined()
})

const refused: [string, string, string, string][] = [
  ['D-219', 'navigateTo', '', 'navigateTo:fail Missing required args: "url"'],
  ['D-066 D-220', 'navigateTo', '/pages/x/y?a=1', 'navigateTo:fail page `/pages/x/y?a=1` is not found'],
  ['D-067', 'redirectTo', '/pages/x', 'redirectTo:fail page `/pages/x` is not found'],
  ['D-067', 'reLaunch', '/pages/x', 'reLaunch:fail page `/pages/x` is not found'],
  ['D-067', 'switchTab', '/pages/x', 'switchTab:fail page `/pages/x` is not found'],
  ['D-068 D-221', 'navigateTo', '/pages/index/my', 'navigateTo:fail can not navigateTo a tabbar page'],
  ['D-068', 'navigateTo', '/', 'navigateTo:fail can not navigateTo a tabbar page'],
  ['D-069', 'redirectTo', '/pages/index/record', 'redirectTo:fail can not redirectTo a tabbar page'],
  ['D-070 D-222', 'switchTab', '/pages/index/play', 'switchTab:fail can not switch to no-tabBar page']
]
test.each(refused)('%s %s(%j) is refused', async (_number, kind, url, message) => {
  const { router, visited } = open()
  const go = router[kind as 'navigateTo' | 'redirectTo' | 'reLaunch' | 'switchTab']
  await expect(go({ url })).rejects.toThrow(message)
  expect(visited).toEqual([])
})

test('D-071 D-072 D-073 D-223 the same step again is locked until its page is drawn; another one is not', async () => {
  const { router, top, alive } = open()
  const url = '/pages/index/play?drama_id=d_a'
  await router.navigateTo({ url })
  await expect(router.navigateTo({ url })).rejects.toThrow(`navigateTo:fail ${url} locked`)
  router.settle(top()?.id ?? 0)
  await router.navigateTo({ url })
  await router.navigateTo({ url: '/pages/index/play?drama_id=d_b' })
  expect(alive()).toHaveLength(4)
})

test('navigateTo keeps the page below alive, Back ends the one above', async () => {
  const { router, environment, top, alive } = open()
  await router.navigateTo({ url: '/pages/index/play?drama_id=d_a' })
  expect(alive()).toEqual(['/', '/pages/index/play?drama_id=d_a'])
  environment.back()
  expect(top()?.url).toBe('/')
  expect(alive()).toEqual(['/'])
})

test('relative addresses count from the page on screen', async () => {
  const { router, top } = open('/pages/index/my')
  await router.navigateTo({ url: 'play?drama_id=d_a' })
  expect(top()?.url).toBe('/pages/index/play?drama_id=d_a')
})

test('redirectTo and reLaunch add no history entry', async () => {
  const { router, environment, alive } = open()
  await router.navigateTo({ url: '/pages/index/play?drama_id=d_a' })
  await router.redirectTo({ url: '/pages/index/play?drama_id=d_b' })
  expect(environment.entries.map(({ url }) => url)).toEqual(['/', '/pages/index/play?drama_id=d_b'])
  await router.reLaunch({ url: '/' })
  expect(alive()).toEqual(['/'])
  expect(environment.entries).toHaveLength(2)
})

test('D-064 switchTab keeps tabs alive, ends other pages, drops the query and adds no entry', async () => {
  const { router, environment, top, alive } = open()
  const home = top()?.id
  await router.switchTab({ url: '/pages/index/dramas?tag=a' })
  expect(top()).toMatchObject({ url: '/pages/index/dramas', query: {} })
  await router.navigateTo({ url: '/pages/index/play?drama_id=d_a' })
  await router.switchTab({ url: '/' })
  expect(top()?.id).toBe(home)
  expect(alive().sort()).toEqual(['/', '/pages/index/dramas'])
  expect(environment.entries).toHaveLength(2)
})

test('navigateBack with nothing below shows Home instead of leaving the page', async () => {
  const { router, top } = open('/pages/index/play?drama_id=d_a')
  await router.navigateBack()
  expect(top()?.route.name).toBe('home')
})

test('navigateBack goes back as far as asked, and no further than the start', async () => {
  const { router, top } = open()
  await router.navigateTo({ url: '/pages/index/play?drama_id=d_a' })
  await router.navigateTo({ url: '/pages/index/play?drama_id=d_b' })
  await router.navigateBack({ delta: 9 })
  expect(top()?.url).toBe('/')
})

test('Forward after Back opens the page again', async () => {
  const { router, environment, top } = open()
  await router.navigateTo({ url: '/pages/index/play?drama_id=d_a' })
  environment.back()
  environment.history.go(1)
  expect(top()?.url).toBe('/pages/index/play?drama_id=d_a')
})
