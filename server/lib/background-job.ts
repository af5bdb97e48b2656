/**
 * Waits `pauseMs` before each run. The returned function stops the job and waits for the current run, which may end
 * early if `isStopped` returns true.
 */
export function startBackgroundJob(
  work: (isStopped: () => boolean) => Promise<void>,
  pauseMs: number
): () => Promise<void> {
  let timer: NodeJS.Timeout
  let running: Promise<void> = Promise.resolve()
  let isStopped = false
  const scheduleRun = () => {
    timer = setTimeout(() => {
      running = work(() => isStopped).then(() => {
        if (!isStopped) scheduleRun()
      })
    }, pauseMs)
    timer.unref()
  }
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
