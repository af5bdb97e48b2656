import type { Config } from '../config/config.js'
import type { Clock } from '../lib/clock.js'
import { type Rate, TokenBuckets } from './token-buckets.js'
import type { Viewer } from './viewer.js'

const MINUTE_MS = 60_000

export interface RateLimitCaller {
  viewer: Viewer | null
  deviceId: string
  address: string
}

export interface CallerLimit {
  take(caller: RateLimitCaller): void
}

export interface RateLimits {
  visitorLogin: Pick<TokenBuckets, 'take'>
  visit: CallerLimit
  search: CallerLimit
  suggest: CallerLimit
  feedback: CallerLimit
  unlock: CallerLimit
  order: CallerLimit
  playFailed: CallerLimit
  ledgerRead: CallerLimit
  emailCode: CallerLimit
  codeGuess: CallerLimit
  recoveryCode: CallerLimit
  recoveryGuess: CallerLimit
  mailbox: TokenBuckets
  export: CallerLimit
  partnerLogin: CallerLimit
  task: CallerLimit
  rewardSubmit: CallerLimit
  upload: CallerLimit
  collect: CallerLimit
  pushSubscribe: CallerLimit
  eventStatus: CallerLimit
  operator: TokenBuckets
  partner: TokenBuckets
  partnerSelfTest: TokenBuckets
}

export const publishedRates = { search_per_minute: 60, unlock_per_minute: 60, upload_per_hour: 10 }

/** Device ids can be invented, addresses cannot: one address has at most ten callers without a token. */
const MAX_CALLERS_PER_ADDRESS = 10

export function createRateLimits(clock: Clock, { visitorLogins }: Pick<Config, 'visitorLogins'>): RateLimits {
  return {
    visitorLogin: createVisitorLimit(visitorLogins, clock),
    visit: createCallerLimit({ burst: 60, perMs: MINUTE_MS }, clock),
    search: createCallerLimit({ burst: publishedRates.search_per_minute, perMs: MINUTE_MS }, clock),
    suggest: createCallerLimit({ burst: 240, perMs: MINUTE_MS }, clock),
    feedback: createCallerLimit({ burst: 5, perMs: 60 * MINUTE_MS }, clock),
    order: createCallerLimit({ burst: 20, perMs: 10 * MINUTE_MS }, clock),
    ledgerRead: createCallerLimit({ burst: 30, perMs: MINUTE_MS }, clock),
    unlock: createCallerLimit({ burst: publishedRates.unlock_per_minute, perMs: MINUTE_MS }, clock),
    emailCode: createNetworkLimit({ caller: 10, network: 200 }, clock),
    codeGuess: createNetworkLimit({ caller: 30, network: 600 }, clock),
    recoveryCode: createNetworkLimit({ caller: 10, network: 200 }, clock),
    recoveryGuess: createNetworkLimit({ caller: 10, network: 100 }, clock),
    mailbox: new TokenBuckets({ burst: 300, perMs: MINUTE_MS }, clock),
    partnerLogin: createCallerLimit({ burst: 60, perMs: MINUTE_MS }, clock),
    export: createCallerLimit({ burst: 6, perMs: 60 * MINUTE_MS }, clock),
    playFailed: createCallerLimit({ burst: 30, perMs: MINUTE_MS }, clock),
    task: createCallerLimit({ burst: 60, perMs: MINUTE_MS }, clock),
    rewardSubmit: createCallerLimit({ burst: 60, perMs: 60 * MINUTE_MS }, clock),
    upload: createCallerLimit({ burst: publishedRates.upload_per_hour, perMs: 60 * MINUTE_MS }, clock),
    collect: createCallerLimit({ burst: 120, perMs: MINUTE_MS }, clock),
    pushSubscribe: createCallerLimit({ burst: 60, perMs: 60 * MINUTE_MS }, clock),
    eventStatus: createCallerLimit({ burst: 60, perMs: MINUTE_MS }, clock),
    operator: new TokenBuckets({ burst: 120, perMs: MINUTE_MS }, clock),
    partner: new TokenBuckets({ burst: 120, perMs: MINUTE_MS }, clock),
    partnerSelfTest: new TokenBuckets({ burst: 6, perMs: MINUTE_MS }, clock)
  }
}

function createCallerLimit(rate: Rate, clock: Clock): CallerLimit {
  const callers = new TokenBuckets(rate, clock)
  const addresses = new TokenBuckets({ ...rate, burst: rate.burst * MAX_CALLERS_PER_ADDRESS }, clock)
  return {
    take({ viewer, deviceId, address }) {
      // A token has a separate limit, because thousands of a mobile carrier's viewers share one address.
      if (viewer !== null) return callers.take(`user ${viewer.userId}`)
      addresses.take(address)
      callers.take(`device ${address} ${deviceId}`)
    }
  }
}

function createVisitorLimit({ perMinute, perHour }: Config['visitorLogins'], clock: Clock): RateLimits['visitorLogin'] {
  const minutes = new TokenBuckets({ burst: perMinute, perMs: MINUTE_MS }, clock)
  const hours = new TokenBuckets({ burst: perHour, perMs: 60 * MINUTE_MS }, clock)
  return {
    take(address) {
      minutes.take(address)
      hours.take(address)
    }
  }
}

function createNetworkLimit(maxPerHour: { caller: number; network: number }, clock: Clock): CallerLimit {
  const callers = new TokenBuckets({ burst: maxPerHour.caller, perMs: 60 * MINUTE_MS }, clock)
  const networks = new TokenBuckets({ burst: maxPerHour.network, perMs: 60 * MINUTE_MS }, clock)
  return {
    take({ viewer, deviceId, address }) {
      // Counts the address even with a token, because new visitors cost nothing.
      networks.take(address)
      callers.take(viewer === null ? `device ${address} ${deviceId}` : `user ${viewer.userId}`)
    }
  }
}
