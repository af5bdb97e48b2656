import type { Config } from '../config/config.js'
import type { Clock } from '../lib/clock.js'
import { type Rate, RateLimit } from './rate-limit.js'
import type { Viewer } from './viewer.js'

const MINUTE_MS = 60_000

/** Who asks, as limits tell callers apart. */
export interface RateLimitCaller {
  viewer: Viewer | null
  deviceId: string
  address: string
}

/** A limit on how often one caller may ask. */
export interface CallerLimit {
  /** Counts one request; throws TooManyRequests. */
  take(caller: RateLimitCaller): void
}

/** What is limited in this process. */
export interface RateLimits {
  /** Sessions that are not there yet, by network address, which may hold a whole carrier's viewers. */
  visitorLogin: Pick<RateLimit, 'take'>
  /** Visits of who is signed in already. */
  visit: CallerLimit
  search: CallerLimit
  suggest: CallerLimit
  feedback: CallerLimit
  unlock: CallerLimit
  /** New orders: each is a call to the provider. */
  order: CallerLimit
  playFailed: CallerLimit
  /** Reads of a whole ledger. */
  audit: CallerLimit
  /** Codes that are asked for, and guesses at them: also counted for a network address, whoever calls from it. */
  emailCode: CallerLimit
  codeGuess: CallerLimit
  recoveryCode: CallerLimit
  recoveryGuess: CallerLimit
  /** Reads of the demonstration's mailbox, by network address. */
  mailbox: RateLimit
  export: CallerLimit
  /** Sign-ins by a partner's word: one for every page that opens. */
  partnerLogin: CallerLimit
  task: CallerLimit
  rewardSubmit: CallerLimit
  upload: CallerLimit
  /** Events that browsers tell of. */
  collect: CallerLimit
  /** What became of them. */
  eventStatus: CallerLimit
  /** Calls to the operator's door from one network address, with a key or without. */
  operator: RateLimit
}

/** Of what is published, how often one viewer may ask. */
export const rates = { search_per_minute: 60, unlock_per_minute: 60, upload_per_hour: 10 }

/** How many callers without a token an address may hold: device ids are free to make up, addresses are not. */
const CALLERS_PER_ADDRESS = 10

export function createLimits(clock: Clock, { visitorLogins }: Pick<Config, 'visitorLogins'>): RateLimits {
  return {
    visitorLogin: visitorLimitOf(visitorLogins, clock),
    visit: limitOf({ burst: 60, perMs: MINUTE_MS }, clock),
    search: limitOf({ burst: rates.search_per_minute, perMs: MINUTE_MS }, clock),
    // One for every letter that is typed.
    suggest: limitOf({ burst: 240, perMs: MINUTE_MS }, clock),
    feedback: limitOf({ burst: 5, perMs: 60 * MINUTE_MS }, clock),
    order: limitOf({ burst: 20, perMs: 10 * MINUTE_MS }, clock),
    audit: limitOf({ burst: 30, perMs: MINUTE_MS }, clock),
    unlock: limitOf({ burst: rates.unlock_per_minute, perMs: MINUTE_MS }, clock),
    emailCode: networkLimitOf({ caller: 10, network: 200 }, clock),
    codeGuess: networkLimitOf({ caller: 30, network: 600 }, clock),
    recoveryCode: networkLimitOf({ caller: 10, network: 200 }, clock),
    recoveryGuess: networkLimitOf({ caller: 10, network: 100 }, clock),
    mailbox: new RateLimit({ burst: 300, perMs: MINUTE_MS }, clock),
    partnerLogin: limitOf({ burst: 60, perMs: MINUTE_MS }, clock),
    export: limitOf({ burst: 6, perMs: 60 * MINUTE_MS }, clock),
    playFailed: limitOf({ burst: 30, perMs: MINUTE_MS }, clock),
    task: limitOf({ burst: 60, perMs: MINUTE_MS }, clock),
    rewardSubmit: limitOf({ burst: 60, perMs: 60 * MINUTE_MS }, clock),
    upload: limitOf({ burst: rates.upload_per_hour, perMs: 60 * MINUTE_MS }, clock),
    collect: limitOf({ burst: 120, perMs: MINUTE_MS }, clock),
    eventStatus: limitOf({ burst: 60, perMs: MINUTE_MS }, clock),
    operator: new RateLimit({ burst: 120, perMs: MINUTE_MS }, clock)
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

/** A minute's burst within an hour's. */
function visitorLimitOf({ perMinute, perHour }: Config['visitorLogins'], clock: Clock): RateLimits['visitorLogin'] {
  const minutes = new RateLimit({ burst: perMinute, perMs: MINUTE_MS }, clock)
  const hours = new RateLimit({ burst: perHour, perMs: 60 * MINUTE_MS }, clock)
  return {
    take(address) {
      minutes.take(address)
      hours.take(address)
    }
  }
}

/** So many an hour for each caller and for each network address, with a token or without. */
function networkLimitOf(most: { caller: number; network: number }, clock: Clock): CallerLimit {
  const callers = new RateLimit({ burst: most.caller, perMs: 60 * MINUTE_MS }, clock)
  const networks = new RateLimit({ burst: most.network, perMs: 60 * MINUTE_MS }, clock)
  return {
    take({ viewer, deviceId, address }) {
      // Visitors are free to make: a token does not keep its network address from being counted.
      networks.take(address)
      callers.take(viewer === null ? `device ${address} ${deviceId}` : `user ${viewer.userId}`)
    }
  }
}
