import type { z } from 'zod'
import { unlock, unlockTo } from '../../../contract/unlock.js'
import type { RequestContext } from '../../http/request-context.js'
import { once } from '../ledger/idempotent-write.js'
import { buy } from './unlock-checks.js'

/** Unlocks the first locked episode of a drama. */
export function postUnlock(context: RequestContext, request: z.output<typeof unlock.request>) {
  context.limits.unlock.take(context)
  return once(context, { path: unlock.path, request }, async counter => {
    const { episode_id: episodeId, expect_price: expected, source } = request
    const { unlocked, balance } = await buy({ context, ...counter }, { episodeId, expected, source })
    const [first] = unlocked
    if (first === undefined) throw new Error('nothing was unlocked')
    return { unlock: first, balance }
  })
}

/** Unlocks all that is locked up to an episode, or nothing. */
export function postUnlockTo(context: RequestContext, request: z.output<typeof unlockTo.request>) {
  context.limits.unlock.take(context)
  return once(context, { path: unlockTo.path, request }, counter => {
    const { drama_id: dramaId, to_no: toNo, expect_price: expected } = request
    return buy({ context, ...counter }, { dramaId, toNo, expected, source: 'bulk' })
  })
}
