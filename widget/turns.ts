const turns = new Map<string, Promise<unknown>>()

/** Among all tabs of the origin where the browser has locks (secure pages), else among the elements of this page. */
export async function takeTurn<Result>(name: string, task: () => Promise<Result>): Promise<Result> {
  let isStarted = false
  const start = () => {
    isStarted = true
    return task()
  }
  try {
    if (navigator.locks) return await navigator.locks.request(name, start)
  } catch (error) {
    // A sandboxed frame has the interface and no use of it.
    if (isStarted) throw error
  }
  const turn = (turns.get(name) ?? Promise.resolve()).then(task, task)
  turns.set(name, turn)
  return turn
}
