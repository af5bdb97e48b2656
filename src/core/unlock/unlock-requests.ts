// Stores each unlock request with one idempotency key until it is answered, so that a retry, even after a reload, never
// pays twice.

import type { RequestOf, ResponseOf } from '../../../contract/index.js'
import type { App } from '../app.js'
import { randomHex } from '../lib/hex.js'
import { toJson } from '../lib/json.js'
import { readStoredList, storageOwner } from '../lib/stored-list.js'
import { TOO_MANY_ATTEMPTS_CODE } from '../request/error-codes.js'
import { BusinessError } from '../request/request-error.js'
import { isRetryable, retry } from '../request/retry.js'

type Path = '/drama/unlock' | '/drama/unlock_to' | '/drama/unlock_undo'

export type UnlockRequest<Name extends Path = Path> = { [One in Name]: { path: One; request: RequestOf<One> } }[Name]

/** `isOld`: the request comes from an earlier attempt, so the response may be outdated. */
export type UnlockRequestResult<Name extends Path> =
  | { type: 'done'; data: ResponseOf<Name>; isOld: boolean }
  | { type: 'refused'; error: BusinessError; isOld: boolean }
  | { type: 'unanswered'; error: unknown }

export interface UnlockRequests {
  send<Request extends UnlockRequest>(unlockRequest: Request): Promise<UnlockRequestResult<Request['path']>>
  pendingPrice(episodeId: string): number | undefined
}

export const UNLOCK_REQUESTS_KEY = 'drama_decisions'

const REQUEST_TIMEOUT_MS = 10_000
const RETRY_DELAYS_MS = [1000, 2000, 4000]
const MAX_AGE_MS = 86_400_000
const MAX_REQUESTS = 10

/** In browsers' storage since the first version; fields keep their names. */
interface StoredRequest {
  key: string
  at: number
  owner: string
  decision: UnlockRequest
}

export function createUnlockRequests({ api, session, environment }: App): UnlockRequests {
  const { storage, clock, random } = environment
  const isRecent = ({ at }: StoredRequest) => clock.now() - at < MAX_AGE_MS
  const read = () => readStoredList(storage, UNLOCK_REQUESTS_KEY, isStoredRequest).filter(isRecent)
  const readOwn = () => read().filter(stored => stored.owner === storageOwner(session))
  const write = (stored: StoredRequest[]) => {
    if (stored.length > 0) storage.set(UNLOCK_REQUESTS_KEY, toJson(stored.slice(-MAX_REQUESTS)))
    else storage.remove(UNLOCK_REQUESTS_KEY)
  }
  const find = (unlockRequest: UnlockRequest) => readOwn().find(stored => isSame(stored.decision, unlockRequest))

  function store(unlockRequest: UnlockRequest): StoredRequest {
    const stored = {
      key: randomHex(random, 16),
      at: clock.now(),
      owner: storageOwner(session),
      decision: unlockRequest
    }
    write([...read(), stored])
    return stored
  }

  async function send<Request extends UnlockRequest>(
    unlockRequest: Request
  ): Promise<UnlockRequestResult<Request['path']>> {
    const earlier = find(unlockRequest)
    const { key, decision: sent } = earlier ?? store(unlockRequest)
    const isOld = earlier !== undefined
    const options = { headers: { 'Idempotency-Key': key }, timeout: REQUEST_TIMEOUT_MS, prevent: true, isQuiet: true }
    const forget = () => write(read().filter(stored => stored.key !== key))
    try {
      const data = await retry(clock, RETRY_DELAYS_MS, isRetryable, () => api.post(sent.path, sent.request, options))
      forget()
      return { type: 'done', data: data as ResponseOf<Request['path']>, isOld }
    } catch (error) {
      if (!(error instanceof BusinessError) || error.code === TOO_MANY_ATTEMPTS_CODE)
        return { type: 'unanswered', error }
      forget()
      return { type: 'refused', error, isOld }
    }
  }
  return {
    send,
    pendingPrice(episodeId) {
      for (const { decision } of readOwn()) {
        if (decision.path === '/drama/unlock' && decision.request.episode_id === episodeId) {
          return decision.request.expect_price
        }
      }
      return undefined
    }
  }
}

/** Ignores `source`, because a tap after an automatic attempt is the same request. */
function isSame(one: UnlockRequest, other: UnlockRequest): boolean {
  const toComparable = ({ path, request }: UnlockRequest) =>
    toJson([path, Object.entries({ ...request, source: '' }).sort()])
  return toComparable(one) === toComparable(other)
}

function isStoredRequest(item: unknown): item is StoredRequest {
  const { key, at, owner, decision }: Partial<StoredRequest> = Object(item)
  const { path, request } = Object(decision)
  const isText = [key, owner, path].every(text => typeof text === 'string')
  return isText && typeof at === 'number' && typeof request === 'object' && request !== null
}
