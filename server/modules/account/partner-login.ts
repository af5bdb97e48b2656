// Sign-in by the word of a partner, whose page says who its viewer is.
import type { JWTPayload } from 'jose'
import type { Transaction } from 'kysely'
import type { SignedIn } from '../../../contract/account.js'
import type { Database } from '../../db/schema/schema.js'
import { transaction } from '../../db/transaction.js'
import { BusinessError } from '../../http/business-error.js'
import type { RequestContext } from '../../http/request-context.js'
import type { PartnerIdentity } from '../../http/viewer.js'
import { digest } from '../../lib/sha256.js'
import { verifyPartnerToken } from '../partner/partner-token.js'
import { userById } from '../user/queries.js'
import { userAnswer } from '../user/user-answer.js'
import { requireViewer } from '../visitor/session.js'
import { signInAs } from './sign-in.js'

/** Somebody else has signed in as the same new viewer at the same time: theirs is the account. */
class ConcurrentLogin extends Error {}

/** Signs in to the account of whom the page's token names, which is made where there is none. */
export async function postPartnerLogin(context: RequestContext): Promise<SignedIn> {
  const { db, limits, token, partnerToken, now, accountKeys } = context
  const viewer = requireViewer(context.viewer)
  limits.partnerLogin.take(context)
  const told = partnerToken === null ? null : await verifyPartnerToken(db, partnerToken, now)
  const subject = told === null ? null : userOfToken(told.claims)
  if (told === null || subject === null) throw new BusinessError(4501)
  const partner = { id: told.partnerId, subjectHash: accountKeys.subjectHash(told.partnerId, subject) }
  // Whoever has signed in by themselves is not signed out by a page; who is there already has nothing to do.
  const isThere = viewer.vouched === null || isSameViewer(viewer.vouched, partner)
  if (viewer.kind === 'user' && viewer.replacedBy === null && isThere) {
    const user = userAnswer(await userById(db, viewer.userId))
    return { token: token ?? '', expires_at: viewer.expiresAt.getTime(), user, merged: null }
  }
  const session = digest(token ?? '')
  const attempt = () =>
    transaction(db, async trx => {
      const owner = await identityOf(trx, partner)
      const signedIn = await signInAs(trx, { context, viewer, session, owner, email: null, partner })
      if (owner === null) await keepIdentity(trx, partner, signedIn.user.id, now)
      return signedIn
    })
  return attempt().catch(error => {
    if (error instanceof ConcurrentLogin) return attempt()
    throw error
  })
}

/** A token that pays for an episode vouches for nobody. */
function userOfToken({ sub, drama_id }: JWTPayload): string | null {
  return typeof sub === 'string' && sub.length >= 1 && sub.length <= 255 && drama_id === undefined ? sub : null
}

const isSameViewer = (one: PartnerIdentity, other: PartnerIdentity) =>
  one.id === other.id && one.subjectHash === other.subjectHash

async function identityOf(trx: Transaction<Database>, { id, subjectHash }: PartnerIdentity): Promise<string | null> {
  const row = await trx
    .selectFrom('partner_identities')
    .select('user_id')
    .where('partner_id', '=', id)
    .where('subject_hash', '=', subjectHash)
    .executeTakeFirst()
  return row?.user_id ?? null
}

async function keepIdentity(
  trx: Transaction<Database>,
  { id, subjectHash }: PartnerIdentity,
  userId: string,
  now: Date
) {
  const kept = await trx
    .insertInto('partner_identities')
    .values({ partner_id: id, subject_hash: subjectHash, user_id: userId, created_at: now })
    .onConflict(conflict => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  if (kept === undefined) throw new ConcurrentLogin()
}
