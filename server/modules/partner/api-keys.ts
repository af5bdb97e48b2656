import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { constantTimeEqual } from '../../lib/constant-time-equal.js'
import type { Random } from '../../lib/random.js'
import { sha256Hex } from '../../lib/sha256.js'
import { revokeOldKeys } from './key-rotation.js'

export interface Partner {
  id: string
  name: string
}

const KEY_PATTERN = /^(pk_[0-9a-f]{12})_[A-Za-z0-9_-]{43}$/

/** Revokes all older keys except the newest. The key can be shown only once, because only its hash is stored. */
export async function createPartnerKey(
  trx: Transaction<Database>,
  partnerId: string,
  { random, now }: { random: Random; now: Date }
): Promise<{ key_id: string; key: string }> {
  const id = `pk_${random.bytes(6).toString('hex')}`
  const key = `${id}_${random.bytes(32).toString('base64url')}`
  const values = { id, partner_id: partnerId, key_hash: sha256Hex(key), created_at: now }
  await trx.insertInto('partner_keys').values(values).execute()
  await revokeOldKeys(trx, 'partner_keys', { id, partnerId, now })
  return { key_id: id, key }
}

/** Null for an unknown partner, and for a revoked one. */
export async function findPartner(db: Kysely<Database>, id: string): Promise<Partner | null> {
  const row = await db
    .selectFrom('partners')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

export async function findPartnerByKey(
  db: Kysely<Database>,
  key: string
): Promise<{ partner: Partner; keyId: string } | null> {
  const id = KEY_PATTERN.exec(key)?.[1]
  if (id === undefined) return null
  const row = await db
    .selectFrom('partner_keys')
    .innerJoin('partners', 'partners.id', 'partner_keys.partner_id')
    .select(['partners.id', 'partners.name', 'partner_keys.key_hash'])
    .where('partner_keys.id', '=', id)
    .where('partner_keys.revoked_at', 'is', null)
    .where('partners.revoked_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined || !constantTimeEqual(row.key_hash, sha256Hex(key))) return null
  return { partner: { id: row.id, name: row.name }, keyId: id }
}
