import type { Environment } from '../environment.js'
import { randomHex } from '../lib/hex.js'

/** Where it is kept, encrypted. */
export const DEVICE_KEY = 'drama_device_id'
const ID_RANGE = 10n ** 16n
const SECRET_BYTES = 32

/** A whole number below 1e16 from real randomness, in base 36. */
export function createDeviceId(random: Environment['random']): string {
  for (;;) {
    const drawn = BigInt(`0x${randomHex(random, 7)}`)
    // 2^56 is not a multiple of 1e16: values beyond the last full multiple would favour small ids.
    if (drawn < 7n * ID_RANGE) return (drawn % ID_RANGE).toString(36)
  }
}

/** Both are one text, so that they are encrypted, kept and lost together: the id, a blank, the secret. */
export const createDeviceRecord = (random: Environment['random'], id = createDeviceId(random)) =>
  `${id} ${randomHex(random, SECRET_BYTES)}`

export const deviceIdOf = (record: string) => record.replace(/ .*/, '')
export const deviceSecretOf = (record: string) => record.replace(/.* /, '')
