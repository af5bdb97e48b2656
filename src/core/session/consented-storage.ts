import type { AppStorage } from '../environment.js'

/** The browser's own. */
export type BrowserStorage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** Storage of one app, which goes on with what it knows where the browser's may not be used any more, or not yet. */
export interface ConsentedStorage extends AppStorage {
  /** The browser's, as long as it may be read and written. */
  persistent: BrowserStorage | undefined
  /** What was read or written last, by key. */
  known: Map<string, string>
  /** Keys whose values are nowhere else. */
  inMemory: Set<string>
}

/** Where the browser's storage is closed, blocked or full, values live as long as the element. */
export function createConsentedStorage(kept: BrowserStorage | undefined): ConsentedStorage {
  const known = new Map<string, string>()
  const inMemory = new Set<string>()
  function use(task: (kept: BrowserStorage) => void) {
    try {
      if (storage.persistent) task(storage.persistent)
    } catch {
      // It is blocked or full: what is known counts.
    }
  }
  const storage: ConsentedStorage = {
    persistent: kept,
    known,
    inMemory,
    get(key) {
      if (!inMemory.has(key))
        use(kept => {
          const value = kept.getItem(key)
          if (value === null) known.delete(key)
          else known.set(key, value)
        })
      return known.get(key)
    },
    set(key, value) {
      known.set(key, value)
      inMemory.add(key)
      use(kept => {
        kept.setItem(key, value)
        inMemory.delete(key)
      })
    },
    remove(key) {
      known.delete(key)
      inMemory.delete(key)
      use(kept => kept.removeItem(key))
    },
    isPersistent: () => storage.persistent !== undefined && inMemory.size === 0
  }
  return storage
}
