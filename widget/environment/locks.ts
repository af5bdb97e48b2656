import { hasAbortTimeout, hasWebLocks } from '../../src/dom/browser-features/locks.js'

const LOCK_TIMEOUT_MS = 3000

const lastTaskByLock = new Map<string, Promise<unknown>>()

export async function runExclusive<Result>(name: string, task: () => Promise<Result>): Promise<Result> {
  let isStarted = false
  const start = () => {
    isStarted = true
    return task()
  }
  try {
    // Stops waiting after the timeout, because a frozen tab may hold the lock.
    const options = hasAbortTimeout() ? { signal: AbortSignal.timeout(LOCK_TIMEOUT_MS) } : {}
    if (hasWebLocks()) return await navigator.locks.request(name, options, start)
  } catch (error) {
    // The lock timed out, or this is a sandboxed frame, where Web Locks exist but fail.
    if (isStarted) throw error
  }
  const result = (lastTaskByLock.get(name) ?? Promise.resolve()).then(task, task)
  lastTaskByLock.set(name, result)
  return result
}
