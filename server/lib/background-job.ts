/** Does `work` again and again, one at a time, with a pause before each; gives the function that stops it. */
export function repeat(work: () => Promise<void>, pauseMs: number): () => Promise<void> {
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
