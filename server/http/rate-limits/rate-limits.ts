import type { Config } from '../../config/config.js'
import { RateLimitError } from '../business-error.js'
import type { Viewer } from '../viewer.js'
import type { OpenBuckets, Rate, TokenBuckets } from './token-buckets.js'

const MINUTE_MS = 60_000

export interface RateLimitCaller {
  viewer: Viewer | null
  deviceId: string
  address: string
}

export interface CallerLimit {
  /** Rejects with RateLimitError. */
  take(caller: RateLimitCaller): Promise<void>
}

export interface RateLimits {
  visitorLogin: TokenBuckets
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
  console: TokenBuckets
  consoleSignIn: TokenBuckets
}

export const publishedRates = { search_per_minute: 60, unlock_per_minute: 60, upload_per_hour: 10 }

/** Device ids can be invented, addresses cannot: one address has at most ten callers without a token. */
const MAX_CALLERS_PER_ADDRESS = 10

/** `onRefused` hears the name of the limit. */
export function createRateLimits(
  open: OpenBuckets,
  { visitorLogins }: Pick<Config, 'visitorLogins'>,
  onRefused: (limit: string) => void = () => undefined
): RateLimits {
  const perMinute = (burst: number) => ({ burst, perMs: MINUTE_MS })
  const perHour = (burst: number) => ({ burst, perMs: 60 * MINUTE_MS })
  const limits: RateLimits = {
    visitorLogin: createVisitorLimit(open, perMinute(visitorLogins.perMinute), perHour(visitorLogins.perHour)),
    visit: createCallerLimit(open, 'visit', perMinute(60)),
    search: createCallerLimit(open, 'search', perMinute(publishedRates.search_per_minute)),
    suggest: createCallerLimit(open, 'suggest', perMinute(240)),
    feedback: createCallerLimit(open, 'feedback', perHour(5)),
    order: createCallerLimit(open, 'order', { burst: 20, perMs: 10 * MINUTE_MS }),
    ledgerRead: createCallerLimit(open, 'ledgerRead', perMinute(30)),
    unlock: createCallerLimit(open, 'unlock', perMinute(publishedRates.unlock_per_minute)),
    emailCode: createNetworkLimit(open, 'emailCode', perHour(10), perHour(200)),
    codeGuess: createNetworkLimit(open, 'codeGuess', perHour(30), perHour(600)),
    recoveryCode: createNetworkLimit(open, 'recoveryCode', perHour(10), perHour(200)),
    recoveryGuess: createNetworkLimit(open, 'recoveryGuess', perHour(10), perHour(100)),
    mailbox: open('mailbox', perMinute(300)),
    partnerLogin: createCallerLimit(open, 'partnerLogin', perMinute(60)),
    export: createCallerLimit(open, 'export', perHour(6)),
    playFailed: createCallerLimit(open, 'playFailed', perMinute(30)),
    task: createCallerLimit(open, 'task', perMinute(60)),
    rewardSubmit: createCallerLimit(open, 'rewardSubmit', perHour(60)),
    upload: createCallerLimit(open, 'upload', perHour(publishedRates.upload_per_hour)),
    collect: createCallerLimit(open, 'collect', perMinute(120)),
    pushSubscribe: createCallerLimit(open, 'pushSubscribe', perHour(60)),
    eventStatus: createCallerLimit(open, 'eventStatus', perMinute(60)),
    operator: open('operator', perMinute(120)),
    partner: open('partner', perMinute(120)),
    partnerSelfTest: open('partnerSelfTest', perMinute(6)),
    console: open('console', perMinute(1200)),
    consoleSignIn: open('consoleSignIn', perHour(120))
  }
  for (const [name, limit] of Object.entries(limits)) reportRefusals(limit, () => onRefused(name))
  return limits
}

function reportRefusals<Caller>(limit: { take(caller: Caller): Promise<void> }, onRefused: () => void): void {
  const take = limit.take.bind(limit)
  limit.take = caller =>
    take(caller).catch(error => {
      if (error instanceof RateLimitError) onRefused()
      throw error
    })
}

function createCallerLimit(open: OpenBuckets, name: string, rate: Rate): CallerLimit {
  const callers = open(name, rate)
  const addresses = open(`${name}/address`, { ...rate, burst: rate.burst * MAX_CALLERS_PER_ADDRESS })
  return {
    async take({ viewer, deviceId, address }) {
      // A token has a separate limit, because thousands of a mobile carrier's viewers share one address.
      if (viewer !== null) return callers.take(`user ${viewer.userId}`)
      await addresses.take(address)
      await callers.take(`device ${address} ${deviceId}`)
    }
  }
}

function createVisitorLimit(open: OpenBuckets, minuteRate: Rate, hourRate: Rate): TokenBuckets {
  const minutes = open('visitorLogin/minute', minuteRate)
  const hours = open('visitorLogin/hour', hourRate)
  return {
    async take(address) {
      await minutes.take(address)
      await hours.take(address)
    }
  }
}

function createNetworkLimit(open: OpenBuckets, name: string, callerRate: Rate, networkRate: Rate): CallerLimit {
  const callers = open(name, callerRate)
  const networks = open(`${name}/network`, networkRate)
  return {
    async take({ viewer, deviceId, address }) {
      // Counts the address even with a token, because new visitors cost nothing.
      await networks.take(address)
      await callers.take(viewer === null ? `device ${address} ${deviceId}` : `user ${viewer.userId}`)
    }
  }
}
