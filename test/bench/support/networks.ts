/** A connection as the browser emulates it; `undefined` conditions leave it as it is. */
export interface Network {
  name: string
  /** What the first frame's ratio to the bare player is to be, at the most; undefined where nothing was set. */
  target: number | undefined
  conditions: { offline: false; latency: number; downloadThroughput: number; uploadThroughput: number } | undefined
}

/** Megabits per second as the bytes per second that the browser wants. */
const megabits = (count: number) => (count * 1_000_000) / 8

export const unhampered: Network = { name: 'unthrottled', target: undefined, conditions: undefined }

export const networks: readonly Network[] = [
  { name: 'fast 4G', target: 0.6, conditions: emulate(9, 9, 170) },
  { name: 'slow 4G', target: 0.45, conditions: emulate(1.6, 0.75, 150) },
  unhampered
]

/** `latency` in ms, added to every request. */
function emulate(down: number, up: number, latency: number): Network['conditions'] {
  return { offline: false, latency, downloadThroughput: megabits(down), uploadThroughput: megabits(up) }
}
