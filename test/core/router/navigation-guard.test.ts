import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Router } from '../../../src/core/router/router.js'
import { routes } from '../../../src/core/router/routes.js'
import { openRouter, play } from './open-router.js'

type Kind = 'navigateTo' | 'redirectTo' | 'switchTab' | 'reLaunch'

const kinds: readonly Kind[] = ['navigateTo', 'redirectTo', 'switchTab', 'reLaunch']

const navigate = (router: Router, kind: Kind, url: unknown) => router[kind]({ url: url as string })

test('D-038 D-039 D-042 D-043 D-045 D-046 D-050 D-052 D-056 these twelve pages are registered, and no other', () => {
  expect(routes.map(({ name, path }) => [name, path])).toEqual([
    ['home', '/'],
    ['discover', '/pages/index/dramas'],
    ['library', '/pages/index/record'],
    ['profile', '/pages/index/my'],
    ['player', '/pages/index/play'],
    ['search', '/pages/index/search'],
    ['wallet', '/pages/wallet/wallet'],
    ['store', '/pages/wallet/store'],
    ['reward', '/pages/reward/reward'],
    ['whatsapp', '/pages/reward/whatsapp'],
    ['facebook', '/pages/reward/facebook'],
    ['telegram', '/pages/reward/tg']
  ])
  expect(routes.find(({ alias }) => alias)?.alias).toBe('/pages/index/index')
})

test('D-057 D-058 four of them are tabs, in order', () => {
  expect(routes.filter(route => route.tab !== undefined).map(({ name, tab }) => [name, tab])).toEqual([
    ['home', 0],
    ['discover', 1],
    ['library', 2],
    ['profile', 3]
  ])
})

const refused: [string, Kind, unknown, string][] = [
  ['D-219', 'navigateTo', '', 'navigateTo:fail Missing required args: "url"'],
  ['D-219', 'redirectTo', undefined, 'redirectTo:fail Missing required args: "url"'],
  ['D-219', 'switchTab', null, 'switchTab:fail Missing required args: "url"'],
  ['D-219', 'reLaunch', 7, 'reLaunch:fail Missing required args: "url"'],
  ['D-066 D-220', 'navigateTo', '/pages/x/y?a=1', 'navigateTo:fail page `/pages/x/y?a=1` is not found'],
  ['D-067 D-220', 'redirectTo', '/pages/x', 'redirectTo:fail page `/pages/x` is not found'],
  ['D-067 D-220', 'reLaunch', '/pages/x', 'reLaunch:fail page `/pages/x` is not found'],
  ['D-067 D-220', 'switchTab', '/pages/x', 'switchTab:fail page `/pages/x` is not found'],
  ['D-068 D-221', 'navigateTo', '/pages/index/my', 'navigateTo:fail can not navigateTo a tabbar page'],
  ['D-068 D-221', 'navigateTo', '/', 'navigateTo:fail can not navigateTo a tabbar page'],
  ['D-068 D-221', 'navigateTo', '/pages/index/index?a', 'navigateTo:fail can not navigateTo a tabbar page'],
  ['D-069', 'redirectTo', '/pages/index/record', 'redirectTo:fail can not redirectTo a tabbar page'],
  ['D-070 D-222', 'switchTab', '/pages/index/play', 'switchTab:fail can not switch to no-tabBar page'],
  ['D-070 D-222', 'switchTab', '/pages/wallet/wallet', 'switchTab:fail can not switch to no-tabBar page']
]
test.each(refused)('%s %s(%j) is refused with its text, also under errMsg', async (_numbers, kind, url, message) => {
  const { router, visited, entries } = openRouter()
  const error = await navigate(router, kind, url).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(Error)
  expect(error).toMatchObject({ message, errMsg: message })
  expect([visited, entries.length]).toEqual([[], 1])
})

describe('answers', () => {
  test.each([
    ['navigateTo', play('d_a')],
    ['redirectTo', play('d_a')],
    ['switchTab', '/pages/index/my'],
    ['reLaunch', '/pages/index/my?a=1']
  ] as const)('%s to %s resolves with its name and ok', async (kind, url) => {
    expect(await navigate(openRouter().router, kind, url)).toEqual({ errMsg: `${kind}:ok` })
  })
})

test.each([
  ['?a=1+2&b=x%2By', { a: '1 2', b: 'x+y' }, '?a=1%202&b=x%2By'],
  ['?key=', { key: '' }, '?key='],
  ['?key', { key: '' }, '?key='],
  ['?a=1&a=2', { a: '2' }, '?a=2'],
  ['?a=b=c&d=e?f', { a: 'b=c', d: 'e?f' }, '?a=b%3Dc&d=e%3Ff'],
  ['?x=%E0%A4%A', { x: '\ufffd%A' }, '?x=%EF%BF%BD%25A'],
  ['?x=🎬 &y=é', { x: '🎬 ', y: 'é' }, '?x=%F0%9F%8E%AC%20&y=%C3%A9'],
  ['?a=1#frag?b=2', { a: '1' }, '?a=1'],
  ['?', {}, '']
])('D-031 the query %s arrives decoded, and is written anew', async (search, query, written) => {
  const { router, top } = openRouter()
  await router.navigateTo({ url: `/pages/index/search${search}` })
  expect(top()).toMatchObject({ query, url: `/pages/index/search${written}` })
})

test('a query may be called like what every object has', async () => {
  const { router, top } = openRouter()
  await router.navigateTo({ url: '/pages/index/search?__proto__=x&constructor=y' })
  expect(Object.entries(top()?.query ?? {})).toEqual([
    ['__proto__', 'x'],
    ['constructor', 'y']
  ])
  expect(Object.getPrototypeOf({})).toBe(Object.prototype)
  expect('x' in {}).toBe(false)
})

describe('locked', () => {
  const url = '/pages/index/play?id=1'
  const locked = `navigateTo:fail ${url} locked`

  test('D-071 D-223 the same step while it is pending, a second and a third time, by whatever name', async () => {
    const { router, alive } = openRouter()
    await router.navigateTo({ url })
    for (const _tap of [2, 3]) await expect(router.navigateTo({ url })).rejects.toThrow(locked)
    await expect(router.navigateTo({ url: 'play?id=1' })).rejects.toThrow(locked)
    await expect(router.redirectTo({ url })).rejects.toThrow(`redirectTo:fail ${url} locked`)
    expect(alive()).toEqual(['/', url])
  })

  test('D-072 another address is not locked', async () => {
    const { router, alive } = openRouter()
    await router.navigateTo({ url })
    await router.navigateTo({ url: '/pages/index/play?id=2' })
    expect(alive()).toHaveLength(3)
  })

  test('D-073 once it has settled the same address is accepted again', async () => {
    const { router, top, alive } = openRouter()
    await router.navigateTo({ url })
    router.markRendered(top()?.id ?? 0)
    await router.navigateTo({ url })
    expect(alive()).toEqual(['/', url, url])
  })

  test('D-073 a pending page that the viewer has left locks nothing', async () => {
    const { router, press, alive } = openRouter()
    await router.navigateTo({ url })
    press(-1)
    await router.navigateTo({ url })
    await router.switchTab({ url: '/' })
    await router.navigateTo({ url })
    expect(alive()).toEqual(['/', url])
  })

  test('D-071 a tab that is on its way is locked with and without a query; one that was kept is not', async () => {
    const { router } = openRouter()
    await router.switchTab({ url: '/pages/index/my' })
    await expect(router.switchTab({ url: '/pages/index/my?a=1' })).rejects.toThrow('/pages/index/my locked')
    await router.switchTab({ url: '/' })
    await router.switchTab({ url: '/' })
  })
})

/** Arguments that a page may pass by mistake or on purpose. */
const hostile = [
  undefined,
  null,
  true,
  0,
  7,
  Number.NaN,
  'text',
  '',
  ' ',
  [],
  {},
  () => undefined,
  Symbol('url'),
  new Date(0),
  '//evil.example',
  'https://evil/x',
  'http://abc/pages/index/my',
  'javascript:alert(1)',
  '\\\\evil\\my',
  'data:,x',
  '..',
  '../..',
  '../../../../..',
  './',
  '?a=1',
  '#x',
  '%E0%A4%A',
  '/%E0%A4%A',
  '+',
  '/pages/index/play?%=%&=&&=',
  '/pages/index/search?__proto__=1',
  `/pages/index/search?q=${'x'.repeat(10_000)}`,
  'x'.repeat(10_000),
  '🎬',
  '\ud800',
  '/pages/index/search?q=\ud800',
  '/pages/index/my\0',
  '/PAGES/index/my',
  ' /pages/index/my',
  '/pages/index/my?'
]

describe('hostile arguments', () => {
  const options = [
    undefined,
    null,
    7,
    'text',
    {},
    Object.create(null),
    {
      get url() {
        throw new Error('no')
      }
    }
  ]
  const calls = [...options, ...hostile.map(url => ({ url }))]

  test('never throw, and leave the stack in order', async () => {
    for (const kind of kinds) {
      for (const call of calls) {
        const { router, stack, entries, position } = openRouter({ start: '/pages/index/record' })
        const answer = router[kind](call as { url: string })
        const outcome = await answer.then(
          ({ errMsg }) => errMsg,
          error => error.errMsg
        )
        expect(outcome).toMatch(new RegExp(`^${kind}:(ok|fail .+)`))
        expect(stack().top).toBe(stack().pages.at(-1))
        expect(entries[position()]?.url).toBe(stack().top?.url)
      }
    }
  })

  test('an address of another place is never taken for one of ours', async () => {
    for (const url of ['//evil.example', 'https://evil/x', 'http://abc/pages/index/my', 'javascript:alert(1)']) {
      await expect(openRouter().router.reLaunch({ url })).rejects.toThrow(/^reLaunch:fail page `.*` is not found$/)
    }
  })

  test('a refusal that nobody hears is no unhandled rejection', async () => {
    const unhandled: unknown[] = []
    const onUnhandled = (reason: unknown) => unhandled.push(reason)
    process.on('unhandledRejection', onUnhandled)
    onTestFinished(() => void process.off('unhandledRejection', onUnhandled))
    const { router } = openRouter()
    for (const call of calls) for (const kind of kinds) void router[kind](call as { url: string })
    void router.navigateBack({ delta: Symbol('delta') as unknown as number })
    void router.navigateBack(null as unknown as undefined)
    await new Promise(resolve => setTimeout(resolve, 0))
    expect(unhandled).toEqual([])
  })

  test('any text is answered', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string().map(rest => `/pages/index/play?${rest}`)
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...kinds), text, async (kind, url) => {
        const { router, stack } = openRouter()
        const answer = await router[kind]({ url }).catch((error: { errMsg: string }) => error)
        expect(answer.errMsg.startsWith(`${kind}:`)).toBe(true)
        expect(stack().top).toBeDefined()
      })
    )
  })
})
