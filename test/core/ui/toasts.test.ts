import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createToasts } from '../../../src/core/ui/toasts.js'
import { createTestEnvironment } from '../support/test-environment.js'

function openToasts() {
  const environment = createTestEnvironment({ fetch: () => Promise.reject(new TypeError('no network here')) })
  const toasts = createToasts(environment.clock, environment.log)
  return { toasts, environment, advance: environment.advance, shown: () => toasts.$toast.get() }
}

describe('a toast', () => {
  test('D-232 is shown after 10 ms and is gone 1500 ms later', async () => {
    const { toasts, advance, shown } = openToasts()
    toasts.show({ title: 'Saved' })
    await advance(9)
    expect(shown()).toBeUndefined()
    await advance(1)
    expect(shown()).toMatchObject({ title: 'Saved', icon: 'success', mask: false })
    await advance(1499)
    expect(shown()).toBeDefined()
    await advance(1)
    expect(shown()).toBeUndefined()
  })

  test('D-233 of the wrapper is a text alone, gone after 2000 ms', async () => {
    const { toasts, advance, shown } = openToasts()
    toasts.showText('Copied')
    await advance(10)
    expect(shown()).toMatchObject({ title: 'Copied', icon: 'none', mask: false })
    await advance(1999)
    expect(shown()).toBeDefined()
    await advance(1)
    expect(shown()).toBeUndefined()
  })

  test.each(['', ' ', '\n'])(
    'of the wrapper with nothing to say (%j) is not shown, and one before it stays',
    async text => {
      const { toasts, advance, shown } = openToasts()
      toasts.showText(text)
      await advance(10)
      expect(shown()).toBeUndefined()
      toasts.showText('Copied')
      await advance(10)
      toasts.showText(text)
      await advance(10)
      expect(shown()?.title).toBe('Copied')
    }
  )

  test.each(['success', 'loading', 'none', 'error'])(
    'D-144 D-145 D-146 D-147 has the icon %s when asked for it',
    async icon => {
      const { toasts, advance, shown } = openToasts()
      toasts.show({ icon })
      await advance(10)
      expect(shown()?.icon).toBe(icon)
    }
  )

  test.each(['fail', '', 'SUCCESS', 'toString', undefined])('D-148 has the icon success for %j', async icon => {
    const { toasts, advance, shown } = openToasts()
    toasts.show(icon === undefined ? {} : { icon })
    await advance(10)
    expect(shown()?.icon).toBe('success')
  })

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    'D-232 with the duration %s, which no toast can have, is gone after 1500 ms',
    async duration => {
      const { toasts, advance, shown } = openToasts()
      toasts.show({ duration })
      await advance(10)
      await advance(1499)
      expect(shown()).toBeDefined()
      await advance(1)
      expect(shown()).toBeUndefined()
    }
  )

  test('that lasts longer than a timer can hold does not end at once', async () => {
    const delays: number[] = []
    const { toasts, environment, advance } = openToasts()
    const { setTimer } = environment.clock
    environment.clock.setTimer = (delay, task) => {
      delays.push(delay)
      return setTimer(delay, task)
    }
    toasts.show({ duration: 1e8 })
    await advance(10)
    toasts.show({ duration: 1e12 })
    await advance(10)
    expect(delays).toEqual([10, 1e8, 10, 2 ** 31 - 1])
  })

  test('takes the place of the one before, and has its own time in full', async () => {
    const { toasts, advance, shown } = openToasts()
    toasts.show({ title: 'one' })
    await advance(10)
    const first = shown()?.id
    await advance(1490)
    toasts.show({ title: 'two', image: 'https://cdn.example/heart.png' })
    await advance(9)
    expect(shown()?.title).toBe('one')
    await advance(1)
    expect(shown()).toMatchObject({ title: 'two', image: 'https://cdn.example/heart.png' })
    expect(shown()?.id).not.toBe(first)
    await advance(1499)
    expect(shown()?.title).toBe('two')
    await advance(1)
    expect(shown()).toBeUndefined()
  })

  test('can be hidden, also before it is shown', async () => {
    const { toasts, advance, shown, environment } = openToasts()
    toasts.show({ title: 'one' })
    toasts.hide()
    await advance(2000)
    expect(shown()).toBeUndefined()
    toasts.show({ title: 'two' })
    await advance(10)
    toasts.hide()
    expect(shown()).toBeUndefined()
    toasts.hide()
    expect(environment.errors).toEqual([])
  })
})

describe('loading', () => {
  test('stays until it is hidden', async () => {
    const { toasts, advance, shown } = openToasts()
    toasts.showLoading({ title: 'Wait', mask: true })
    await advance(10)
    expect(shown()).toMatchObject({ icon: 'loading', title: 'Wait', mask: true })
    await advance(1e8)
    expect(shown()).toBeDefined()
    toasts.hideLoading()
    expect(shown()).toBeUndefined()
  })

  test('that is over within 10 ms is never shown', async () => {
    const { toasts, advance } = openToasts()
    const seen: unknown[] = []
    toasts.$toast.listen(toast => seen.push(toast))
    toasts.showLoading({ mask: true })
    await advance(9)
    toasts.hideLoading()
    await advance(10)
    expect(seen.filter(Boolean)).toEqual([])
  })

  test('goes on blocking under a toast, and is shown again after it', async () => {
    const { toasts, advance, shown } = openToasts()
    toasts.showLoading({ title: 'Wait', mask: true })
    await advance(10)
    toasts.show({ title: 'Almost', mask: false })
    await advance(10)
    expect(shown()).toMatchObject({ title: 'Almost', mask: true })
    await advance(1500)
    expect(shown()).toMatchObject({ icon: 'loading', title: 'Wait', mask: true })
    toasts.hideLoading()
    expect(shown()).toBeUndefined()
  })

  test('that ends under a toast does not come back, and leaves the toast its time', async () => {
    const { toasts, advance, shown } = openToasts()
    toasts.showLoading({ mask: true })
    await advance(10)
    toasts.showText('Network')
    await advance(10)
    toasts.hideLoading()
    expect(shown()).toMatchObject({ title: 'Network', mask: false })
    await advance(1999)
    expect(shown()).toBeDefined()
    await advance(1)
    expect(shown()).toBeUndefined()
  })

  test('takes the place of a toast, which does not come back', async () => {
    const { toasts, advance, shown } = openToasts()
    toasts.showText('Network')
    await advance(10)
    toasts.showLoading({})
    await advance(10)
    expect(shown()?.icon).toBe('loading')
    toasts.hideLoading()
    expect(shown()).toBeUndefined()
  })

  test('asked for twice has the newer text, and one hideLoading ends it', async () => {
    const { toasts, advance, shown } = openToasts()
    toasts.showLoading({ title: 'one' })
    toasts.showLoading({ title: 'two' })
    await advance(10)
    expect(shown()?.title).toBe('two')
    toasts.hideLoading()
    expect(shown()).toBeUndefined()
  })
})

describe('show and hide go in pairs', () => {
  test('hideToast does not end loading, and says so', async () => {
    const { toasts, advance, shown, environment } = openToasts()
    toasts.showLoading()
    await advance(10)
    toasts.hide()
    expect(shown()?.icon).toBe('loading')
    expect(environment.errors).toEqual(['showLoading must be paired with hideLoading'])
  })

  test('hideLoading does not hide a toast, and says so', async () => {
    const { toasts, advance, shown, environment } = openToasts()
    toasts.show({ title: 'Saved' })
    await advance(10)
    toasts.hideLoading()
    expect(shown()?.title).toBe('Saved')
    expect(environment.errors).toEqual(['showToast must be paired with hideToast'])
  })

  test('with nothing shown both do nothing', () => {
    const { toasts, environment, shown } = openToasts()
    toasts.hide()
    toasts.hideLoading()
    expect(shown()).toBeUndefined()
    expect(environment.errors).toEqual([])
  })
})

test('whatever is called when: what blocks blocks until its end, and everything but loading ends by itself', async () => {
  const call = fc.constantFrom('show', 'showMasked', 'say', 'hide', 'showLoading', 'hideLoading')
  const step = fc.record({ call, wait: fc.constantFrom(0, 5, 10, 700, 1600) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async steps => {
      const { toasts, advance, shown } = openToasts()
      let isLoading = false
      for (const { call, wait } of steps) {
        if (call === 'show') toasts.show({ title: 'a' })
        if (call === 'showMasked') toasts.show({ title: 'b', mask: true })
        if (call === 'say') toasts.showText('c')
        if (call === 'hide') toasts.hide()
        if (call === 'showLoading') toasts.showLoading({ mask: true })
        if (call === 'hideLoading') toasts.hideLoading()
        if (call.endsWith('Loading')) isLoading = call === 'showLoading'
        await advance(wait)
        if (isLoading && wait >= 10) expect(shown()?.mask).toBe(true)
        if (!isLoading) expect(shown()?.title === '' && shown()?.icon === 'loading').toBe(false)
      }
      await advance(10)
      await advance(2000)
      expect(shown()?.icon).toBe(isLoading ? 'loading' : undefined)
    })
  )
})
