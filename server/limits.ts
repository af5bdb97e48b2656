import type { Clock } from './lib/clock.js'
import { type Rate, RateLimit } from './lib/rate-limit.js'
import type { Viewer } from './modules/visitor/session.js'

const MINUTE_MS = 60_000

/** Who asks, as limits tell callers apart. */
export interface Caller {
  viewer: Viewer | null
  deviceId: string
  address: string
}

/** A limit on how often one caller may ask. */
export interface CallerLimit {
  /** Counts one request; throws TooManyRequests. */
  take(caller: Caller): void
}

/** What is limited in this process. */
export interface Limits {
  search: CallerLimit
  suggest: CallerLimit
  feedback: CallerLimit
  unlock: CallerLimit
  /** Reads of a whole ledger. */
  audit: CallerLimit
}

/** How many callers without a token an address may hold: device ids are free to make up, addresses are not. */
const CALLERS_PER_ADDRESS = 10

export function createLimits(clock: Clock): Limits {
  return {
    search: limitOf({ burst: 60, perMs: MINUTE_MS }, clock),
    // One for every letter that is typed.
    suggest: limitOf({ burst: 240, perMs: MINUTE_MS }, clock),
    feedback: limitOf({ burst: 5, perMs: 60 * MINUTE_MS }, clock),
    audit: limitOf({ burst: 30, perMs: MINUTE_MS }, clock),
    unlock: limitOf({ burst: 60, perMs: MINUTE_MS }, clock)
  }
}

function limitOf(rate: Rate, clock: Clock): CallerLimit {
  const callers = new RateLimit(rate, clock)
  const addresses = new RateLimit({ ...rate, burst: rate.burst * CALLERS_PER_ADDRESS }, clock)
  return {
    take({ viewer, deviceId, address }) {
      // A token counts by itself: a mobile carrier puts thousands of viewers behind one address.
      if (viewer !== null) return callers.take(`user ${viewer.userId}`)
      addresses.take(address)
      callers.take(`device ${address} ${deviceId}`)
    }
  }
}
