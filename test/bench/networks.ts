/** A connection as the browser emulates it; `undefined` conditions leave it as it is. */
export interface Network {
  name: string
  conditions: { offline: false; latency: number; downloadThroughput: number; uploadThroughput: number } | undefined
}

/** Megabits per second as the bytes per second that the browser wants. */
const megabits = (count: number) => (count * 1_000_000) / 8

export const networks: readonly Network[] = [
  { name: 'fast 4G', conditions: emulate(9, 9, 170) },
  { name: 'slow 4G', conditions: emulate(1.6, 0.75, 150) },
  { name: 'unthrottled', conditions: undefined }
]

/** `latency` in ms, added to every request. */
function emulate(down: number, up: number, latency: number): Network['conditions'] {
  return { offline: false, latency, downloadThroughput: megabits(down), uploadThroughput: megabits(up) }
}
