/** Aborts at the first SIGINT or SIGTERM. */
export function createStopSignal(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort(name))
  return controller.signal
}

/** Aborts when the program that started this one ends, or closes the input. */
export function createEndOfInputSignal(): AbortSignal {
  const controller = new AbortController()
  process.stdin.resume().once('end', () => controller.abort('end of input'))
  return controller.signal
}
