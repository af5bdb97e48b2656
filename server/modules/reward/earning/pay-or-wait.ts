import type { Transaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import type { RequestContext } from '../../../http/request-context.js'
import { takeAllowance } from './allowance.js'
import { toEarnerOrigin } from './earner-origin.js'
import { recordEarningNetwork } from './earning-networks.js'
import { addPendingEarning, payTask } from './pending-earnings.js'
import { readPersonProof } from './person-proof.js'

/** Returns whether the task is paid. Its row is in `task_states`, and the caller has locked the user's row. */
export async function payOrWait(
  trx: Transaction<Database>,
  context: RequestContext,
  claim: { userId: string; refId: string; bonus: number },
  lpid: string
): Promise<boolean> {
  const { config, now } = context
  const { userId, bonus } = claim
  const earner = toEarnerOrigin(context, lpid)
  const proof = await readPersonProof(trx, { userId, lpid, now })
  const allowance = { earner, proof, bonus, isOverdue: false, defaults: config.rewards, now }
  const full = await takeAllowance(trx, allowance)
  if (full.length > 0) {
    await addPendingEarning(trx, context, { ...claim, kind: 'task', earner, now })
    await recordEarningNetwork(trx, context)
    return false
  }
  await payTask(trx, claim, { now, zone: config.timezone })
  return true
}
