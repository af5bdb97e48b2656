import { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'
import { type Log, toLoggedError } from '../../lib/log.js'
import type { TokenBucketStore, TokenReply, TokenRequest } from './shared-token-buckets.js'
import { type TokenBucket, takeToken } from './token-buckets.js'

// The rule of `takeToken`, because only one script on the server reads and writes a bucket at once.
const TAKE_SCRIPT = `
local burst, per_ms, now = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local bucket = redis.call('hmget', KEYS[1], 'tokens', 'at')
local tokens = burst
if bucket[1] then
  tokens = math.min(burst, tonumber(bucket[1]) + math.max(0, now - tonumber(bucket[2])) * burst / per_ms)
end
local is_allowed = tokens >= 1
if is_allowed then tokens = tokens - 1 end
redis.call('hset', KEYS[1], 'tokens', string.format('%.17g', tokens), 'at', ARGV[3])
redis.call('pexpire', KEYS[1], math.ceil(per_ms))
return { is_allowed and 1 or 0, string.format('%.17g', tokens) }`

/** A request waits no longer for its limit. */
const TIMEOUT_MS = 500
const LOG_INTERVAL_MS = 60_000
const MAX_OWN_BUCKETS = 100_000

interface ScriptedRedis extends Redis {
  takeToken(key: string, burst: number, perMs: number, now: number): Promise<[number, string]>
}

/** While Valkey does not answer, this process counts for itself. */
export function openValkeyTokenBucketStore(url: string, log: Log): TokenBucketStore & { close(): void } {
  const redis = new Redis(url, {
    keyPrefix: 'drama:rate:',
    connectTimeout: 2000,
    commandTimeout: TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    enableAutoPipelining: true
  }) as ScriptedRedis
  redis.defineCommand('takeToken', { numberOfKeys: 1, lua: TAKE_SCRIPT })
  const own = new LRUCache<string, TokenBucket>({ max: MAX_OWN_BUCKETS })
  let loggedAt = Number.NEGATIVE_INFINITY

  function logFailure(error: unknown): void {
    if (performance.now() - loggedAt < LOG_INTERVAL_MS) return
    loggedAt = performance.now()
    log.warn({ error: toLoggedError(error) }, 'REDIS_URL does not answer: this server counts requests for itself')
  }

  function takeOwn({ key, rate, now }: TokenRequest): TokenReply {
    const { isAllowed, bucket } = takeToken(own.get(key), rate, now)
    own.set(key, bucket)
    return { isAllowed, tokens: bucket.tokens }
  }

  // Without a listener a lost connection would end the process.
  redis.on('error', logFailure)
  return {
    async take(request) {
      const { key, rate, now } = request
      try {
        const [isAllowed, tokens] = await redis.takeToken(key, rate.burst, rate.perMs, now)
        return { isAllowed: isAllowed === 1, tokens: Number(tokens) }
      } catch (error) {
        logFailure(error)
        return takeOwn(request)
      }
    },
    close: () => redis.disconnect()
  }
}
