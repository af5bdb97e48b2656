import { type Kysely, sql, type Transaction } from 'kysely'
import type { EarnerOrigin } from '../../../db/schema/reward-tables.js'
import type { Database } from '../../../db/schema/schema.js'
import { createIdentifier } from '../../../lib/identifier.js'
import type { Services } from '../../../services.js'
import { grantBonus } from '../../ledger/grants.js'
import { type AllowanceSettings, type EarningLimitKey, isOverdueReward, takeAllowance } from './allowance.js'
import { type PersonProof, readPersonProof } from './person-proof.js'

interface Waiting {
  userId: string
  kind: 'task' | 'merge'
  refId: string
  bonus: number
  earner: EarnerOrigin
  now: Date
}

export async function addPendingEarning(
  trx: Transaction<Database>,
  services: Pick<Services, 'clock' | 'random'>,
  { userId, kind, refId, bonus, earner, now }: Waiting
): Promise<void> {
  await trx
    .insertInto('pending_earnings')
    .values({
      id: createIdentifier('w', services),
      user_id: userId,
      kind,
      ref_id: refId,
      bonus,
      earner: JSON.stringify(earner),
      created_at: now,
      tried_at: now
    })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Call it when somebody has paid: what waits is tried next. */
export async function prioritizePendingEarnings(trx: Transaction<Database>, userId: string): Promise<void> {
  await trx
    .updateTable('pending_earnings')
    .set({ tried_at: new Date(0) })
    .where('user_id', '=', userId)
    .where('paid_at', 'is', null)
    .execute()
}

export async function sumPendingBonus(db: Kysely<Database>, userId: string): Promise<number> {
  const { bonus } = await db
    .selectFrom('pending_earnings')
    .select(({ fn }) => fn.sum<string | null>('bonus').as('bonus'))
    .where('user_id', '=', userId)
    .where('paid_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(bonus ?? 0)
}

export interface GrantContext {
  now: Date
  zone: string
}

/** Pays the task, now that nothing holds it back. The caller has locked the user's row. */
export async function payTask(
  trx: Transaction<Database>,
  { userId, refId, bonus }: Pick<Waiting, 'userId' | 'refId' | 'bonus'>,
  { now, zone }: GrantContext
): Promise<void> {
  const [day = '', code = ''] = refId.split(':')
  await trx
    .updateTable('task_states')
    .set({ claimed_at: now, reward_bonus: bonus, paid_to: userId })
    .where('user_id', '=', userId)
    .where('day', '=', day)
    .where('code', '=', code as 'home_15s')
    .execute()
  const ref = { type: 'task', id: refId }
  await grantBonus(trx, { userId, kind: 'task', ref, key: `task:${refId}`, bonus, now, zone })
}

export interface ReleaseContext extends GrantContext {
  defaults: AllowanceSettings
  /** An operator releases without asking the limits. */
  operator: string | null
}

/** `full` are the limits without room for people with this proof. `absent`: not waiting, or of a deleted account. */
export type ReleaseResult =
  | { state: 'paid'; userId: string; bonus: number }
  | { state: 'waiting'; proof: PersonProof; full: EarningLimitKey[] }
  | { state: 'absent' }

/** Pays what waits if its owner has paid by now, the limits have room, or an operator says so. */
export async function releaseEarning(
  trx: Transaction<Database>,
  id: string,
  { operator, defaults, ...context }: ReleaseContext
): Promise<ReleaseResult> {
  const { now, zone } = context
  // The user's row first, as in every other movement of money.
  const { rows: owners } = await sql`select id from users
    where id = (select user_id from pending_earnings where id = ${id}) and deleted_at is null for update`.execute(trx)
  if (owners.length === 0) return { state: 'absent' }
  const row = await trx
    .selectFrom('pending_earnings')
    .selectAll()
    .where('id', '=', id)
    .where('paid_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return { state: 'absent' }
  const { user_id: userId, kind, ref_id: refId, bonus, earner, created_at: createdAt } = row
  if (operator === null) {
    if (kind === 'merge') return { state: 'waiting', proof: null, full: [] }
    const proof = await readPersonProof(trx, { userId, lpid: earner.lpid, now })
    const isOverdue = isOverdueReward(createdAt, now)
    const full = await takeAllowance(trx, { earner, proof, bonus, isOverdue, defaults, now })
    if (full.length > 0) return { state: 'waiting', proof, full }
  }
  if (kind === 'task') await payTask(trx, { userId, refId, bonus }, context)
  else {
    const ref = { type: 'user', id: refId }
    await grantBonus(trx, { userId, kind: 'adjust', ref, key: `release:${id}`, bonus, now, zone })
  }
  await trx
    .updateTable('pending_earnings')
    .set({ paid_at: now, paid_by: operator ?? 'limits' })
    .where('id', '=', id)
    .execute()
  return { state: 'paid', userId, bonus }
}
