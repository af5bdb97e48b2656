/** Does `work` again and again, one at a time, with a pause before each; gives the function that stops it. */
export function startBackgroundJob(work: () => Promise<void>, pauseMs: number): () => Promise<void> {
  let timer: NodeJS.Timeout
  let running: Promise<void> = Promise.resolve()
  let isStopped = false
  const plan = () => {
    timer = setTimeout(() => {
      running = work().then(() => {
        if (!isStopped) plan()
      })
    }, pauseMs)
    timer.unref()
  }
  plan()
  return () => {
    isStopped = true
    clearTimeout(timer)
    return running
  }
}

/** Does `work` for each, one after the other. One that fails holds up no other; the first failure is thrown at the end. */
export async function forEachIsolated<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>
): Promise<void> {
  const problems: unknown[] = []
  for (const item of items) await work(item).catch(problem => problems.push(problem))
  if (problems.length > 0) throw problems[0]
}
