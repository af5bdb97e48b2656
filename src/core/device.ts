import type { Environment } from './environment.js'
import { decrypt, encrypt } from './request/cipher.js'

const STORAGE_KEY = 'drama_device_id'
const LIMIT = 10n ** 16n

/** A whole number below 1e16 from real randomness, in base 36. */
export function createDeviceId(random: Environment['random']): string {
  for (;;) {
    const drawn = random(7).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
    // 2^56 is not a multiple of 1e16: values beyond the last full multiple would favour small ids.
    if (drawn < 7n * LIMIT) return (drawn % LIMIT).toString(36)
  }
}

/**
 * The device's identifier, the same after a reload. It is kept encrypted because the specification says so;
 * the key lies beside it, so this hides it from a glance and protects nothing.
 */
export function loadDeviceId(environment: Environment): Promise<string> {
  return new Promise((resolve, reject) => {
    // The next app on the page waits until the id is kept; this one goes on as soon as it is known.
    environment.takeTurn('drama device', () => readOrCreate(environment, resolve)).catch(reject)
  })
}

export interface Device {
  /** Its id, put back where somebody has emptied the storage: the next visit is the same device's. */
  id(): Promise<string>
}

export function openDevice(environment: Environment): Device {
  const loading = loadDeviceId(environment)
  let isFirst = true
  return {
    async id() {
      const deviceId = await loading
      // The first time it is on its way into the storage still.
      if (!isFirst && environment.storage.get(STORAGE_KEY) === undefined) await store(environment, deviceId)
      isFirst = false
      return deviceId
    }
  }
}

async function readOrCreate(environment: Environment, announce: (deviceId: string) => void): Promise<void> {
  const stored = environment.storage.get(STORAGE_KEY)?.split('.')
  if (stored?.[0] && stored[1]) {
    try {
      announce(await decrypt(environment.subtle, stored[1], split(stored[0])))
      return
    } catch {
      environment.storage.remove(STORAGE_KEY)
    }
  }
  const deviceId = createDeviceId(environment.random)
  announce(deviceId)
  await store(environment, deviceId)
}

async function store(environment: Environment, deviceId: string): Promise<void> {
  const key = Array.from(environment.random(24), byte => byte.toString(16).padStart(2, '0')).join('')
  environment.storage.set(STORAGE_KEY, `${key}.${await encrypt(environment.subtle, deviceId, split(key))}`)
}

function split(key: string) {
  return { key: key.slice(0, 32), iv: key.slice(32, 48) }
}
