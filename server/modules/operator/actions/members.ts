import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { MemberRow } from '../../../db/schema/member-tables.js'
import type { Database } from '../../../db/schema/schema.js'
import { transaction } from '../../../db/transaction.js'
import { createFieldError } from '../../../http/business-error.js'
import { createIdentifier } from '../../../lib/identifier.js'
import { createInvitationToken, toLinkAddress } from '../../member/member-link.js'
import { memberRole } from '../../member/member-role.js'
import { endMemberSessions, listMemberSessions } from '../../member/member-session.js'
import { readMemberState } from '../../member/member-state.js'
import { hasPartnerAdmin, lockOwners, requireAnotherOwner, selectListedMembers } from '../../member/members.js'
import { listedSession, memberEmail, memberName } from '../../member/sign-in-actions.js'
import { defineOperatorAction, type OperatorContext } from '../operator-action.js'
import { partnerId } from './partners.js'

const memberId = z.string().regex(/^m_[0-9a-f]{32}$/)

const member = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: memberRole,
  partner_id: z.string().nullable(),
  partner_name: z.string().nullable(),
  is_partner_admin: z.boolean(),
  created_at: z.date(),
  disabled_at: z.date().nullable(),
  seen_at: z.date().nullable(),
  passkeys: z.number().int(),
  is_invited: z.boolean()
})

const listRequest = z.object({ partner_id: partnerId.optional() })
const listResponse = z.object({ list: z.array(member) })

const listMembersAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/member_list',
  roles: [],
  description: 'Lists the members of the console, or those of a partner.',
  request: listRequest,
  response: listResponse,
  subject: null,
  run: async ({ db, now }, { partner_id }) => {
    const rows = await selectListedMembers(db, now)
      .$if(partner_id !== undefined, query => query.where('members.partner_id', '=', partner_id ?? ''))
      .orderBy('members.created_at')
      .orderBy('members.id')
      .limit(1000)
      .execute()
    return {
      list: rows.map(({ links, passkeys, sessions: _, ...row }) => ({
        ...row,
        passkeys: Number(passkeys ?? 0),
        is_invited: Number(links ?? 0) > 0
      }))
    }
  }
})

const profile = {
  name: memberName,
  role: memberRole,
  partner_id: partnerId.nullable().default(null),
  /** Manages the members of the partner. By default the first member of a partner does. */
  is_partner_admin: z.boolean().optional()
}
const hasPartnerOfRole = ({ role, partner_id }: { role: string; partner_id: string | null }) =>
  (role === 'partner') === (partner_id !== null)

const hasRoleOfAdmin = ({ role, is_partner_admin }: { role: string; is_partner_admin?: boolean | undefined }) =>
  is_partner_admin !== true || role === 'partner'

const addRequest = z
  .object({ email: memberEmail, ...profile })
  .refine(hasPartnerOfRole, { path: ['partner_id'] })
  .refine(hasRoleOfAdmin, { path: ['is_partner_admin'] })

const linkResponse = z.object({ id: z.string(), link: z.string(), expires_at: z.date() })

const addMemberAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/member_add',
  roles: [],
  description: 'Adds a member. The link signs them in once, within a week.',
  request: addRequest,
  response: linkResponse,
  subject: ({ email }) => email.slice(0, 64),
  readState: ({ db, now }, { email }) => readMemberState(db, { email }, now),
  run: (context, { email, name, role, partner_id, is_partner_admin }) =>
    transaction(context.db, async trx => {
      await requirePartner(trx, partner_id)
      const isAdmin = is_partner_admin ?? (partner_id !== null && !(await hasPartnerAdmin(trx, partner_id)))
      const id = createIdentifier('m', context)
      const added = await trx
        .insertInto('members')
        .values({ id, email, name, role, partner_id, is_partner_admin: isAdmin, created_at: context.now })
        .onConflict(conflict => conflict.column('email').doNothing())
        .returning('id')
        .execute()
      if (added.length === 0) throw createFieldError('email', 'member_exists')
      return invite(context, trx, id)
    })
})

async function invite(context: OperatorContext, trx: Transaction<Database>, id: string) {
  const { token, expiresAt } = await createInvitationToken(trx, id, context)
  return { id, link: toLinkAddress(context.origin, token), expires_at: expiresAt }
}

const memberRequest = z.object({ id: memberId })

const inviteMemberAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/member_link',
  roles: [],
  description: 'Makes a new one-time link for a member; the one before ends.',
  request: memberRequest,
  response: linkResponse,
  subject: ({ id }) => id,
  readState: ({ db, now }, { id }) => readMemberState(db, { id }, now),
  run: (context, { id }) =>
    transaction(context.db, async trx => {
      const found = await lockMember(trx, id)
      if (found.disabled_at !== null) throw createFieldError('id', 'disabled')
      return invite(context, trx, id)
    })
})

const saveRequest = memberRequest
  .extend({ ...profile, is_disabled: z.boolean().default(false) })
  .refine(hasPartnerOfRole, { path: ['partner_id'] })
  .refine(hasRoleOfAdmin, { path: ['is_partner_admin'] })
const saveResponse = z.object({ id: z.string(), ended_sessions: z.number().int() })

const saveMemberAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/member_save',
  roles: [],
  description: 'Changes name, role or partner of a member, or disables them. A change of role ends their sessions.',
  request: saveRequest,
  response: saveResponse,
  subject: ({ id }) => id,
  readState: ({ db, now }, { id }) => readMemberState(db, { id }, now),
  run: ({ db, now }, { id, name, role, partner_id, is_partner_admin, is_disabled }) =>
    transaction(db, async trx => {
      await lockOwners(trx)
      const before = await lockMember(trx, id)
      await requirePartner(trx, partner_id)
      const isOwnerNow = role === 'owner' && !is_disabled
      if (before.role === 'owner' && before.disabled_at === null && !isOwnerNow) await requireAnotherOwner(trx, id)
      const disabledAt = is_disabled ? (before.disabled_at ?? now) : null
      const isAdmin = is_partner_admin ?? (before.is_partner_admin && before.partner_id === partner_id)
      await trx
        .updateTable('members')
        .set({ name, role, partner_id, is_partner_admin: isAdmin, disabled_at: disabledAt })
        .where('id', '=', id)
        .execute()
      const isSame = before.role === role && before.partner_id === partner_id && disabledAt === null
      if (isSame) return { id, ended_sessions: 0 }
      if (is_disabled) await trx.deleteFrom('member_links').where('member_id', '=', id).execute()
      return { id, ended_sessions: await endMemberSessions(trx, { memberId: id, now }) }
    })
})

const sessionsResponse = z.object({ list: z.array(listedSession) })

const listMemberSessionsAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/member_sessions',
  roles: [],
  description: 'Lists the sessions of a member.',
  request: memberRequest,
  response: sessionsResponse,
  subject: null,
  run: async ({ db, now }, { id }) => ({ list: await listMemberSessions(db, id, now) })
})

const endRequest = memberRequest.extend({ session_id: z.string().min(1).max(64).optional() })
const endResponse = z.object({ id: z.string(), ended_sessions: z.number().int() })

const endMemberSessionsAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/member_sessions_end',
  roles: [],
  description: 'Ends one session of a member, or all.',
  request: endRequest,
  response: endResponse,
  subject: ({ id }) => id,
  readState: ({ db, now }, { id }) => readMemberState(db, { id }, now),
  run: async ({ db, now }, { id, session_id }) => {
    const session = session_id === undefined ? {} : { sessionId: session_id }
    return { id, ended_sessions: await endMemberSessions(db, { memberId: id, now, ...session }) }
  }
})

async function lockMember(trx: Transaction<Database>, id: string): Promise<MemberRow> {
  const found = await trx.selectFrom('members').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (found === undefined) throw createFieldError('id', 'unknown_member')
  return found
}

async function requirePartner(trx: Transaction<Database>, id: string | null): Promise<void> {
  if (id === null) return
  const partner = await trx
    .selectFrom('partners')
    .select('id')
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (partner === undefined) throw createFieldError('partner_id', 'unknown_partner')
}

export const memberActions = [
  listMembersAction,
  addMemberAction,
  inviteMemberAction,
  saveMemberAction,
  listMemberSessionsAction,
  endMemberSessionsAction
] as const
