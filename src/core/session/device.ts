import type { Environment } from '../environment.js'
import { randomHex } from '../lib/hex.js'
import { decrypt, encrypt } from '../request/cipher.js'
import { createDeviceRecord, DEVICE_KEY, deviceIdOf, deviceSecretOf } from './device-record.js'

export interface Device {
  /** Its id, put back where somebody has emptied the storage: the next visit is the same device's. */
  id(): Promise<string>
  /** What brings its visitor back, 256 bits in hex; told to the sign-in alone. */
  secret(): Promise<string>
  /** Another secret takes its place: who comes next is another visitor. */
  renewSecret(): Promise<void>
}

/**
 * The device's identifier and its secret, the same after a reload. They are kept encrypted because the specification
 * says so; the key lies beside them, so this hides them from a glance and protects nothing. `drawn` is what they are
 * where none are kept.
 */
export function createDevice({ random, storage, subtle, runExclusive }: Environment, drawn?: string): Device {
  /** What this app has read or written last, as it stands in the storage; undefined while the first is on its way there. */
  let lastRecord: string | undefined
  let known = new Promise<string>((resolve, reject) => {
    // The next app on the page waits until they are kept; this one goes on as soon as they are known.
    runExclusive('drama device', () => readOrCreate(resolve)).catch(reject)
  })

  async function readOrCreate(announce: (record: string) => void): Promise<void> {
    const stored = await read()
    const record = stored ?? drawn ?? createDeviceRecord(random)
    announce(record)
    if (!stored) await store(record)
  }

  async function read(): Promise<string | undefined> {
    const kept = storage.get(DEVICE_KEY)
    const [key, text] = kept?.split('.') ?? []
    if (!key || !text) return undefined
    try {
      const record = await decrypt(subtle, text, parseRecord(key))
      lastRecord = kept
      // Of before there were secrets.
      return record.includes(' ') ? record : await store(createDeviceRecord(random, record))
    } catch {
      storage.remove(DEVICE_KEY)
      return undefined
    }
  }

  async function store(record: string): Promise<string> {
    const key = randomHex(random, 24)
    lastRecord = `${key}.${await encrypt(subtle, record, parseRecord(key))}`
    storage.set(DEVICE_KEY, lastRecord)
    return record
  }

  return {
    async id() {
      const record = await known
      if (lastRecord && !storage.get(DEVICE_KEY)) await store(record)
      return deviceIdOf(record)
    },
    async secret() {
      const record = await known
      // Another tab may have renewed it.
      if (storage.get(DEVICE_KEY) !== lastRecord) known = read().then(other => other ?? record)
      return deviceSecretOf(await known)
    },
    async renewSecret() {
      const record = createDeviceRecord(random, deviceIdOf(await known))
      known = Promise.resolve(record)
      await store(record)
    }
  }
}

function parseRecord(key: string) {
  return { key: key.slice(0, 32), iv: key.slice(32) }
}
