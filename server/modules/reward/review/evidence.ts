import { type Kysely, sql, type Transaction } from 'kysely'
import type { SubmissionRow } from '../../../db/schema/reward-tables.js'
import type { Database } from '../../../db/schema/schema.js'
import { isOverdueReward, takeAllowance } from '../earning/allowance.js'
import { IPV6_PREFIX } from '../earning/earner-origin.js'
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

/** Networks of friends that speak for a share; none for a Telegram id that the bot has seen. */
export type ShareEvidence = readonly string[]

/** For this time the people of a network speak once for the people of another. */
const EVIDENCE_MS = 30 * 86_400_000

/**
 * What speaks for the share; null if nothing does. That nobody has decided does not. Until the transaction ends, other
 * shares of the same network wait here.
 */
export async function findShareEvidence(
  trx: Transaction<Database>,
  row: SubmissionRow,
  { isTelegramChecked, now }: Pick<DecisionContext, 'isTelegramChecked' | 'now'>
): Promise<ShareEvidence | null> {
  if (row.channel === 'telegram') return isTelegramChecked ? [] : null
  const network = row.earner?.network ?? ''
  await sql`select pg_advisory_xact_lock(hashtextextended(${network}, 7205759404))`.execute(trx)
  // Friends of other networks only, because an invited visitor costs nothing, and of the same internet protocol, because
  // a line with both has two networks. Each share needs its own.
  const isFriend = sql`user_id = ${row.user_id} and network <> ${network}
    and starts_with(network, ${IPV6_PREFIX}) = ${network.startsWith(IPV6_PREFIX)}`
  const { rows } = await sql<{ friends: string; approved: string }>`select
      (select count(distinct network) from share_clicks
        where ${isFriend}) as friends,
      (select count(*) from reward_submissions where user_id = ${row.user_id} and channel <> 'telegram'
        and reviewer = ${AUTOMATIC_REVIEWER} and status in (1, 2)) as approved`.execute(trx)
  const [{ friends, approved } = { friends: '0', approved: '0' }] = rows
  if (Number(friends) < CLICKS_TO_APPROVE * (Number(approved) + 1)) return null
  const unused = await sql<{ network: string }>`select network from share_clicks
    where ${isFriend} and network not in (
      select friend_network from share_evidence
      where sharer_network = ${network} and used_at > ${new Date(now.getTime() - EVIDENCE_MS)}
    ) group by network order by min(created_at), network limit ${CLICKS_TO_APPROVE}`.execute(trx)
  return unused.rows.length < CLICKS_TO_APPROVE ? null : unused.rows.map(one => one.network)
}

/** A farm of a few networks could otherwise approve any number of shares of its visitors. */
export async function markShareEvidenceUsed(
  trx: Transaction<Database>,
  { earner }: SubmissionRow,
  evidence: ShareEvidence,
  now: Date
): Promise<void> {
  if (evidence.length === 0) return
  const values = evidence.map(network => ({
    sharer_network: earner?.network ?? '',
    friend_network: network,
    used_at: now
  }))
  await trx
    .insertInto('share_evidence')
    .values(values)
    .onConflict(conflict => conflict.columns(['sharer_network', 'friend_network']).doUpdateSet({ used_at: now }))
    .execute()
}

export async function deleteOldShareEvidence(db: Kysely<Database>, now: Date): Promise<void> {
  await db
    .deleteFrom('share_evidence')
    .where('used_at', '<=', new Date(now.getTime() - EVIDENCE_MS))
    .execute()
}

/** Shares from before the limits existed have no earner and are not limited. */
export async function takeShareAllowance(
  trx: Transaction<Database>,
  { budget, perNetwork, now }: Pick<DecisionContext, 'budget' | 'perNetwork' | 'now'>,
  { user_id: userId, earner, reward_bonus: bonus, created_at: createdAt }: SubmissionRow
): Promise<boolean> {
  if (earner === null) return true
  const proof = await readPersonProof(trx, { userId, lpid: earner.lpid, now })
  const isOverdue = isOverdueReward(createdAt, now)
  const full = await takeAllowance(trx, { earner, proof, bonus, isOverdue, defaults: { budget, perNetwork }, now })
  return full.length === 0
}
