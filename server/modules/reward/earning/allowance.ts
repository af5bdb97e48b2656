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

export interface EarningLimitKey {
  scope: EarningScope
  key: string
}

export const listLimitKeys = (earner: EarnerOrigin): EarningLimitKey[] => [
  { scope: 'address', key: earner.address },
  { scope: 'network', key: earner.network },
  { scope: 'returning', key: earner.network },
  { scope: 'device', key: earner.device },
  { scope: 'browser', key: earner.browser },
  { scope: 'campaign', key: earner.lpid }
]

/**
 * `bonus` is per day for the limits of a place and a device, else per hour. `usedMs` is the time in which a full limit
 * becomes empty again.
 */
interface Limit extends EarningLimitKey {
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
const ADDRESS_SHARE = 0.9
const DEVICE_SHARE = 1 / 3
/** Viewers who return or whom a partner knows have a limit of their own, which visitors of one day cannot use up. */
const RETURNING_SHARE = 2.5
/** A day's budget may be earned in eight hours. */
const BUDGET_HOURS = 8
/** Of a day's bonus so much may be earned at once; the rest comes evenly with the hours. */
const BURST_SHARE = 0.45
const BURST_MS = BURST_SHARE * DAY_MS
/** One person's shares and tasks of a day, also where shares need an operator. */
const MIN_PER_HOUR = 245
const OVERDUE_MS = DAY_MS

/** Whether a reward has waited so long that any room is enough for it. Otherwise smaller ones would take all room for ever. */
export const isOverdueReward = (createdAt: Date, now: Date) => now.getTime() - createdAt.getTime() > OVERDUE_MS

function listLimits(earner: EarnerOrigin, proof: PersonProof, { perNetwork, budget }: AllowanceSettings): Limit[] {
  const network = perNetwork * (proof === 'email' ? 1 : WITHOUT_PROOF_SHARE)
  const perHour = Math.max(MIN_PER_HOUR, budget / BUDGET_HOURS)
  const wide: Limit[] = [
    { scope: 'browser', key: earner.browser, bonus: perHour / 2, usedMs: HOUR_MS, perPayer: PER_PAYER_AND_HOUR },
    { scope: 'campaign', key: earner.lpid, bonus: perHour, usedMs: HOUR_MS, perPayer: PER_PAYER_AND_HOUR }
  ]
  if (proof === 'partner' || proof === 'returning') {
    const returning = { scope: 'returning', bonus: perNetwork * RETURNING_SHARE, usedMs: BURST_MS } as const
    return [{ ...returning, key: earner.network, perPayer: PERSON_BONUS }, ...wide]
  }
  const address: Limit = {
    scope: 'address',
    key: earner.address,
    bonus: network * ADDRESS_SHARE,
    usedMs: BURST_MS,
    perPayer: PERSON_BONUS
  }
  return [
    ...(earner.address === earner.network ? [] : [address]),
    { scope: 'network', key: earner.network, bonus: network, usedMs: BURST_MS, perPayer: PERSON_BONUS },
    { scope: 'device', key: earner.device, bonus: perNetwork * DEVICE_SHARE, usedMs: DAY_MS, perPayer: PERSON_BONUS },
    ...wide
  ]
}

/** Limits for what people of one place share. */
const placeScopes: readonly EarningScope[] = ['address', 'network', 'returning']
/** Of what the people of a network earn, for those who return and for the others. */
const PEOPLE_SHARE = 0.5

/** Grows with payers, and is at least what so many people earn as share the network by an operator's word. */
function computeAllowedBonus({ scope, bonus, perPayer }: Limit, { payers, people }: LockedUsage): number {
  const isPlace = placeScopes.includes(scope)
  const forPayers = payers * (payers >= MANY_PAYERS && isPlace ? PER_PAYER_OF_MANY : perPayer)
  if (!isPlace) return bonus + forPayers
  return BURST_SHARE * Math.max(bonus + forPayers, people * PERSON_BONUS * PEOPLE_SHARE)
}

export interface AllowanceRequest {
  earner: EarnerOrigin
  proof: PersonProof
  bonus: number
  /** Any room is enough. */
  isOverdue: boolean
  defaults: AllowanceSettings
  now: Date
}

/**
 * Counts the bonus if every limit has room for it, else counts nothing. Returns the limits without room. Payers have no
 * limits.
 */
export async function takeAllowance(trx: Transaction<Database>, request: AllowanceRequest): Promise<EarningLimitKey[]> {
  const { earner, proof, bonus, isOverdue, defaults, now } = request
  if (proof === 'payment') return []
  const { lpid, budget } = await readRewardBudget(trx, { lpid: earner.lpid }, defaults.budget)
  const limits = listLimits({ ...earner, lpid }, proof, { ...defaults, budget })
  const locked = await lockUsage(trx, limits, { network: earner.network, now })
  const after = locked.map(usage => {
    const allowed = computeAllowedBonus(usage.limit, usage)
    const before = computeRemainingUsage(usage, allowed, now)
    return {
      limit: usage.limit,
      used: before + bonus,
      isFull: isOverdue ? before >= allowed : before + bonus > allowed
    }
  })
  const full = after.filter(({ isFull }) => isFull)
  if (full.length > 0) {
    return full.map(({ limit: { scope, key } }) => ({ scope, key: scope === 'campaign' ? earner.lpid : key }))
  }
  for (const { limit, used } of after) {
    await trx
      .updateTable('earning_usage')
      .set({ used, used_at: now })
      .where('scope', '=', limit.scope)
      .where('key', '=', limit.key)
      .execute()
  }
  return []
}

/** Usage from later than now was written before the clock was set back, and stands still until then. */
function computeRemainingUsage({ limit, used, usedAt }: LockedUsage, allowed: number, now: Date): number {
  const passedMs = Math.max(0, now.getTime() - usedAt.getTime())
  return Math.max(0, used - (allowed * passedMs) / limit.usedMs)
}

/** `people` share the network by an operator's word, 0 if unknown. */
interface LockedUsage {
  limit: Limit
  used: number
  usedAt: Date
  payers: number
  people: number
}

async function lockUsage(
  trx: Transaction<Database>,
  limits: readonly Limit[],
  { network, now }: { network: string; now: Date }
): Promise<LockedUsage[]> {
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
  const { rows } = await sql<{ scope: EarningScope; used: number; used_at: Date; payers: string; people: number }>`
    with locked as (${locked})
    select scope, used, used_at, (
      select count(distinct orders.user_id) from payer_scopes join orders using (order_no)
      where payer_scopes.scope = locked.scope and payer_scopes.key = locked.key and ${isPaidOrder}
        and seen_at > ${new Date(now.getTime() - PAYER_DAYS * DAY_MS)}
        and paid_at <= ${new Date(now.getTime() - PAYMENT_AGE_HOURS * HOUR_MS)}
    ) as payers, coalesce((select people from earning_networks where network = ${network}), 0) as people
    from locked`.execute(trx)
  return limits.map(limit => {
    const row = rows.find(({ scope }) => scope === limit.scope)
    const { used = 0, used_at: usedAt = now, payers = '0', people = 0 } = row ?? {}
    return { limit, used, usedAt, payers: Number(payers), people }
  })
}

/** Notes where an order was made. It counts there once it is paid, and nowhere else. */
export async function recordOrderScopes(
  trx: Transaction<Database>,
  { userId, orderNo, earner, now }: { userId: string; orderNo: string; earner: EarnerOrigin; now: Date }
): Promise<void> {
  const keys = listLimitKeys(earner).filter(({ scope }) => scope !== 'device')
  await trx
    .insertInto('payer_scopes')
    .values(keys.map(({ scope, key }) => ({ user_id: userId, scope, key, order_no: orderNo, seen_at: now })))
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
