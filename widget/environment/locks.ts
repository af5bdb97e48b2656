/** For another tab's turn, in ms. */
const LONGEST_WAIT = 3000

const queues = new Map<string, Promise<unknown>>()

/** Among all tabs of the origin where the browser has locks (secure pages), else among the elements of this page. */
export async function runExclusive<Result>(name: string, task: () => Promise<Result>): Promise<Result> {
  let isStarted = false
  const start = () => {
    isStarted = true
    return task()
  }
  try {
    // Another tab may hang, or be asleep: then this one goes ahead by itself.
    const signal = AbortSignal.timeout?.(LONGEST_WAIT)
    if (navigator.locks) return await navigator.locks.request(name, signal ? { signal } : {}, start)
  } catch (error) {
    // It took too long, or this is a sandboxed frame, which has the interface and no use of it.
    if (isStarted) throw error
  }
  const turn = (queues.get(name) ?? Promise.resolve()).then(task, task)
  queues.set(name, turn)
  return turn
}
