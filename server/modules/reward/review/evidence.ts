import { sql, type Transaction } from 'kysely'
import type { SubmissionRow } from '../../../db/schema/reward-tables.js'
import type { Database } from '../../../db/schema/schema.js'
import { takeAllowance } from '../earning/allowance.js'
import { readPersonProof } from '../earning/person-proof.js'
import { CLICKS_TO_APPROVE } from '../submission-rules.js'
import type { ReviewContext } from './review.js'

/** Name of the server in decisions that no operator has made. */
export const AUTOMATIC_REVIEWER = 'automatic'

export interface DecisionContext extends ReviewContext {
  perNetwork: number
  /** Whether the bot has seen every Telegram id without an objection in the channel. */
  isTelegramChecked: boolean
}

/** Whether something speaks for the share. That nobody has decided does not. */
export async function hasEvidence(
  trx: Transaction<Database>,
  row: SubmissionRow,
  { isTelegramChecked }: Pick<DecisionContext, 'isTelegramChecked'>
): Promise<boolean> {
  if (row.channel === 'telegram') return isTelegramChecked
  // Friends of other networks only, because an invited visitor costs nothing. Each share needs its own.
  const { rows } = await sql<{ friends: string; approved: string }>`select
      (select count(distinct network) from share_clicks
        where user_id = ${row.user_id} and network <> ${row.earner?.network ?? ''}) as friends,
      (select count(*) from reward_submissions where user_id = ${row.user_id} and channel <> 'telegram'
        and reviewer = ${AUTOMATIC_REVIEWER} and status in (1, 2)) as approved`.execute(trx)
  const [{ friends, approved } = { friends: '0', approved: '0' }] = rows
  return Number(friends) >= CLICKS_TO_APPROVE * (Number(approved) + 1)
}

/** Shares from before the limits existed have no earner and are not limited. */
export async function takeShareAllowance(
  trx: Transaction<Database>,
  { budget, perNetwork, now }: Pick<DecisionContext, 'budget' | 'perNetwork' | 'now'>,
  { user_id: userId, earner, reward_bonus: bonus }: SubmissionRow
): Promise<boolean> {
  if (earner === null) return true
  const proof = await readPersonProof(trx, { userId, lpid: earner.lpid, now })
  const full = await takeAllowance(trx, { earner, proof, bonus, defaults: { budget, perNetwork }, now })
  return full.length === 0
}
