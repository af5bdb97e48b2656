import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLiveness } from '../../../server/db/liveness.js'
import { withDeadline } from '../../../server/http/deadline.js'

beforeEach(
  () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
)
afterEach(() => void vi.useRealTimers())

const never = () => new Promise<never>(() => undefined)
const outcomeOf = (work: Promise<unknown>) => {
  const seen = { outcome: 'waiting' }
  work.then(
    () => Object.assign(seen, { outcome: 'answered' }),
    error => Object.assign(seen, { outcome: error.message })
  )
  return seen
}

test('a database that answers nobody is given up before 3 s', async () => {
  const seen = outcomeOf(withDeadline(never(), createLiveness()))
  await vi.advanceTimersByTimeAsync(2400)
  expect(seen.outcome).toBe('waiting')
  await vi.advanceTimersByTimeAsync(500)
  expect(seen.outcome).toBe('no answer in time')
})

test('a database that is only busy is waited for, but not for ever', async () => {
  const liveness = createLiveness()
  const beating = setInterval(() => liveness.markAlive(), 100)
  const seen = outcomeOf(withDeadline(never(), liveness))
  await vi.advanceTimersByTimeAsync(9500)
  expect(seen.outcome).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1000)
  expect(seen.outcome).toBe('no answer in time')
  clearInterval(beating)
})

test('a database that stops while a request waits is given up soon after', async () => {
  const liveness = createLiveness()
  const beating = setInterval(() => liveness.markAlive(), 100)
  const seen = outcomeOf(withDeadline(never(), liveness))
  await vi.advanceTimersByTimeAsync(4000)
  clearInterval(beating)
  await vi.advanceTimersByTimeAsync(2000)
  expect(seen.outcome).toBe('no answer in time')
})

test('work that is done in time is answered, and its timer is gone', async () => {
  expect(await withDeadline(Promise.resolve('done'), createLiveness())).toBe('done')
  expect(vi.getTimerCount()).toBe(0)
})
