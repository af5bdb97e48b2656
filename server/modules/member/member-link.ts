import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import type { Random } from '../../lib/random.js'
import { sha256Hex } from '../../lib/sha256.js'
import { hasOwner } from './members.js'

const FIRST_OWNER_LINK_MS = 24 * 60 * 60_000
const INVITATION_MS = 7 * 24 * 60 * 60_000

interface NewLink {
  random: Random
  now: Date
}

/** Signs in once, as `memberId` or as a new first owner. Only its hash is stored, so it can be shown only now. */
async function createLinkToken(db: Kysely<Database>, { random, now }: NewLink, memberId: string | null) {
  const token = random.bytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + (memberId === null ? FIRST_OWNER_LINK_MS : INVITATION_MS))
  const values = { token_hash: sha256Hex(token), member_id: memberId, created_at: now, expires_at: expiresAt }
  await db.insertInto('member_links').values(values).execute()
  return { token, expiresAt }
}

/** Of a link that makes the first owner; null if there is one. */
export async function createMissingOwnerToken(db: Kysely<Database>, link: NewLink): Promise<string | null> {
  if (await hasOwner(db)) return null
  await db.deleteFrom('member_links').where('expires_at', '<=', link.now).execute()
  const { token } = await createLinkToken(db, link, null)
  return token
}

/** Ends the links that the member had before. */
export async function createInvitationToken(trx: Transaction<Database>, memberId: string, link: NewLink) {
  await trx.deleteFrom('member_links').where('member_id', '=', memberId).execute()
  return createLinkToken(trx, link, memberId)
}

/** After `#`, which browsers do not send, so that the token is in no log. */
export const toLinkAddress = (origin: string, token: string) => `${origin}/console/link#${token}`

export async function findLink(db: Kysely<Database>, token: string, now: Date) {
  return db
    .selectFrom('member_links')
    .leftJoin('members', 'members.id', 'member_links.member_id')
    .leftJoin('partners', 'partners.id', 'members.partner_id')
    .select(['member_links.token_hash', 'member_links.member_id', 'members.email', 'members.name', 'members.role'])
    .select('partners.name as partner_name')
    .where('token_hash', '=', sha256Hex(token))
    .where('expires_at', '>', now)
    .where(({ or, eb }) => or([eb('member_id', 'is', null), eb('members.disabled_at', 'is', null)]))
    .executeTakeFirst()
}

/** False if another request has used the link. */
export async function takeLink(trx: Transaction<Database>, tokenHash: string): Promise<boolean> {
  const taken = await trx
    .deleteFrom('member_links')
    .where('token_hash', '=', tokenHash)
    .returning('token_hash')
    .execute()
  return taken.length === 1
}

export const deleteFirstOwnerLinks = (trx: Transaction<Database>) =>
  trx.deleteFrom('member_links').where('member_id', 'is', null).execute()
