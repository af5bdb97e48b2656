import type { Clock } from '../lib/clock.js'
import { RateLimitError } from './business-error.js'

/** `burst` requests at once, then one every `perMs / burst` ms. */
export interface Rate {
  burst: number
  perMs: number
}

interface Bucket {
  tokens: number
  at: number
}

const MAX_BUCKETS = 50_000

export class TokenBuckets {
  private readonly buckets = new Map<string, Bucket>()

  constructor(
    private readonly rate: Rate,
    private readonly clock: Clock,
    private readonly maxBuckets = MAX_BUCKETS
  ) {}

  /** Throws RateLimitError with the seconds until the next token. */
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
