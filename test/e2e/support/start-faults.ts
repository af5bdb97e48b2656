import type { Fault } from './fault-proxy.js'

/** What can happen to the first bytes of an episode. */
export const startFaults: readonly [string, Fault][] = [
  ['is not found', { kind: 'status', status: 404 }],
  ['meets a cut connection', { kind: 'reset' }],
  ['never comes', { kind: 'silent' }],
  ['stops half-way', { kind: 'stuck' }],
  ['is half as long as it should be', { kind: 'short' }],
  ['breaks off', { kind: 'torn' }],
  ['is noise', { kind: 'noise' }],
  ['is damaged', { kind: 'damaged' }],
  ['is slow', { kind: 'slow', bytesPerSecond: 4000 }]
]
