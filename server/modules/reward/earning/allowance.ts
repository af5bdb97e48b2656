// How much bonus people without a payment may earn: together from one address, network, device, browser and campaign.
import { sql, type Transaction } from 'kysely'
import type { EarnerOrigin } from '../../../db/schema/reward-tables.js'
import type { Database } from '../../../db/schema/schema.js'
import { readRewardBudget } from '../review/review.js'
import { isPaidOrder, type PersonProof } from './person-proof.js'

export type EarningScope = 'address' | 'network' | 'returning' | 'device' | 'browser' | 'campaign'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** A person's daily tasks without the top-up. */
const PERSON_BONUS = 65

/** `usedMs` is the time in which a full limit becomes empty again. */
interface Limit {
  scope: EarningScope
  key: string
  bonus: number
  usedMs: number
  /** More for each payer who was seen in this scope. */
  perPayer: number
}

export interface AllowanceSettings {
  /** Bonus per day for all people of one network who have not paid. */
  perNetwork: number
  /** Bonus per day and campaign. */
  budget: number
}

/** Payers who make a network one of many people, as behind a carrier's address. */
const MANY_PAYERS = 5
/** By then one of about 33 viewers pays, and a viewer earns about 20 a day. */
const PER_PAYER_OF_MANY = 700
const PER_PAYER_AND_HOUR = 100
const PAYER_DAYS = 30
/** A payment counts for others after this time, so that nobody pays, earns with many and asks for the money back. */
const PAYMENT_AGE_HOURS = 72
/** Of what a network may earn: people without any proof, one address, and one device, which is two people's. */
const WITHOUT_PROOF_SHARE = 0.75
const ADDRESS_SHARE = 0.75
const DEVICE_SHARE = 1 / 3
/** Viewers who return or whom a partner knows have a limit of their own, which visitors of one day cannot use up. */
const RETURNING_SHARE = 2.5
/** A day's budget may be earned in eight hours. */
const BUDGET_HOURS = 8
/** One person's shares and tasks of a day, also where shares need an operator. */
const MIN_PER_HOUR = 245

function listLimits(earner: EarnerOrigin, proof: PersonProof, { perNetwork, budget }: AllowanceSettings): Limit[] {
  const network = perNetwork * (proof === 'email' ? 1 : WITHOUT_PROOF_SHARE)
  const perHour = Math.max(MIN_PER_HOUR, budget / BUDGET_HOURS)
  const wide: Limit[] = [
    { scope: 'browser', key: earner.browser, bonus: perHour / 2, usedMs: HOUR_MS, perPayer: PER_PAYER_AND_HOUR },
    { scope: 'campaign', key: earner.lpid, bonus: perHour, usedMs: HOUR_MS, perPayer: PER_PAYER_AND_HOUR }
  ]
  if (proof === 'partner' || proof === 'returning') {
    const returning = { scope: 'returning', bonus: perNetwork * RETURNING_SHARE, usedMs: DAY_MS } as const
    return [{ ...returning, key: earner.network, perPayer: PERSON_BONUS }, ...wide]
  }
  const address: Limit = {
    scope: 'address',
    key: earner.address,
    bonus: network * ADDRESS_SHARE,
    usedMs: DAY_MS,
    perPayer: PERSON_BONUS
  }
  return [
    ...(earner.address === earner.network ? [] : [address]),
    { scope: 'network', key: earner.network, bonus: network, usedMs: DAY_MS, perPayer: PERSON_BONUS },
    { scope: 'device', key: earner.device, bonus: perNetwork * DEVICE_SHARE, usedMs: DAY_MS, perPayer: PERSON_BONUS },
    ...wide
  ]
}

const addForPayers = ({ scope, bonus, perPayer }: Limit, payers: number) =>
  bonus +
  payers * (payers >= MANY_PAYERS && scope !== 'device' && perPayer === PERSON_BONUS ? PER_PAYER_OF_MANY : perPayer)

export interface AllowanceRequest {
  earner: EarnerOrigin
  proof: PersonProof
  bonus: number
  defaults: AllowanceSettings
  now: Date
}

/** Counts the bonus if every limit has room for it, else counts nothing and returns false. Payers have no limits. */
export async function takeAllowance(trx: Transaction<Database>, request: AllowanceRequest): Promise<boolean> {
  const { earner, proof, bonus, defaults, now } = request
  if (proof === 'payment') return true
  const { lpid, budget } = await readRewardBudget(trx, { lpid: earner.lpid }, defaults.budget)
  const limits = listLimits({ ...earner, lpid }, proof, { ...defaults, budget })
  const used = await lockUsage(trx, limits, now)
  const isFull = limits.some((limit, index) => {
    const { used: before = 0, at, payers = 0 } = used[index] ?? {}
    const allowed = addForPayers(limit, payers)
    return computeRemainingUsage(before, at ?? now, now, allowed, limit.usedMs) + bonus > allowed
  })
  if (isFull) return false
  for (const [index, limit] of limits.entries()) {
    const { used: before = 0, at, payers = 0 } = used[index] ?? {}
    const left = computeRemainingUsage(before, at ?? now, now, addForPayers(limit, payers), limit.usedMs)
    await trx
      .updateTable('earning_usage')
      .set({ used: left + bonus, used_at: now })
      .where('scope', '=', limit.scope)
      .where('key', '=', limit.key)
      .execute()
  }
  return true
}

/** Usage from later than now was written before the clock was set back, and stands still until then. */
function computeRemainingUsage(used: number, at: Date, now: Date, allowed: number, usedMs: number): number {
  const passedMs = Math.max(0, now.getTime() - at.getTime())
  return Math.max(0, used - (allowed * passedMs) / usedMs)
}

interface LockedUsage {
  used: number
  at: Date
  payers: number
}

/** In the order of `limits`. */
async function lockUsage(trx: Transaction<Database>, limits: readonly Limit[], now: Date): Promise<LockedUsage[]> {
  const keys = limits.map(({ scope, key }) => ({ scope, key }))
  const sorted = keys.toSorted((one, other) => (one.scope < other.scope ? -1 : 1))
  await trx
    .insertInto('earning_usage')
    .values(sorted.map(key => ({ ...key, used: 0, used_at: now })))
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const pairs = sql.join(keys.map(({ scope, key }) => sql`(${scope}::text, ${key}::text)`))
  const locked = sql`select scope, key, used, used_at from earning_usage where (scope, key) in (${pairs})
    order by scope for update`
  const { rows } = await sql<{ scope: EarningScope; used: number; used_at: Date; payers: string }>`
    with locked as (${locked})
    select scope, used, used_at, (
      select count(distinct orders.user_id) from payer_scopes join orders using (order_no)
      where payer_scopes.scope = locked.scope and payer_scopes.key = locked.key and ${isPaidOrder}
        and seen_at > ${new Date(now.getTime() - PAYER_DAYS * DAY_MS)}
        and paid_at <= ${new Date(now.getTime() - PAYMENT_AGE_HOURS * HOUR_MS)}
    ) as payers from locked`.execute(trx)
  return limits.map(({ scope }) => {
    const row = rows.find(candidate => candidate.scope === scope)
    return { used: row?.used ?? 0, at: row?.used_at ?? now, payers: Number(row?.payers ?? 0) }
  })
}

/** Notes where an order was made. It counts there once it is paid, and nowhere else. */
export async function recordOrderScopes(
  trx: Transaction<Database>,
  { userId, orderNo, earner, now }: { userId: string; orderNo: string; earner: EarnerOrigin; now: Date }
): Promise<void> {
  const scopes: [EarningScope, string][] = [
    ['address', earner.address],
    ['browser', earner.browser],
    ['campaign', earner.lpid],
    ['network', earner.network],
    ['returning', earner.network]
  ]
  await trx
    .insertInto('payer_scopes')
    .values(scopes.map(([scope, key]) => ({ user_id: userId, scope, key, order_no: orderNo, seen_at: now })))
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
