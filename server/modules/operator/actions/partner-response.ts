import { type Kysely, type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../../db/schema/schema.js'

const listedKey = z.object({ id: z.string(), created_at: z.date() })

export const listedPartner = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.date(),
  revoked_at: z.date().nullable(),
  keys: z.array(listedKey),
  secrets: z.array(listedKey),
  coins: z.number().int(),
  campaigns: z.array(z.string()),
  seen_at: z.date().nullable()
})

/** Adds keys, coins, campaigns, and when a member of the partner was last seen. */
export async function completePartners(
  db: Kysely<Database>,
  partners: readonly Selectable<Database['partners']>[]
): Promise<z.output<typeof listedPartner>[]> {
  if (partners.length === 0) return []
  const ids = partners.map(({ id }) => id)
  const readKeys = (table: 'partner_keys' | 'partner_secrets') =>
    db
      .selectFrom(table)
      .select(['id', 'partner_id', 'created_at'])
      .where('revoked_at', 'is', null)
      .where('partner_id', 'in', ids)
      .orderBy('created_at')
      .execute()
  const keys = await readKeys('partner_keys')
  const secrets = await readKeys('partner_secrets')
  const campaigns = await db
    .selectFrom('campaigns')
    .select(['lpid', 'partner_id'])
    .where('partner_id', 'in', ids)
    .orderBy('lpid')
    .execute()
  const wallets = await db
    .selectFrom('partners')
    .innerJoin('users', 'users.id', 'partners.purse_id')
    .select(['partners.id', 'users.coins'])
    .where('partners.id', 'in', ids)
    .execute()
  const visits = await db
    .selectFrom('members')
    .innerJoin('member_sessions', 'member_sessions.member_id', 'members.id')
    .select(['members.partner_id', sql<Date>`max(member_sessions.seen_at)`.as('seen_at')])
    .where('members.partner_id', 'in', ids)
    .groupBy('members.partner_id')
    .execute()
  const keysByPartner = groupByPartner(keys)
  const secretsByPartner = groupByPartner(secrets)
  const campaignsByPartner = groupByPartner(campaigns)
  const coins = new Map(wallets.map(wallet => [wallet.id, Number(wallet.coins)]))
  const seenAt = new Map(visits.map(({ partner_id, seen_at }) => [partner_id, new Date(seen_at)]))
  return partners.map(({ id, name, created_at, revoked_at }) => ({
    id,
    name,
    created_at,
    revoked_at,
    keys: toListedKeys(keysByPartner.get(id)),
    secrets: toListedKeys(secretsByPartner.get(id)),
    coins: coins.get(id) ?? 0,
    campaigns: (campaignsByPartner.get(id) ?? []).map(({ lpid }) => lpid),
    seen_at: seenAt.get(id) ?? null
  }))
}

function groupByPartner<Row extends { partner_id: string | null }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const partnerId = row.partner_id ?? ''
    const group = groups.get(partnerId) ?? []
    groups.set(partnerId, group)
    group.push(row)
  }
  return groups
}

const toListedKeys = (keys: readonly z.output<typeof listedKey>[] = []) =>
  keys.map(({ id, created_at }) => ({ id, created_at }))
