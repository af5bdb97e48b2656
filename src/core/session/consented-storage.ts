import type { Storage } from '../environment.js'

/** The browser's own. */
export type NativeStorage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** Storage of one app, which goes on with what it knows where the browser's may not be used any more, or not yet. */
export interface OwnStorage extends Storage {
  /** The browser's, as long as it may be read and written. */
  kept: NativeStorage | undefined
  /** What was read or written last, by key. */
  known: Map<string, string>
  /** Keys whose values are nowhere else. */
  unkept: Set<string>
}

/** Where the browser's storage is closed, blocked or full, values live as long as the element. */
export function createStorage(kept: NativeStorage | undefined): OwnStorage {
  const known = new Map<string, string>()
  const unkept = new Set<string>()
  function use(task: (kept: NativeStorage) => void) {
    try {
      if (storage.kept) task(storage.kept)
    } catch {
      // It is blocked or full: what is known counts.
    }
  }
  const storage: OwnStorage = {
    kept,
    known,
    unkept,
    get(key) {
      if (!unkept.has(key))
        use(kept => {
          const value = kept.getItem(key)
          if (value === null) known.delete(key)
          else known.set(key, value)
        })
      return known.get(key)
    },
    set(key, value) {
      known.set(key, value)
      unkept.add(key)
      use(kept => {
        kept.setItem(key, value)
        unkept.delete(key)
      })
    },
    remove(key) {
      known.delete(key)
      unkept.delete(key)
      use(kept => kept.removeItem(key))
    },
    isKept: () => storage.kept !== undefined && unkept.size === 0
  }
  return storage
}
