import type { Kysely, Transaction } from 'kysely'
import type { Merged, SignedIn } from '../../../contract/account.js'
import type { Database } from '../../db/schema/schema.js'
import { BusinessError } from '../../http/business-error.js'
import type { RequestContext } from '../../http/request-context.js'
import type { PartnerIdentity, Viewer } from '../../http/viewer.js'
import { makeIdentifier } from '../../lib/identifier.js'
import { lockOrdersOf } from '../order/orders.js'
import { userById } from '../user/queries.js'
import { userAnswer } from '../user/user-answer.js'
import { insertSession, insertVisitor } from '../visitor/queries.js'
import { visitorNickname } from '../visitor/rules.js'
import { sessionFor } from '../visitor/session.js'
import { mergeResponse, mergeVisitor } from './merge/merge-visitor.js'

/** The user whose address this is. */
export async function accountUserId(db: Kysely<Database>, email: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  return row?.id ?? null
}

/**
 * A proven sign-in: `viewer` wants to be `owner`, with `session` the hash of their token. `owner` null: there is no
 * account of the address `email` yet. `recoveryHash` where a recovery code proves it: it must still be the owner's once
 * nobody else can give a new one.
 */
export interface SignInRequest {
  context: RequestContext
  viewer: Viewer
  session: string
  owner: string | null
  email: string | null
  recoveryHash?: string
  /** Who vouches for them, for as long as the new session lasts. */
  partner?: PartnerIdentity
}

/**
 * Makes the caller the owner: a visitor becomes the account that there was not, or is merged into the one there is. The
 * session that asked ends, and a new one begins. Done again by the same session it moves nothing.
 */
export async function signInAs(trx: Transaction<Database>, signIn: SignInRequest): Promise<SignedIn> {
  const { context, viewer, owner, recoveryHash } = signIn
  await lockOrdersOf(trx, viewer.userId)
  const users = await lockUsers(trx, [viewer.userId, ...(owner === null ? [] : [owner])])
  const caller = users.get(viewer.userId)
  if (caller === undefined || caller.deleted_at !== null) throw new BusinessError(999)
  const target = owner === null ? undefined : users.get(owner)
  if (owner !== null && !isLiving(target)) throw new BusinessError(4501)
  if (recoveryHash !== undefined && target?.recovery_hash !== recoveryHash) throw new BusinessError(4501)
  const movedTo = viewer.replacedBy ?? caller.merged_into
  if (movedTo !== null) {
    if (movedTo !== owner) throw new BusinessError(999)
    return openSessionAs(signIn, trx, owner, await mergeResponse(trx, caller.id, owner))
  }
  if (owner === null) return openSessionAs(signIn, trx, await makeAccount(trx, signIn, caller), null)
  // Two accounts of one person stay two: only what a visitor has comes along.
  const isMerged = caller.id !== owner && caller.kind === 'visitor'
  const merged = isMerged ? await mergeVisitor(trx, { from: caller.id, into: owner, context }) : null
  return openSessionAs(signIn, trx, owner, merged)
}

const isLiving = (user: User | undefined) => user?.deleted_at === null && user.merged_into === null

type User = Awaited<ReturnType<typeof userById>>

/** Always in the same order, so that two who sign in at once do not wait for each other. */
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

/** The visitor becomes the account, and one without an address gets it; who has one already gets another, empty one. */
async function makeAccount(
  trx: Transaction<Database>,
  { context, email }: SignInRequest,
  caller: User
): Promise<string> {
  const { now, lang } = context
  const isTheirs = caller.kind === 'visitor' || (email !== null && caller.email === null)
  const id = isTheirs ? caller.id : makeIdentifier('u', context)
  if (id !== caller.id) {
    const { last_lpid: lpid, last_lpid_at: lpidAt } = caller
    await insertVisitor(trx, { id, nickname: visitorNickname(id), locale: lang, lpid, lpidAt, now })
  }
  const account = { kind: 'user', email, email_verified_at: email === null ? null : now } as const
  await trx.updateTable('users').set(account).where('id', '=', id).execute()
  // What brings a visitor back without being asked would sign in to an account behind its owner's back.
  await trx.deleteFrom('device_secrets').where('user_id', '=', id).execute()
  return id
}

async function openSessionAs(
  { context, session, partner }: SignInRequest,
  trx: Transaction<Database>,
  userId: string,
  merged: Merged | null
): Promise<SignedIn> {
  const opened = sessionFor(context, userId)
  await trx
    .updateTable('sessions')
    .set({ revoked_at: context.now, replaced_by: userId })
    .where('token_hash', '=', session)
    .execute()
  await insertSession(trx, { ...opened, partner })
  const user = userAnswer(await userById(trx, userId))
  return { token: opened.token, expires_at: opened.expiresAt.getTime(), user, merged }
}
