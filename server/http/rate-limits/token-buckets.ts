import type { Clock } from '../../lib/clock.js'
import { RateLimitError } from '../business-error.js'

/** `burst` requests at once, then one every `perMs / burst` ms. */
export interface Rate {
  burst: number
  perMs: number
}

export interface TokenBuckets {
  /** Rejects with RateLimitError, which has the seconds until the next token. */
  take(key: string): Promise<void>
}

/** `name` tells the buckets of one limit from those of another in a shared store. */
export type OpenBuckets = (name: string, rate: Rate) => TokenBuckets

export const createRateLimitError = (tokens: number, { burst, perMs }: Rate) =>
  new RateLimitError(Math.ceil(((1 - tokens) * perMs) / burst / 1000))

export interface TokenBucket {
  /** After the last request. */
  tokens: number
  /** Epoch ms of the last request. */
  at: number
}

/** `bucket` is undefined for a first request. A clock that was set back refills nothing. */
export function takeToken(bucket: TokenBucket | undefined, { burst, perMs }: Rate, now: number) {
  const refilled = bucket === undefined ? burst : bucket.tokens + (Math.max(0, now - bucket.at) * burst) / perMs
  const tokens = Math.min(burst, refilled)
  const isAllowed = tokens >= 1
  return { isAllowed, bucket: { tokens: isAllowed ? tokens - 1 : tokens, at: now } }
}

const MAX_BUCKETS = 50_000

/** For one process. */
export class MemoryBuckets implements TokenBuckets {
  private readonly buckets = new Map<string, TokenBucket>()

  constructor(
    private readonly rate: Rate,
    private readonly clock: Clock,
    private readonly maxBuckets = MAX_BUCKETS
  ) {}

  async take(key: string): Promise<void> {
    const { isAllowed, bucket } = takeToken(this.buckets.get(key), this.rate, this.clock.now())
    this.put(key, bucket)
    if (!isAllowed) throw createRateLimitError(bucket.tokens, this.rate)
  }

  get size(): number {
    return this.buckets.size
  }

  private put(key: string, bucket: TokenBucket): void {
    // Deletes first, so that the Map stays in the order of last use.
    this.buckets.delete(key)
    this.buckets.set(key, bucket)
    if (this.buckets.size <= this.maxBuckets) return
    for (const oldest of this.buckets.keys()) {
      this.buckets.delete(oldest)
      break
    }
  }
}

export const openMemoryBuckets =
  (clock: Clock): OpenBuckets =>
  (_name, rate) =>
    new MemoryBuckets(rate, clock)
