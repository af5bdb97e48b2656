import { expect, isEqual, show } from './expect.js'

// Saved before host-page.ts replaces it to count timers.
const wait = window.setTimeout.bind(window)
const TIMEOUT_MS = 10_000
const POLL_INTERVAL_MS = 15

/** Polls until the value is truthy. Throws with the last value after the time limit. */
export async function until<Value>(read: () => Value): Promise<NonNullable<Value>> {
  const end = performance.now() + TIMEOUT_MS
  for (;;) {
    const value = read()
    if (value) return value
    if (performance.now() > end) throw new Error(`never came true: ${read} (last: ${show(value)})`)
    await new Promise(resolve => wait(() => resolve(undefined), POLL_INTERVAL_MS))
  }
}

export async function eventually<Value>(read: () => Value, expected: Value): Promise<void> {
  const end = performance.now() + TIMEOUT_MS
  while (!isEqual(read(), expected) && performance.now() < end) {
    await new Promise(resolve => wait(() => resolve(undefined), POLL_INTERVAL_MS))
  }
  expect(read()).toEqual(expected)
}

/** Waits for two frames and the tasks between them. */
export async function settle(): Promise<void> {
  for (let frame = 0; frame < 2; frame++) {
    await new Promise(resolve => requestAnimationFrame(resolve))
    await new Promise(resolve => wait(() => resolve(undefined), 0))
  }
}
