// What the console asks for before and during a session: who is signed in, sign-in, sign-out, passkeys.
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import { langs } from '../../../contract/protocol/language.js'
import { transaction } from '../../db/transaction.js'
import { BusinessError, createFieldError } from '../../http/business-error.js'
import { createIdentifier } from '../../lib/identifier.js'
import { type ConsoleContext, defineConsoleAction } from './console-action.js'
import { deleteFirstOwnerLinks, findLink, takeLink } from './member-link.js'
import { memberRole } from './member-role.js'
import { endMemberSessions, listMemberSessions, type MemberSession } from './member-session.js'
import { findActiveMember, hasOwner, lockOwners } from './members.js'
import {
  addPasskey,
  checkPasskey,
  createAuthenticationOptions,
  createRegistrationOptions,
  listPasskeys
} from './sign-in/passkeys.js'
import { checkSignInCode, sendSignInCode } from './sign-in/sign-in-code.js'

export const memberEmail = z.string().trim().toLowerCase().max(254).pipe(z.email())
export const memberName = z.string().trim().min(1).max(80)
const lang = z.enum(langs).default('pt')
const token = z.string().regex(/^[A-Za-z0-9_-]{43}$/)
const nothing = z.object({})

function requireSession({ session }: ConsoleContext): MemberSession {
  if (session === null) throw new BusinessError(999)
  return session
}

const sessionResponse = z.object({
  member: z
    .object({
      id: z.string(),
      email: z.string(),
      name: z.string(),
      role: memberRole,
      partner: z.object({ id: z.string(), name: z.string() }).nullable(),
      is_partner_admin: z.boolean()
    })
    .nullable(),
  csrf_token: z.string().nullable(),
  expires_at: z.date().nullable(),
  has_code_sign_in: z.boolean(),
  is_demo: z.boolean(),
  currency: z.string(),
  timezone: z.string()
})

const showSessionAction = defineConsoleAction({
  method: 'GET',
  path: '/console/api/session',
  description: 'Returns who is signed in, and the token that every POST needs as X-CSRF-Token.',
  request: nothing,
  response: sessionResponse,
  run: async ({ session, mailer, config }) => ({
    member: session?.member ?? null,
    csrf_token: session?.csrfToken ?? null,
    expires_at: session?.expiresAt ?? null,
    has_code_sign_in: mailer.kind !== 'none',
    is_demo: mailer.kind === 'demo',
    currency: config.currency,
    timezone: config.timezone
  })
})

const codeRequest = z.object({ email: memberEmail, lang })
const codeResponse = z.object({ sent: z.boolean(), retry_after: z.number().int() })

const sendCodeAction = defineConsoleAction({
  method: 'POST',
  path: '/console/api/code',
  description: 'Sends a code by e-mail if a member has the address; the answer does not tell.',
  errors: { 4502: 'Five wrong codes lock the address for 15 minutes', 4503: 'The server has no mailer' },
  request: codeRequest,
  response: codeResponse,
  run: (context, { email, lang: chosen }) => sendSignInCode(context, email, chosen)
})

const codeLoginRequest = z.object({ email: memberEmail, code: z.string().regex(/^\d{6}$/) })

const codeLoginAction = defineConsoleAction({
  method: 'POST',
  path: '/console/api/code_login',
  description: 'Signs in with a code.',
  errors: { 4501: 'Wrong or expired code', 4502: 'Five wrong codes lock the address for 15 minutes' },
  request: codeLoginRequest,
  response: nothing,
  run: async (context, request) => {
    await context.openSession(await checkSignInCode(context, request), 'code')
    return {}
  }
})

const linkRequest = z.object({ token })
const linkResponse = z.object({
  email: z.string().nullable(),
  name: z.string().nullable(),
  role: memberRole,
  /** Company of a partner's member. */
  partner_name: z.string().nullable()
})

const showLinkAction = defineConsoleAction({
  method: 'POST',
  path: '/console/api/link_show',
  description: 'Returns whom a one-time link signs in; without an e-mail it makes the first owner.',
  errors: { 4501: 'The link has been used or has ended' },
  request: linkRequest,
  response: linkResponse,
  run: async ({ db, now }, { token: sent }) => {
    const link = await findLink(db, sent, now)
    if (link === undefined || (link.member_id === null && (await hasOwner(db)))) throw new BusinessError(4501)
    const { email, name, role, partner_name } = link
    return { email, name, role: role ?? 'owner', partner_name }
  }
})

const linkLoginRequest = z.object({ token, email: memberEmail.optional(), name: memberName.optional() })

const linkLoginAction = defineConsoleAction({
  method: 'POST',
  path: '/console/api/link_login',
  description: 'Signs in with a one-time link; the first owner gives an e-mail and a name.',
  errors: { 4501: 'The link has been used or has ended' },
  request: linkLoginRequest,
  response: nothing,
  run: async (context, { token: sent, email, name }) => {
    const { db, now } = context
    const link = await findLink(db, sent, now)
    if (link === undefined) throw new BusinessError(4501)
    if (link.member_id === null) {
      await context.openSession(await createFirstOwner(context, link.token_hash, { email, name }), 'link')
      return {}
    }
    const isTaken = await transaction(db, trx => takeLink(trx, link.token_hash))
    if (!isTaken) throw new BusinessError(4501)
    await context.openSession(link.member_id, 'link')
    return {}
  }
})

function createFirstOwner(
  context: ConsoleContext,
  tokenHash: string,
  { email, name }: { email?: string; name?: string }
): Promise<string> {
  const missing = [...(email === undefined ? ['email'] : []), ...(name === undefined ? ['name'] : [])]
  if (email === undefined || name === undefined) throw new BusinessError(4001, { fields: missing })
  const { db, now } = context
  return transaction(db, async trx => {
    await lockOwners(trx)
    if ((await hasOwner(trx)) || !(await takeLink(trx, tokenHash))) throw new BusinessError(4501)
    await deleteFirstOwnerLinks(trx)
    const existing = await findActiveMember(trx, email)
    if (existing !== undefined) {
      await trx
        .updateTable('members')
        .set({ role: 'owner', partner_id: null, is_partner_admin: false, name })
        .where('id', '=', existing.id)
        .execute()
      return existing.id
    }
    const id = createIdentifier('m', context)
    await trx.insertInto('members').values({ id, email, name, role: 'owner', created_at: now }).execute()
    return id
  })
}

const anyObject = z.looseObject({})

const passkeyOptionsAction = defineConsoleAction({
  method: 'POST',
  path: '/console/api/passkey_options',
  description: 'Returns the options for `navigator.credentials.get`.',
  request: nothing,
  response: anyObject,
  run: async context => ({ ...(await createAuthenticationOptions(context)) })
})

const credential = z.looseObject({ id: z.string().max(1024), type: z.literal('public-key'), response: anyObject })

const passkeyLoginRequest = z.object({ response: credential })

const passkeyLoginAction = defineConsoleAction({
  method: 'POST',
  path: '/console/api/passkey_login',
  description: 'Signs in with a passkey.',
  errors: { 4501: 'No active member has this passkey, or its signature is wrong' },
  request: passkeyLoginRequest,
  response: nothing,
  run: async (context, { response }) => {
    // The package checks every part of it.
    const memberId = await checkPasskey(context, response as unknown as AuthenticationResponseJSON)
    await context.openSession(memberId, 'passkey')
    return {}
  }
})

const passkeyAddOptionsAction = defineConsoleAction({
  method: 'POST',
  path: '/console/api/passkey_add_options',
  description: 'Returns the options for `navigator.credentials.create`.',
  request: nothing,
  response: anyObject,
  run: async context => ({ ...(await createRegistrationOptions(context, requireSession(context))) })
})

const passkeyAddRequest = z.object({ response: credential, name: memberName })

const passkeyAddAction = defineConsoleAction({
  method: 'POST',
  path: '/console/api/passkey_add',
  changesAccount: true,
  secretFields: ['response'],
  description: 'Adds a passkey to the own account.',
  errors: { 4501: 'The answer of the device is wrong or too late' },
  request: passkeyAddRequest,
  response: nothing,
  run: async (context, { response, name }) => {
    const registration = response as unknown as RegistrationResponseJSON
    await addPasskey(context, requireSession(context), { response: registration, name })
    return {}
  }
})

const passkeyRequest = z.object({ id: z.string().min(1).max(1024) })

const passkeyRemoveAction = defineConsoleAction({
  method: 'POST',
  path: '/console/api/passkey_remove',
  changesAccount: true,
  description: 'Removes a passkey from the own account.',
  request: passkeyRequest,
  response: nothing,
  run: async (context, { id }) => {
    const { member } = requireSession(context)
    const removed = await context.db
      .deleteFrom('member_passkeys')
      .where('id', '=', id)
      .where('member_id', '=', member.id)
      .returning('id')
      .execute()
    if (removed.length === 0) throw createFieldError('id', 'unknown_passkey')
    return {}
  }
})

export const listedSession = z.object({
  id: z.string(),
  address: z.string(),
  user_agent: z.string(),
  created_at: z.date(),
  seen_at: z.date(),
  expires_at: z.date()
})

const accountResponse = z.object({
  sessions: z.array(listedSession.extend({ is_current: z.boolean() })),
  passkeys: z.array(z.object({ id: z.string(), name: z.string(), created_at: z.date(), used_at: z.date().nullable() }))
})

const showAccountAction = defineConsoleAction({
  method: 'GET',
  path: '/console/api/account',
  description: 'Lists the own sessions and passkeys.',
  request: nothing,
  response: accountResponse,
  run: async context => {
    const { id, member } = requireSession(context)
    const sessions = await listMemberSessions(context.db, member.id, context.now)
    return {
      sessions: sessions.map(session => ({ ...session, is_current: session.id === id })),
      passkeys: await listPasskeys(context.db, member.id)
    }
  }
})

const sessionEndRequest = z.object({ id: z.string().min(1).max(64).optional() })
const sessionEndResponse = z.object({ ended: z.number().int() })

const endSessionAction = defineConsoleAction({
  method: 'POST',
  path: '/console/api/session_end',
  changesAccount: true,
  description: 'Ends one of the own sessions, or all without an id.',
  request: sessionEndRequest,
  response: sessionEndResponse,
  run: async (context, { id }) => {
    const { id: ownId, member } = requireSession(context)
    const sessionId = id === undefined ? {} : { sessionId: id }
    const ended = await endMemberSessions(context.db, { memberId: member.id, now: context.now, ...sessionId })
    if (id !== undefined && ended === 0) throw createFieldError('id', 'unknown_session')
    if (id === undefined || id === ownId) context.closeSession()
    return { ended }
  }
})

const logoutAction = defineConsoleAction({
  method: 'POST',
  path: '/console/api/logout',
  changesAccount: true,
  description: 'Ends the session.',
  request: nothing,
  response: nothing,
  run: async context => {
    const { session, db, now } = context
    if (session !== null) await endMemberSessions(db, { memberId: session.member.id, sessionId: session.id, now })
    context.closeSession()
    return {}
  }
})

export const consoleActions = [
  showSessionAction,
  sendCodeAction,
  codeLoginAction,
  showLinkAction,
  linkLoginAction,
  passkeyOptionsAction,
  passkeyLoginAction,
  passkeyAddOptionsAction,
  passkeyAddAction,
  passkeyRemoveAction,
  showAccountAction,
  endSessionAction,
  logoutAction
] as const
