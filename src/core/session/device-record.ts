import type { Environment } from '../environment.js'
import { randomHex } from '../lib/hex.js'

export const DEVICE_KEY = 'drama_device_id'
const ID_RANGE = 10n ** 16n
const SECRET_BYTES = 32

export function createDeviceId(random: Environment['random']): string {
  for (;;) {
    const randomValue = BigInt(`0x${randomHex(random, 7)}`)
    // 2^56 is not a multiple of 1e16: values above the last multiple would favour small ids.
    if (randomValue < 7n * ID_RANGE) return (randomValue % ID_RANGE).toString(36)
  }
}

/** `<id> <secret>` in one text, so that both are encrypted and lost together. */
export const createDeviceRecord = (random: Environment['random'], id = createDeviceId(random)) =>
  `${id} ${randomHex(random, SECRET_BYTES)}`

export const deviceIdOf = (record: string) => record.replace(/ .*/, '')
export const deviceSecretOf = (record: string) => record.replace(/.* /, '')
