import type { AppStorage } from '../environment.js'

export type BrowserStorage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** Keeps values in memory while the browser's storage may not be used. */
export interface ConsentedStorage extends AppStorage {
  persistent: BrowserStorage | undefined
  known: Map<string, string>
  inMemory: Set<string>
}

export function createConsentedStorage(browserStorage: BrowserStorage | undefined): ConsentedStorage {
  const known = new Map<string, string>()
  const inMemory = new Set<string>()
  function tryPersistent(task: (persistent: BrowserStorage) => void) {
    try {
      if (storage.persistent) task(storage.persistent)
    } catch {
      // Blocked or full: the value in memory counts.
    }
  }
  const storage: ConsentedStorage = {
    persistent: browserStorage,
    known,
    inMemory,
    get(key) {
      if (!inMemory.has(key))
        tryPersistent(persistent => {
          const value = persistent.getItem(key)
          if (value === null) known.delete(key)
          else known.set(key, value)
        })
      return known.get(key)
    },
    set(key, value) {
      known.set(key, value)
      inMemory.add(key)
      tryPersistent(persistent => {
        persistent.setItem(key, value)
        inMemory.delete(key)
      })
    },
    remove(key) {
      known.delete(key)
      inMemory.delete(key)
      tryPersistent(persistent => persistent.removeItem(key))
    },
    isPersistent: () => storage.persistent !== undefined && inMemory.size === 0
  }
  return storage
}
