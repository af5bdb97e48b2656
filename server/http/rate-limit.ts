import type { Clock } from '../lib/clock.js'
import { RateLimitError } from './business-error.js'

/** `burst` requests at once, then one more every `perMs / burst` ms. */
export interface Rate {
  burst: number
  perMs: number
}

interface Bucket {
  tokens: number
  at: number
}

const MAX_BUCKETS = 50_000

/** Token buckets by key; memory is bounded: of too many keys the one unused for longest is forgotten. */
export class RateLimit {
  private readonly buckets = new Map<string, Bucket>()

  constructor(
    private readonly rate: Rate,
    private readonly clock: Clock,
    private readonly maxBuckets = MAX_BUCKETS
  ) {}

  /** Takes one token of this key; throws TooManyRequests, which says when there will be one. */
  take(key: string): void {
    const { burst, perMs } = this.rate
    const now = this.clock.now()
    const known = this.buckets.get(key)
    const refilled = known === undefined ? burst : known.tokens + (Math.max(0, now - known.at) * burst) / perMs
    const tokens = Math.min(burst, refilled)
    const isAllowed = tokens >= 1
    this.put(key, { tokens: isAllowed ? tokens - 1 : tokens, at: now })
    if (!isAllowed) throw new RateLimitError(Math.ceil(((1 - tokens) * perMs) / burst / 1000))
  }

  get size(): number {
    return this.buckets.size
  }

  private put(key: string, bucket: Bucket): void {
    // Deleted first, so that the map is in the order of last use.
    this.buckets.delete(key)
    this.buckets.set(key, bucket)
    if (this.buckets.size <= this.maxBuckets) return
    for (const oldest of this.buckets.keys()) {
      this.buckets.delete(oldest)
      break
    }
  }
}
