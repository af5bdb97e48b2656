import type { Environment } from '../environment.js'
import { randomHex } from '../lib/hex.js'
import { decrypt, encrypt } from '../request/cipher.js'
import { createDeviceRecord, DEVICE_KEY, deviceIdOf, deviceSecretOf } from './device-record.js'

export interface Device {
  id(): Promise<string>
  secret(): Promise<string>
  renewSecret(): Promise<void>
}

/**
 * Stored encrypted because the specification requires it. The key is stored beside the text, so this protects nothing.
 */
export function createDevice({ random, storage, subtle, runExclusive }: Environment, newRecord?: string): Device {
  let lastRecord: string | undefined
  let currentRecord = new Promise<string>((resolve, reject) => {
    // Another app waits for the lock until the record is stored; this app continues as soon as it is known.
    runExclusive('drama device', () => readOrCreate(resolve)).catch(reject)
  })

  async function readOrCreate(onRecord: (record: string) => void): Promise<void> {
    const stored = await read()
    const record = stored ?? newRecord ?? createDeviceRecord(random)
    onRecord(record)
    if (!stored) await store(record)
  }

  async function read(): Promise<string | undefined> {
    const stored = storage.get(DEVICE_KEY)
    const [key, text] = stored?.split('.') ?? []
    if (!key || !text) return undefined
    try {
      const record = await decrypt(subtle, text, toCipherKey(key))
      lastRecord = stored
      return record.includes(' ') ? record : await store(createDeviceRecord(random, record))
    } catch {
      storage.remove(DEVICE_KEY)
      return undefined
    }
  }

  async function store(record: string): Promise<string> {
    const key = randomHex(random, 24)
    lastRecord = `${key}.${await encrypt(subtle, record, toCipherKey(key))}`
    storage.set(DEVICE_KEY, lastRecord)
    return record
  }

  return {
    async id() {
      const record = await currentRecord
      if (lastRecord && !storage.get(DEVICE_KEY)) await store(record)
      return deviceIdOf(record)
    },
    async secret() {
      const record = await currentRecord
      // Another tab may have renewed it.
      if (storage.get(DEVICE_KEY) !== lastRecord) currentRecord = read().then(other => other ?? record)
      return deviceSecretOf(await currentRecord)
    },
    async renewSecret() {
      const record = createDeviceRecord(random, deviceIdOf(await currentRecord))
      currentRecord = Promise.resolve(record)
      await store(record)
    }
  }
}

function toCipherKey(key: string) {
  return { key: key.slice(0, 32), iv: key.slice(32) }
}
