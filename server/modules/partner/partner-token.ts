import { compactVerify, decodeProtectedHeader, type JWTPayload, jwtVerify } from 'jose'
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import type { PartnerIdentity } from '../../http/viewer.js'
import { constantTimeEqual } from '../../lib/constant-time-equal.js'
import type { Random } from '../../lib/random.js'
import type { KeyedHashes } from '../account/keyed-hashes.js'
import { revokeOldKeys } from './key-rotation.js'

/** A verified JWT (HS256) of a partner. `claims` are unchecked, except for the times. */
export interface PartnerToken {
  partnerId: string
  claims: JWTPayload
}

const KEY_ID_PATTERN = /^ps_[0-9a-f]{12}$/
const MAX_TOKEN_LENGTH = 4096
const MAX_LIFETIME_S = 600
const CLOCK_TOLERANCE_S = 60

export async function createPartnerSecret(
  trx: Transaction<Database>,
  partnerId: string,
  { random, now }: { random: Random; now: Date }
): Promise<{ key_id: string; secret: string }> {
  const id = `ps_${random.bytes(6).toString('hex')}`
  const secret = random.bytes(32).toString('base64url')
  await trx.insertInto('partner_secrets').values({ id, partner_id: partnerId, secret, created_at: now }).execute()
  await revokeOldKeys(trx, 'partner_secrets', { id, partnerId, now })
  return { key_id: id, secret }
}

export async function verifyPartnerToken(db: Kysely<Database>, token: string, now: Date): Promise<PartnerToken | null> {
  const signer = await findSigner(db, token)
  if (signer === null) return null
  const verifyOptions = {
    algorithms: ['HS256'],
    requiredClaims: ['iat', 'exp'],
    currentDate: now,
    clockTolerance: CLOCK_TOLERANCE_S,
    maxTokenAge: MAX_LIFETIME_S
  }
  const verified = await jwtVerify(token, signer.key, verifyOptions).catch(() => null)
  if (verified === null) return null
  const { iat = 0, exp = 0 } = verified.payload
  return exp - iat > MAX_LIFETIME_S ? null : { partnerId: signer.partnerId, claims: verified.payload }
}

/** Accepts an expired token. Null if no partner signed it. */
async function readTokenSubject(
  db: Kysely<Database>,
  token: string
): Promise<{ partnerId: string; subject: string } | null> {
  const signer = await findSigner(db, token)
  if (signer === null) return null
  const verified = await compactVerify(token, signer.key, { algorithms: ['HS256'] }).catch(() => null)
  const subject = verified === null ? null : parseSubject(new TextDecoder().decode(verified.payload))
  return subject === null ? null : { partnerId: signer.partnerId, subject }
}

async function findSigner(db: Kysely<Database>, token: string) {
  const id = parseKeyId(token)
  if (id === null) return null
  const row = await db
    .selectFrom('partner_secrets')
    .innerJoin('partners', 'partners.id', 'partner_secrets.partner_id')
    .select(['partner_secrets.secret', 'partners.id'])
    .where('partner_secrets.id', '=', id)
    .where('partner_secrets.revoked_at', 'is', null)
    .where('partners.revoked_at', 'is', null)
    .executeTakeFirst()
  return row === undefined ? null : { partnerId: row.id, key: new TextEncoder().encode(row.secret) }
}

function parseKeyId(token: string): string | null {
  if (token.length > MAX_TOKEN_LENGTH) return null
  try {
    const { kid } = decodeProtectedHeader(token)
    return typeof kid === 'string' && KEY_ID_PATTERN.test(kid) ? kid : null
  } catch {
    return null
  }
}

function parseSubject(payload: string): string | null {
  try {
    const claims: unknown = JSON.parse(payload)
    const subject = typeof claims === 'object' && claims !== null && 'sub' in claims ? claims.sub : null
    return typeof subject === 'string' ? subject : null
  } catch {
    return null
  }
}

/**
 * Whether the partner's page still names the viewer of the session: signing out there ends the session here. Ignores
 * the token's expiry, because pages stay open for longer.
 */
export async function isPartnerSignInValid(
  db: Kysely<Database>,
  keys: Pick<KeyedHashes, 'subjectHash'>,
  { id, subjectHash }: PartnerIdentity,
  token: string | null
): Promise<boolean> {
  const tokenSubject = token === null ? null : await readTokenSubject(db, token)
  return tokenSubject?.partnerId === id && constantTimeEqual(keys.subjectHash(id, tokenSubject.subject), subjectHash)
}
