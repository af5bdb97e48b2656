/** Distinguishes a busy database from a dead one: a busy one still completes other queries. */
export interface Liveness {
  markAlive(): void
  /** Milliseconds since the last completed query; Infinity before the first. */
  msSinceLastQuery(): number
}

export function createLiveness(): Liveness {
  let lastQueryAt = Number.NEGATIVE_INFINITY
  return {
    markAlive: () => {
      lastQueryAt = performance.now()
    },
    msSinceLastQuery: () => performance.now() - lastQueryAt
  }
}
