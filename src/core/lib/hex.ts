import type { Environment } from '../environment.js'

export const toHex = (bytes: Uint8Array) => [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')

export const randomHex = (random: Environment['random'], length: number) => toHex(random(length))
