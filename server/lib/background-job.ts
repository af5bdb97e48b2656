import { type Log, toLoggedError } from './log.js'

export interface JobMonitor {
  register(job: string): void
  run(job: string, work: () => Promise<void>): Promise<void>
}

export interface JobOptions {
  name: string
  pauseMs: number
  /** What the log says of a run that fails. The next run comes as planned. */
  failure: string
  log: Log
  monitor: JobMonitor
}

/**
 * Waits `pauseMs` before each run. The returned function stops the job and waits for the current run, which may end
 * early if `isStopped` returns true.
 */
export function startBackgroundJob(
  { name, pauseMs, failure, log, monitor }: JobOptions,
  work: (isStopped: () => boolean) => Promise<void>
): () => Promise<void> {
  let timer: NodeJS.Timeout
  let running: Promise<void> = Promise.resolve()
  let isStopped = false
  const scheduleRun = () => {
    timer = setTimeout(() => {
      running = monitor
        .run(name, () => work(() => isStopped))
        .catch(error => log.warn({ error: toLoggedError(error) }, failure))
        .then(() => {
          if (!isStopped) scheduleRun()
        })
    }, pauseMs)
    timer.unref()
  }
  monitor.register(name)
  scheduleRun()
  return () => {
    isStopped = true
    clearTimeout(timer)
    return running
  }
}

/** A failing item does not stop the others; the first error is thrown at the end. */
export async function forEachIsolated<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>
): Promise<void> {
  const errors: unknown[] = []
  for (const item of items) await work(item).catch(error => errors.push(error))
  if (errors.length > 0) throw errors[0]
}
