import type { Storage } from '../src/core/environment.js'

/** Local storage; where the browser blocks it or it is full, values live as long as the element. */
export function createStorage(): Storage {
  const memory = new Map<string, string>()
  const native = findLocalStorage()
  return {
    get(key) {
      if (memory.has(key)) return memory.get(key)
      try {
        return native?.getItem(key) ?? undefined
      } catch {
        return undefined
      }
    },
    set(key, value) {
      try {
        if (!native) throw new Error('blocked')
        native.setItem(key, value)
        memory.delete(key)
      } catch {
        memory.set(key, value)
      }
    },
    remove(key) {
      memory.delete(key)
      try {
        native?.removeItem(key)
      } catch {
        // Nothing was stored there either.
      }
    },
    isKept: () => native !== undefined && memory.size === 0
  }
}

/** Reading the property alone throws in a sandboxed frame. */
function findLocalStorage(): globalThis.Storage | undefined {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}
