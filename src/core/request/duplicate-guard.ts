import { toJson } from '../lib/json.js'
import { PREVENTED_STATUS } from './error-codes.js'
import type { RequestParameters } from './plain-query.js'

export const PREVENTED_RESULT = { status: PREVENTED_STATUS, message: 'request:prevented', data: undefined } as const

export interface RequestIdentity {
  url: string
  method: string
  data: RequestParameters
  ignoredKeys: readonly string[]
}

export interface DuplicateGuard {
  /** Returns a function that ends the request; undefined while the same request is pending. */
  begin(request: RequestIdentity): (() => void) | undefined
}

export function createDuplicateGuard(): DuplicateGuard {
  const pendingKeys = new Set<string>()
  return {
    begin(request) {
      const key = toRequestKey(request)
      if (pendingKeys.has(key)) return undefined
      pendingKeys.add(key)
      return () => pendingKeys.delete(key)
    }
  }
}

function toRequestKey({ url, method, data, ignoredKeys }: RequestIdentity): string {
  const compared = Object.entries(data).filter(([key]) => !ignoredKeys.includes(key))
  return toJson([url, method, sortKeys(Object.fromEntries(compared))])
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, sortKeys(inner)] as const)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}
