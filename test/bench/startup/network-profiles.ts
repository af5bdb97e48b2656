import { fastNetwork, type Network, slowNetwork, weakNetwork } from '../support/networks.js'

/** A network whose speed may change. Times are in ms since the viewer's action, or since navigation start. */
export interface NetworkProfile {
  name: string
  network: Network
  changes?: readonly { afterMs: number; network: Network }[]
  watchedMs: number
}

const DROP_AT_MS = 4000
const DROP_MS = 10_000

export const networkProfiles: readonly NetworkProfile[] = [
  { name: 'fast 4G', network: fastNetwork, watchedMs: 8000 },
  { name: 'slow 4G', network: slowNetwork, watchedMs: 10_000 },
  {
    name: 'fast 4G that drops to 400 kbit/s for 10 s',
    network: fastNetwork,
    changes: [
      { afterMs: DROP_AT_MS, network: weakNetwork },
      { afterMs: DROP_AT_MS + DROP_MS, network: fastNetwork }
    ],
    watchedMs: 20_000
  }
]
