import type { Kysely, Transaction } from 'kysely'
import type { AccountMergeResult, SignInResponse } from '../../../contract/account.js'
import type { Database } from '../../db/schema/schema.js'
import { BusinessError } from '../../http/business-error.js'
import type { RequestContext } from '../../http/request-context.js'
import type { PartnerIdentity, Viewer } from '../../http/viewer.js'
import { createIdentifier } from '../../lib/identifier.js'
import { findCreditedLpid } from '../campaign/attribution.js'
import { lockOrdersOf } from '../order/orders.js'
import { queueWantedEvents } from '../postback/queue-events.js'
import { readUser } from '../user/queries.js'
import { toUserResponse } from '../user/user-response.js'
import { createVisitorNickname } from '../visitor/new-visitor.js'
import { insertSession, insertVisitor, isInTestVisit } from '../visitor/queries.js'
import { createSession } from '../visitor/session.js'
import { mergeVisitor, readMergeSummary } from './merge/merge-visitor.js'

export async function findAccountUserId(db: Kysely<Database>, email: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  return row?.id ?? null
}

/**
 * A proven sign-in of `viewer` as `owner`, or as a new account if `owner` is null. `session` is the hash of the
 * caller's token; `recoveryHash` is compared again under the lock, because the owner may have a newer code.
 */
export interface SignInRequest {
  context: RequestContext
  viewer: Viewer
  session: string
  owner: string | null
  email: string | null
  recoveryHash?: string
  partner?: PartnerIdentity
}

/**
 * Turns a visitor into a new account or merges them into an existing one, and replaces the session. A repetition by the
 * replaced session only opens another session.
 */
export async function signInAs(trx: Transaction<Database>, signIn: SignInRequest): Promise<SignInResponse> {
  const { context, viewer, owner, recoveryHash } = signIn
  await lockOrdersOf(trx, viewer.userId)
  const users = await lockUsers(trx, [viewer.userId, ...(owner === null ? [] : [owner])])
  const caller = users.get(viewer.userId)
  if (caller === undefined || caller.deleted_at !== null) throw new BusinessError(999)
  const target = owner === null ? undefined : users.get(owner)
  if (owner !== null && !isActiveUser(target)) throw new BusinessError(4501)
  if (recoveryHash !== undefined && target?.recovery_hash !== recoveryHash) throw new BusinessError(4501)
  const movedTo = viewer.replacedBy ?? caller.merged_into
  if (movedTo !== null) {
    if (movedTo !== owner) throw new BusinessError(999)
    return openSessionAs(signIn, trx, owner, await readMergeSummary(trx, caller.id, owner))
  }
  if (owner === null) return openSessionAs(signIn, trx, await createAccount(trx, signIn, caller), null)
  const isMergeNeeded = caller.id !== owner && caller.kind === 'visitor'
  const merged = isMergeNeeded ? await mergeVisitor(trx, { from: caller.id, into: owner, context }) : null
  return openSessionAs(signIn, trx, owner, merged)
}

const isActiveUser = (user: User | undefined) => user?.deleted_at === null && user.merged_into === null

type User = Awaited<ReturnType<typeof readUser>>

/** Locks in the order of ids, to prevent a deadlock of two sign-ins. */
async function lockUsers(trx: Transaction<Database>, ids: readonly string[]): Promise<Map<string, User>> {
  const rows = await trx
    .selectFrom('users')
    .selectAll()
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

/**
 * Turns a visitor into an account, or adds the address to an account without one. An account with another address
 * stays, and a new, empty account is created.
 */
async function createAccount(
  trx: Transaction<Database>,
  { context, email }: SignInRequest,
  caller: User
): Promise<string> {
  const { now, lang } = context
  const isSameUser = caller.kind === 'visitor' || (email !== null && caller.email === null)
  const id = isSameUser ? caller.id : createIdentifier('u', context)
  if (id !== caller.id) {
    const { last_lpid: lpid, last_lpid_at: lpidAt } = caller
    await insertVisitor(trx, { id, nickname: createVisitorNickname(id), locale: lang, lpid, lpidAt, now })
  }
  const account = { kind: 'user', email, email_verified_at: email === null ? null : now } as const
  await trx.updateTable('users').set(account).where('id', '=', id).execute()
  // Accounts have no device secrets, because those sign in without a proof of ownership.
  await trx.deleteFrom('device_secrets').where('user_id', '=', id).execute()
  if (caller.kind === 'visitor' && email !== null) await queueRegisterEvent(trx, context, id)
  return id
}

async function queueRegisterEvent(
  trx: Transaction<Database>,
  { accountKeys, deviceId, now }: RequestContext,
  userId: string
): Promise<void> {
  const lpid = await findCreditedLpid(trx, userId, now)
  if (lpid === null) return
  const payload = { at: now.getTime(), is_test: await isInTestVisit(trx, userId, deviceId) }
  const event_id = accountKeys.registerEventId(userId)
  await queueWantedEvents(trx, { userId, now }, [{ event: 'register', event_id, lpid, payload }])
}

async function openSessionAs(
  { context, session, partner }: SignInRequest,
  trx: Transaction<Database>,
  userId: string,
  merged: AccountMergeResult | null
): Promise<SignInResponse> {
  const newSession = createSession(context, userId)
  await trx
    .updateTable('sessions')
    .set({ revoked_at: context.now, replaced_by: userId })
    .where('token_hash', '=', session)
    .execute()
  await insertSession(trx, { ...newSession, partner })
  const user = toUserResponse(await readUser(trx, userId))
  return { token: newSession.token, expires_at: newSession.expiresAt.getTime(), user, merged }
}
