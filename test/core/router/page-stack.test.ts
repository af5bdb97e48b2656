import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openRouter, play } from './open-router.js'

const urls = [
  '/',
  '/pages/index/my',
  '/pages/index/dramas?a=1',
  play('d_a'),
  play('d_b'),
  '/pages/wallet/wallet',
  '/no'
]

const steps = fc.oneof(
  fc.record({
    kind: fc.constantFrom('navigateTo', 'redirectTo', 'switchTab', 'reLaunch'),
    url: fc.constantFrom(...urls),
    isDrawn: fc.boolean()
  }),
  fc.record({ kind: fc.constant('navigateBack'), delta: fc.integer({ min: -1, max: 4 }) }),
  fc.record({ kind: fc.constant('press'), delta: fc.constantFrom(-2, -1, 1) }),
  fc.record({ kind: fc.constant('reset') }),
  fc.record({ kind: fc.constant('cover') }),
  fc.record({ kind: fc.constant('uncover'), delta: fc.nat(2) })
)

type Step = { kind: string; url?: string; isDrawn?: boolean; delta?: number }

async function take(opened: ReturnType<typeof openRouter>, { kind, url = '', isDrawn, delta }: Step) {
  const { router, press, top, cover, uncover } = opened
  const ignore = () => undefined
  if (kind === 'press') press(delta ?? 0)
  else if (kind === 'cover') cover()
  else if (kind === 'uncover') uncover(delta ?? 0)
  else if (kind === 'reset') router.reset()
  else if (kind === 'navigateBack') await router.navigateBack(delta === undefined ? {} : { delta }).catch(ignore)
  else await router[kind as 'navigateTo']({ url }).catch(ignore)
  if (isDrawn) router.markRendered(top()?.id ?? 0)
}

function checkOrder({ stack, entries, position, covers }: ReturnType<typeof openRouter>) {
  const { pages, top } = stack()
  const here = entries[position()]
  expect(top).toBe(pages.at(-1))
  expect(here?.depth).toBe(covers().length)
  if (top) expect([here?.url, (here?.step ?? 0) - covers().length]).toEqual([top.url, top.step])
  expect(new Set(pages.map(({ id }) => id)).size).toBe(pages.length)
  const tabs = pages.filter(({ route }) => route.tab !== undefined)
  expect(new Set(tabs.map(({ route }) => route)).size).toBe(tabs.length)
  const others = pages.filter(({ route }) => route.tab === undefined).map(({ step }) => step)
  expect(others).toEqual([...new Set(others)].sort((one, other) => one - other))
  expect(Math.max(0, ...others)).toBeLessThanOrEqual(top?.step ?? 0)
  expect(entries.map(({ step }) => step)).toEqual(entries.map((_, place) => place))
}

test.each([false, true])('whatever is asked for, stack and history agree (isSlow: %s)', async isSlow => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { maxLength: 25 }), async taken => {
      const opened = openRouter({ isSlow })
      for (const step of taken) {
        await take(opened, step)
        await opened.settled()
        checkOrder(opened)
      }
    }),
    { numRuns: isSlow ? 100 : 400 }
  )
})

test('whatever is asked for without waiting, stack and history agree in the end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { maxLength: 12 }), async taken => {
      const opened = openRouter({ isSlow: true })
      await Promise.all(taken.map(step => take(opened, step)))
      await opened.settled()
      checkOrder(opened)
    }),
    { numRuns: 200 }
  )
})
