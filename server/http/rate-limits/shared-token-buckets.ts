import { LRUCache } from 'lru-cache'
import type { Clock } from '../../lib/clock.js'
import { createRateLimitError, type OpenBuckets, type Rate, type TokenBuckets } from './token-buckets.js'

export interface TokenRequest {
  key: string
  rate: Rate
  /** Epoch ms of the server's clock. */
  now: number
}

export interface TokenReply {
  isAllowed: boolean
  /** What is left, below 1 if the request is not allowed. */
  tokens: number
}

/** Buckets that several servers share. */
export interface TokenBucketStore {
  take(request: TokenRequest): Promise<TokenReply>
}

const MAX_REFUSED_KEYS = 50_000

interface SharedBucketsOptions {
  store: TokenBucketStore
  clock: Clock
  /** The store gets hashes, because keys contain addresses. */
  hashKey(...parts: string[]): string
}

/**
 * Who was refused is refused again without the store until the next token, so that a flood of requests costs it nothing.
 */
export function openSharedBuckets({ store, clock, hashKey }: SharedBucketsOptions): OpenBuckets {
  const refusedUntil = new LRUCache<string, number>({ max: MAX_REFUSED_KEYS })
  return (name, rate) =>
    new SharedBuckets({ store, clock, refusedUntil, toKey: key => hashKey('rate limit', name, key) }, rate)
}

interface SharedBucketsParts {
  store: TokenBucketStore
  clock: Clock
  refusedUntil: LRUCache<string, number>
  toKey(key: string): string
}

class SharedBuckets implements TokenBuckets {
  constructor(
    private readonly parts: SharedBucketsParts,
    private readonly rate: Rate
  ) {}

  async take(plainKey: string): Promise<void> {
    const { store, clock, refusedUntil, toKey } = this.parts
    const { burst, perMs } = this.rate
    const key = toKey(plainKey)
    const now = clock.now()
    const tokenMs = perMs / burst
    const waitMs = (refusedUntil.get(key) ?? now) - now
    // A longer wait than for one token comes from a clock that was set back.
    if (waitMs > 0 && waitMs <= tokenMs) throw createRateLimitError(1 - waitMs / tokenMs, this.rate)
    const { isAllowed, tokens } = await store.take({ key, rate: this.rate, now })
    if (isAllowed) return
    refusedUntil.set(key, now + (1 - tokens) * tokenMs)
    throw createRateLimitError(tokens, this.rate)
  }
}
