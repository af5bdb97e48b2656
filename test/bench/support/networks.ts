export interface Network {
  name: string
  /** Maximum ratio of the first frame to that of the bare player. */
  target: number | undefined
  conditions: { offline: false; latency: number; downloadThroughput: number; uploadThroughput: number } | undefined
}

const toBytes = (count: number) => (count * 1_000_000) / 8

export const unhampered: Network = { name: 'unthrottled', target: undefined, conditions: undefined }

export const networks: readonly Network[] = [
  { name: 'fast 4G', target: 0.6, conditions: emulate(9, 9, 170) },
  { name: 'slow 4G', target: 0.45, conditions: emulate(1.6, 0.75, 150) },
  unhampered
]

function emulate(down: number, up: number, latency: number): Network['conditions'] {
  return { offline: false, latency, downloadThroughput: toBytes(down), uploadThroughput: toBytes(up) }
}
