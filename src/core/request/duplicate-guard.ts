import { toJson } from '../lib/json.js'
import type { Parameters } from './query-string.js'

/** Answer to a request that was dropped because the same one is on its way. */
export const DUPLICATE_REQUEST = { status: -9998, message: 'request:prevented', data: undefined } as const

export interface RequestIdentity {
  url: string
  method: string
  data: Parameters
  /** Keys of `data` that make no difference. */
  ignoredKeys: readonly string[]
}

/** Knows which requests are on their way. */
export interface DuplicateGuard {
  /** Notes a request; the answer ends it. Undefined when the same one is on its way. */
  begin(asked: RequestIdentity): (() => void) | undefined
}

export function createDuplicateGuard(): DuplicateGuard {
  const underWay = new Set<string>()
  return {
    begin(asked) {
      const identity = identify(asked)
      if (underWay.has(identity)) return undefined
      underWay.add(identity)
      return () => underWay.delete(identity)
    }
  }
}

/** Equal for the same address, method and data, in whatever order the keys were written. */
function identify({ url, method, data, ignoredKeys }: RequestIdentity): string {
  const kept = Object.entries(data).filter(([key]) => !ignoredKeys.includes(key))
  return toJson([url, method, sortKeys(Object.fromEntries(kept))])
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, sortKeys(inner)] as const)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}
