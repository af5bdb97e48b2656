/** Some megabytes at most. */
const MOST = 50_000

/** Remembers keys, of too many the newest. What a key with the hash of its content stands for never changes. */
export function createKnownKeys(most = MOST): Pick<Set<string>, 'has'> & { add(key: string): void } {
  const keys = new Set<string>()
  return {
    has: key => keys.has(key),
    add(key) {
      keys.add(key)
      const [oldest] = keys
      if (keys.size > most && oldest !== undefined) keys.delete(oldest)
    }
  }
}
