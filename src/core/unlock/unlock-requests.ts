// What the viewer has decided to pay for, from the tap to its answer. One decision is one key, however often it has to
// be asked, also after the page was loaded again: the server answers a key once.

import type { RequestOf, ResponseOf } from '../../../contract/index.js'
import type { App } from '../app.js'
import type { Environment } from '../environment.js'
import { randomHex } from '../lib/hex.js'
import { toJson } from '../lib/json.js'
import { BusinessError } from '../request/request-error.js'
import { askAgain, mayComeYet } from '../request/retry.js'

type Path = '/drama/unlock' | '/drama/unlock_to' | '/drama/unlock_undo'

export type Decision<Name extends Path = Path> = { [One in Name]: { path: One; request: RequestOf<One> } }[Name]

/** What a decision has come to; `isOld` where it was made before this time, and the answer may be of then. */
export type Settled<Name extends Path> =
  | { is: 'done'; data: ResponseOf<Name>; isOld: boolean }
  | { is: 'refused'; error: BusinessError; isOld: boolean }
  /** Nobody knows. The same decision may be asked again, and costs nothing twice. */
  | { is: 'unanswered'; error: unknown }

export interface Decisions {
  ask<Asked extends Decision>(decision: Asked): Promise<Settled<Asked['path']>>
  /** What an episode was to be unlocked for, and nobody has answered yet; in coins. */
  openPrice(episodeId: string): number | undefined
}

/** Where decisions are kept until they are answered. */
export const DECISIONS_KEY = 'drama_decisions'

/** In ms: so long an answer is waited for, and so long it takes to ask again. */
const PATIENCE = 10_000
const WAITS = [1000, 2000, 4000]
/** What is older is forgotten; in ms. */
const LONGEST = 86_400_000
const MOST_KEPT = 10

interface Kept {
  key: string
  at: number
  /** Whose: keys are a user's own. */
  owner: string
  decision: Decision
}

export function createDecisions({ api, session, environment }: App): Decisions {
  const { storage, clock, random } = environment
  const owner = () => session.token()?.slice(-12) ?? ''
  const read = () => readKept(storage, clock.now())
  const own = () => read().filter(kept => kept.owner === owner())
  const write = (kept: Kept[]) => {
    if (kept.length > 0) storage.set(DECISIONS_KEY, toJson(kept.slice(-MOST_KEPT)))
    else storage.remove(DECISIONS_KEY)
  }
  const find = (decision: Decision) => own().find(kept => isSame(kept.decision, decision))

  function keep(decision: Decision): Kept {
    const kept = { key: randomHex(random, 16), at: clock.now(), owner: owner(), decision }
    write([...read(), kept])
    return kept
  }

  async function ask<Asked extends Decision>(decision: Asked): Promise<Settled<Asked['path']>> {
    const earlier = find(decision)
    const { key, decision: asked } = earlier ?? keep(decision)
    const isOld = earlier !== undefined
    const options = { headers: { 'Idempotency-Key': key }, timeout: PATIENCE, prevent: true, isQuiet: true }
    const forget = () => write(read().filter(kept => kept.key !== key))
    try {
      const data = await askAgain(clock, WAITS, mayComeYet, () => api.post(asked.path, asked.request, options))
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
    openPrice(episodeId) {
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
function isSame(one: Decision, other: Decision): boolean {
  const matterOf = ({ path, request }: Decision) => toJson([path, Object.entries({ ...request, source: '' }).sort()])
  return matterOf(one) === matterOf(other)
}

function readKept(storage: Environment['storage'], now: number): Kept[] {
  try {
    const kept: unknown = JSON.parse(storage.get(DECISIONS_KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(({ at }: Kept) => now - at < LONGEST) : []
  } catch {
    return []
  }
}
