/** Runs one task at a time. */
export interface FairQueue {
  /**
   * Callers take turns by the first part of their name, then by the second: `[address, userId]` gives each address its
   * turn, and the users of one address take turns in it. Rejects with the signal's reason if it aborts before the task
   * begins.
   */
  run<Result>(caller: readonly string[], task: () => Promise<Result>, signal?: AbortSignal): Promise<Result>
}

interface WaitingTask {
  isDropped: boolean
  start(): Promise<void>
}

/** In the order of turns. */
interface Turns {
  tasks: WaitingTask[]
  callers: Map<string, Turns>
}

const createTurns = (): Turns => ({ tasks: [], callers: new Map() })

export function createFairQueue(): FairQueue {
  const waiting = createTurns()
  let isRunning = false

  async function runAll(): Promise<void> {
    if (isRunning) return
    isRunning = true
    for (let task = takeNext(waiting); task !== undefined; task = takeNext(waiting)) {
      if (!task.isDropped) await task.start()
    }
    isRunning = false
  }

  return {
    run: (caller, task, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(toError(signal))
        const onAbort = () => {
          queued.isDropped = true
          if (signal) reject(toError(signal))
        }
        const queued: WaitingTask = {
          isDropped: false,
          start: () => {
            signal?.removeEventListener('abort', onAbort)
            return task().then(resolve, reject)
          }
        }
        signal?.addEventListener('abort', onAbort, { once: true })
        findTurns(waiting, caller).tasks.push(queued)
        void runAll()
      })
  }
}

/** Servers abort with a text, and only errors reach the handler of errors. */
const toError = ({ reason }: AbortSignal) => (reason instanceof Error ? reason : new Error(String(reason)))

function findTurns(turns: Turns, [name, ...rest]: readonly string[]): Turns {
  if (name === undefined) return turns
  const found = turns.callers.get(name) ?? createTurns()
  turns.callers.set(name, found)
  return findTurns(found, rest)
}

/** The caller whose turn it was goes to the end. */
function takeNext(turns: Turns): WaitingTask | undefined {
  const own = turns.tasks.shift()
  if (own !== undefined) return own
  const [next] = turns.callers
  if (next === undefined) return undefined
  const [name, caller] = next
  turns.callers.delete(name)
  const task = takeNext(caller)
  if (caller.tasks.length > 0 || caller.callers.size > 0) turns.callers.set(name, caller)
  return task ?? takeNext(turns)
}
