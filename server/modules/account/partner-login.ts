import type { JWTPayload } from 'jose'
import type { Transaction } from 'kysely'
import type { SignInResponse } from '../../../contract/account.js'
import type { Database } from '../../db/schema/schema.js'
import { transaction } from '../../db/transaction.js'
import { BusinessError } from '../../http/business-error.js'
import type { RequestContext } from '../../http/request-context.js'
import type { PartnerIdentity } from '../../http/viewer.js'
import { sha256Hex } from '../../lib/sha256.js'
import { verifyPartnerToken } from '../partner/partner-token.js'
import { readUser } from '../user/queries.js'
import { toUserResponse } from '../user/user-response.js'
import { requireViewer } from '../visitor/session.js'
import { signInAs } from './sign-in.js'

class ConcurrentLogin extends Error {}

export async function postPartnerLogin(context: RequestContext): Promise<SignInResponse> {
  const { db, limits, metrics, token, partnerToken, now, accountKeys } = context
  const viewer = requireViewer(context.viewer)
  await limits.partnerLogin.take(context)
  const verified = partnerToken === null ? null : await verifyPartnerToken(db, partnerToken, now)
  const subject = verified === null ? null : readSubject(verified.claims)
  if (verified === null || subject === null) throw new BusinessError(4501)
  const partner = { id: verified.partnerId, subjectHash: accountKeys.subjectHash(verified.partnerId, subject) }
  // Keeps a session that was opened without a partner or by the same partner identity.
  const canKeepSession = viewer.partnerIdentity === null || isSameIdentity(viewer.partnerIdentity, partner)
  if (viewer.kind === 'user' && viewer.replacedBy === null && canKeepSession) {
    const user = toUserResponse(await readUser(db, viewer.userId))
    return { token: token ?? '', expires_at: viewer.expiresAt.getTime(), user, merged: null }
  }
  const session = sha256Hex(token ?? '')
  const attempt = () =>
    transaction(db, async trx => {
      const owner = await findUserOfIdentity(trx, partner)
      const signedIn = await signInAs(trx, { context, viewer, session, owner, email: null, partner })
      if (owner === null) await insertIdentity(trx, partner, signedIn.user.id, now)
      return signedIn
    })
  const signedIn = await attempt().catch(error => {
    if (error instanceof ConcurrentLogin) return attempt()
    throw error
  })
  metrics.signIns.inc({ method: 'partner' })
  return signedIn
}

/** Null for a token with `drama_id`, because that token pays for an episode and does not sign in. */
function readSubject({ sub, drama_id }: JWTPayload): string | null {
  return typeof sub === 'string' && sub.length >= 1 && sub.length <= 255 && drama_id === undefined ? sub : null
}

const isSameIdentity = (one: PartnerIdentity, other: PartnerIdentity) =>
  one.id === other.id && one.subjectHash === other.subjectHash

async function findUserOfIdentity(
  trx: Transaction<Database>,
  { id, subjectHash }: PartnerIdentity
): Promise<string | null> {
  const row = await trx
    .selectFrom('partner_identities')
    .select('user_id')
    .where('partner_id', '=', id)
    .where('subject_hash', '=', subjectHash)
    .executeTakeFirst()
  return row?.user_id ?? null
}

async function insertIdentity(
  trx: Transaction<Database>,
  { id, subjectHash }: PartnerIdentity,
  userId: string,
  now: Date
) {
  const inserted = await trx
    .insertInto('partner_identities')
    .values({ partner_id: id, subject_hash: subjectHash, user_id: userId, created_at: now })
    .onConflict(conflict => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  if (inserted === undefined) throw new ConcurrentLogin()
}
