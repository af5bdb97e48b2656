// What the viewer has decided to pay for, from the tap to its answer. One decision is one key, however often it has to
// be asked, also after the page was loaded again: the server answers a key once.

import type { RequestOf, ResponseOf } from '../../../contract/index.js'
import type { App } from '../app.js'
import type { Environment } from '../environment.js'
import { randomHex } from '../lib/hex.js'
import { toJson } from '../lib/json.js'
import { BusinessError } from '../request/request-error.js'
import { isRetryable, retry } from '../request/retry.js'

type Path = '/drama/unlock' | '/drama/unlock_to' | '/drama/unlock_undo'

export type UnlockRequest<Name extends Path = Path> = { [One in Name]: { path: One; request: RequestOf<One> } }[Name]

/** What a decision has come to; `isOld` where it was made before this time, and the answer may be of then. */
export type UnlockAnswer<Name extends Path> =
  | { is: 'done'; data: ResponseOf<Name>; isOld: boolean }
  | { is: 'refused'; error: BusinessError; isOld: boolean }
  /** Nobody knows. The same decision may be asked again, and costs nothing twice. */
  | { is: 'unanswered'; error: unknown }

export interface UnlockRequests {
  ask<Asked extends UnlockRequest>(decision: Asked): Promise<UnlockAnswer<Asked['path']>>
  /** What an episode was to be unlocked for, and nobody has answered yet; in coins. */
  pendingPrice(episodeId: string): number | undefined
}

/** Where decisions are kept until they are answered. */
export const UNLOCK_REQUESTS_KEY = 'drama_decisions'

/** In ms: so long an answer is waited for, and so long it takes to ask again. */
const REQUEST_TIMEOUT_MS = 10_000
const RETRY_DELAYS_MS = [1000, 2000, 4000]
/** What is older is forgotten; in ms. */
const LONGEST = 86_400_000
const MOST_KEPT = 10

interface StoredRequest {
  key: string
  at: number
  /** Whose: keys are a user's own. */
  owner: string
  decision: UnlockRequest
}

export function createDecisions({ api, session, environment }: App): UnlockRequests {
  const { storage, clock, random } = environment
  const owner = () => session.token()?.slice(-12) ?? ''
  const read = () => readKept(storage, clock.now())
  const own = () => read().filter(kept => kept.owner === owner())
  const write = (kept: StoredRequest[]) => {
    if (kept.length > 0) storage.set(UNLOCK_REQUESTS_KEY, toJson(kept.slice(-MOST_KEPT)))
    else storage.remove(UNLOCK_REQUESTS_KEY)
  }
  const find = (decision: UnlockRequest) => own().find(kept => isSame(kept.decision, decision))

  function keep(decision: UnlockRequest): StoredRequest {
    const kept = { key: randomHex(random, 16), at: clock.now(), owner: owner(), decision }
    write([...read(), kept])
    return kept
  }

  async function ask<Asked extends UnlockRequest>(decision: Asked): Promise<UnlockAnswer<Asked['path']>> {
    const earlier = find(decision)
    const { key, decision: asked } = earlier ?? keep(decision)
    const isOld = earlier !== undefined
    const options = { headers: { 'Idempotency-Key': key }, timeout: REQUEST_TIMEOUT_MS, prevent: true, isQuiet: true }
    const forget = () => write(read().filter(kept => kept.key !== key))
    try {
      const data = await retry(clock, RETRY_DELAYS_MS, isRetryable, () => api.post(asked.path, asked.request, options))
      forget()
      return { is: 'done', data: data as ResponseOf<Asked['path']>, isOld }
    } catch (error) {
      if (!(error instanceof BusinessError) || error.code === TOO_MANY) return { is: 'unanswered', error }
      forget()
      return { is: 'refused', error, isOld }
    }
  }
  return {
    ask,
    pendingPrice(episodeId) {
      for (const { decision } of own()) {
        if (decision.path === '/drama/unlock' && decision.request.episode_id === episodeId) {
          return decision.request.expect_price
        }
      }
      return undefined
    }
  }
}

const TOO_MANY = 4502

/** The same episodes for the same price: who decides by tap what was decided automatically has decided it once. */
function isSame(one: UnlockRequest, other: UnlockRequest): boolean {
  const subjectOf = ({ path, request }: UnlockRequest) =>
    toJson([path, Object.entries({ ...request, source: '' }).sort()])
  return subjectOf(one) === subjectOf(other)
}

function readKept(storage: Environment['storage'], now: number): StoredRequest[] {
  try {
    const kept: unknown = JSON.parse(storage.get(UNLOCK_REQUESTS_KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(({ at }: StoredRequest) => now - at < LONGEST) : []
  } catch {
    return []
  }
}
