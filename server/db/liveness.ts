/** Tells a busy database from a dead one: both keep a request waiting, only one of them answers others meanwhile. */
export interface Pulse {
  beat(): void
  /** Ms since the database last answered anything; Infinity before the first answer. */
  silentFor(): number
}

export function createPulse(): Pulse {
  let beatAt = Number.NEGATIVE_INFINITY
  return {
    beat: () => {
      beatAt = performance.now()
    },
    silentFor: () => performance.now() - beatAt
  }
}
