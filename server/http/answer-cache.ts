// Answers for nobody in particular, as text, until the content changes or a drama is no longer new.
import { LRUCache } from 'lru-cache'
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

export function createAnswerCache(): AnswerCache {
  const entries = new LRUCache<string, CachedAnswer>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ answer }, key) => 2 * (answer.text.length + key.length)
  })
  return {
    async find(key, { content, now }, make) {
      const version = await content.version()
      const known = entries.get(key)
      const isCurrent = known?.version === version && now >= known.madeAt && now < known.endsAt
      if (isCurrent) return known.answer
      const { answer, endsAt } = await make()
      entries.set(key, { version, madeAt: now, endsAt, answer })
      return answer
    }
  }
}
