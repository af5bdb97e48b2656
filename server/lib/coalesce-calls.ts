/** Calls at the same time share one run of `work`, which begins after each of them was made. */
export function coalesceCalls<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | null = null
  let next: Promise<Result> | null = null
  const run = () => {
    const started = work().finally(() => {
      if (running === started) running = null
    })
    running = started
    return started
  }
  const runNext = () => {
    next = null
    return run()
  }
  return () => {
    if (running === null) return run()
    next ??= running.then(runNext, runNext)
    return next
  }
}
