import type { CDPSession } from 'playwright-core'

export interface Network {
  name: string
  /** Maximum ratio of the film's first frame to that of hls.js light. */
  target: number | undefined
  conditions: { offline: false; latency: number; downloadThroughput: number; uploadThroughput: number } | undefined
}

const toBytes = (count: number) => (count * 1_000_000) / 8

export const unhampered: Network = { name: 'unthrottled', target: undefined, conditions: undefined }
export const fastNetwork: Network = { name: 'fast 4G', target: 0.52, conditions: describe(9, 9, 170) }
export const slowNetwork: Network = { name: 'slow 4G', target: 0.42, conditions: describe(1.6, 0.75, 150) }
export const weakNetwork: Network = { name: '400 kbit/s', target: undefined, conditions: describe(0.4, 0.4, 170) }

export const networks: readonly Network[] = [fastNetwork, slowNetwork, unhampered]

function describe(down: number, up: number, latency: number): Network['conditions'] {
  return { offline: false, latency, downloadThroughput: toBytes(down), uploadThroughput: toBytes(up) }
}

export async function emulateNetwork(session: CDPSession, { conditions }: Network): Promise<void> {
  if (conditions) await session.send('Network.emulateNetworkConditions', conditions)
}
