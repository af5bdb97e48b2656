import { expect, isEqual, show } from './expect.js'

// Taken before anything counts timers.
const wait = window.setTimeout.bind(window)
const LIMIT = 10_000
const STEP = 15

/** Asks again until the answer is truthy, and gives it; throws with the last answer when that never happens. */
export async function until<Value>(read: () => Value): Promise<NonNullable<Value>> {
  const end = performance.now() + LIMIT
  for (;;) {
    const value = read()
    if (value) return value
    if (performance.now() > end) throw new Error(`never came true: ${read} (last: ${show(value)})`)
    await new Promise(resolve => wait(() => resolve(undefined), STEP))
  }
}

/** Asks again until the answer equals what is expected; fails with the difference. */
export async function eventually<Value>(read: () => Value, expected: Value): Promise<void> {
  const end = performance.now() + LIMIT
  while (!isEqual(read(), expected) && performance.now() < end) {
    await new Promise(resolve => wait(() => resolve(undefined), STEP))
  }
  expect(read()).toEqual(expected)
}

/** Lets everything that is due already happen: tasks, microtasks and two frames. */
export async function settle(): Promise<void> {
  for (let frame = 0; frame < 2; frame++) {
    await new Promise(resolve => requestAnimationFrame(resolve))
    await new Promise(resolve => wait(() => resolve(undefined), 0))
  }
}
