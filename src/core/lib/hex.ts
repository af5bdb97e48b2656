import type { Environment } from '../environment.js'

/** Lower-case. */
export const toHex = (bytes: Uint8Array) => [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')

/** So many random bytes. */
export const randomHex = (random: Environment['random'], length: number) => toHex(random(length))
