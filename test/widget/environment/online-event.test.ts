import { createOnlineEvent } from '../../../widget/environment/online-event.js'
import { expect } from '../support/expect.js'

/** A clock whose timers run when the test says so. */
function createClock() {
  let now = 1_000_000
  const timers = new Map<() => void, number>()
  return {
    now: () => now,
    setTimer(delay: number, task: () => void) {
      timers.set(task, now + delay)
      return () => void timers.delete(task)
    },
    advance(ms: number) {
      now += ms
      for (const [task, at] of [...timers]) if (at <= now && timers.delete(task)) task()
    }
  }
}

function watch() {
  const clock = createClock()
  const app = new AbortController()
  const { onOnline, announceOnline } = createOnlineEvent(clock, app.signal)
  const listen = () => {
    const part = new AbortController()
    let calls = 0
    onOnline(() => calls++, part.signal)
    return { calls: () => calls, end: () => part.abort() }
  }
  return { clock, listen, announceOnline, end: () => app.abort() }
}

const goOnline = () => window.dispatchEvent(new Event('online'))
const show = (persisted: boolean) => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted }))

it('a listener is called when the connection is back, and when the page is that had been left', () => {
  const { listen, end } = watch()
  const listener = listen()
  show(false)
  expect(listener.calls()).toBe(0)
  show(true)
  goOnline()
  expect(listener.calls()).toBe(2)
  end()
  goOnline()
  expect(listener.calls()).toBe(2)
})

it('a listener that ended is called no more', () => {
  const { listen, end } = watch()
  const listener = listen()
  listener.end()
  goOnline()
  expect(listener.calls()).toBe(0)
  end()
})

it('who begins to listen right after that is called too, later each time, until the connection must have settled', () => {
  const { clock, listen, end } = watch()
  goOnline()
  const waits: number[] = []
  for (let elapsed = 0; elapsed < 10_000; ) {
    const listener = listen()
    let waited = 0
    for (; listener.calls() === 0; waited += 100) clock.advance(100)
    listener.end()
    waits.push(waited)
    elapsed += waited
  }
  expect(waits).toEqual([200, 200, 400, 800, 1600, 2000, 2000, 2000, 2000])
  const late = listen()
  clock.advance(10_000)
  expect(late.calls()).toBe(0)
  end()
})

it('who has ended by then is not called', () => {
  const { clock, listen, end } = watch()
  goOnline()
  const listener = listen()
  listener.end()
  clock.advance(10_000)
  expect(listener.calls()).toBe(0)
  end()
})

it('what the app announces is told once, to who listens by then', () => {
  const { clock, listen, announceOnline, end } = watch()
  const listener = listen()
  announceOnline()
  expect(listener.calls()).toBe(1)
  const late = listen()
  clock.advance(10_000)
  expect([listener.calls(), late.calls()]).toEqual([1, 0])
  end()
})
