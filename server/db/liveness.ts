/** Tells a busy database from a dead one: both keep a request waiting, only one of them answers others meanwhile. */
export interface Liveness {
  markAlive(): void
  /** Ms since the database last answered anything; Infinity before the first answer. */
  silentFor(): number
}

export function createLiveness(): Liveness {
  let beatAt = Number.NEGATIVE_INFINITY
  return {
    markAlive: () => {
      beatAt = performance.now()
    },
    silentFor: () => performance.now() - beatAt
  }
}
