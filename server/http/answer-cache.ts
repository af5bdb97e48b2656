// Answers for nobody in particular, as text, until the content changes or a drama is no longer new.
import { LRUCache } from 'lru-cache'
import type { CacheCounts } from '../db/cache-counts.js'
import type { Content } from '../db/content-cache.js'
import type { CacheableAnswer } from './respond.js'

const MAX_CACHE_BYTES = 16 * 1024 * 1024

interface CachedAnswer {
  version: string
  /** In epoch ms. */
  madeAt: number
  endsAt: number
  answer: CacheableAnswer
}

export interface AnswerCache {
  /** `make` also tells until when the answer holds if the content stays, in epoch ms. */
  find(
    key: string,
    of: { content: Content; now: number },
    make: () => Promise<{ answer: CacheableAnswer; endsAt: number }>
  ): Promise<CacheableAnswer>
}

export interface AnswerCaches {
  create(): AnswerCache
  counts: CacheCounts
}

export function createAnswerCaches(): AnswerCaches {
  const caches: LRUCache<string, CachedAnswer>[] = []
  const bytes = () => caches.reduce((sum, { calculatedSize }) => sum + calculatedSize, 0)
  const counts = { hits: 0, misses: 0, bytes }
  return {
    counts,
    create: () => {
      const entries = createEntries()
      caches.push(entries)
      return createAnswerCache(entries, counts)
    }
  }
}

const createEntries = () =>
  new LRUCache<string, CachedAnswer>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ answer }, key) => 2 * (answer.text.length + key.length)
  })

function createAnswerCache(entries: LRUCache<string, CachedAnswer>, counts: CacheCounts): AnswerCache {
  return {
    async find(key, { content, now }, make) {
      const version = await content.version()
      const known = entries.get(key)
      const isCurrent = known?.version === version && now >= known.madeAt && now < known.endsAt
      counts[isCurrent ? 'hits' : 'misses']++
      if (isCurrent) return known.answer
      const { answer, endsAt } = await make()
      entries.set(key, { version, madeAt: now, endsAt, answer })
      return answer
    }
  }
}
