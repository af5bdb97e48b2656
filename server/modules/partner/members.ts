// What members who manage their partner do for its other members.
import type { Transaction } from 'kysely'
import { z } from 'zod'
import { listOf } from '../../../contract/protocol/list.js'
import type { MemberRow } from '../../db/schema/member-tables.js'
import type { Database } from '../../db/schema/schema.js'
import { transaction } from '../../db/transaction.js'
import { createFieldError } from '../../http/business-error.js'
import { cutToPage, formatCursor, parseCursor } from '../../lib/cursor.js'
import { createIdentifier } from '../../lib/identifier.js'
import { createInvitationToken, toLinkAddress } from '../member/member-link.js'
import { endMemberSessions } from '../member/member-session.js'
import { readMemberState } from '../member/member-state.js'
import { isAfterMember, selectListedMembers } from '../member/members.js'
import { memberEmail, memberName } from '../member/sign-in-actions.js'
import { lockPartner } from './lock-partner.js'
import { definePartnerAction, type PartnerContext } from './partner-action.js'

const MAX_MEMBERS = 200

const memberId = z.string().regex(/^m_[0-9a-f]{32}$/)

const listRequest = z.object({
  cursor: z.string().max(512).optional(),
  page_size: z.coerce.number().int().min(1).max(100).default(50)
})

const listResponse = listOf(
  z.object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    is_partner_admin: z.boolean(),
    is_self: z.boolean(),
    created_at: z.date(),
    disabled_at: z.date().nullable(),
    seen_at: z.date().nullable(),
    sessions: z.number().int(),
    is_invited: z.boolean()
  })
)

const access = { operatorRoles: ['owner'], isForAdmins: true } as const

const listMembersAction = definePartnerAction({
  ...access,
  method: 'GET',
  path: '/partner/member_list',
  description: 'Lists the members of the partner, the oldest first. For members of the console who manage it.',
  request: listRequest,
  response: listResponse,
  run: async ({ db, now, partner, member }, { cursor, page_size: size }) => {
    const after = parseCursor('partner members', ['instant', 'text'], cursor)
    const rows = await selectListedMembers(db, now)
      .where('members.partner_id', '=', partner.id)
      .$if(after !== null, query => query.where(isAfterMember(after ?? [])))
      .orderBy('members.created_at')
      .orderBy('members.id')
      .limit(size + 1)
      .execute()
    const page = cutToPage(rows, size, last => formatCursor('partner members', [last.created_at, last.id]))
    return {
      ...page,
      list: page.list.map(row => ({
        id: row.id,
        email: row.email,
        name: row.name,
        is_partner_admin: row.is_partner_admin,
        is_self: row.id === member?.id,
        created_at: row.created_at,
        disabled_at: row.disabled_at,
        seen_at: row.seen_at,
        sessions: Number(row.sessions ?? 0),
        is_invited: Number(row.links ?? 0) > 0
      }))
    }
  }
})

const addRequest = z.object({ email: memberEmail, name: memberName, is_partner_admin: z.boolean().default(false) })
const linkResponse = z.object({ id: z.string(), link: z.string(), expires_at: z.date() })

const addMemberAction = definePartnerAction({
  ...access,
  method: 'POST',
  path: '/partner/member_add',
  description:
    'Adds a member to the partner. The link signs them in once, within a week. For members of the console who manage it.',
  request: addRequest,
  response: linkResponse,
  readState: readOwnMemberState,
  run: (context, { email, name, is_partner_admin }) =>
    transaction(context.db, async trx => {
      const { partner, now } = context
      await lockPartner(trx, partner.id)
      const { count } = await trx
        .selectFrom('members')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('partner_id', '=', partner.id)
        .executeTakeFirstOrThrow()
      if (Number(count) >= MAX_MEMBERS) throw createFieldError('email', 'too_many_members')
      const id = createIdentifier('m', context)
      const added = await trx
        .insertInto('members')
        .values({ id, email, name, role: 'partner', partner_id: partner.id, is_partner_admin, created_at: now })
        .onConflict(conflict => conflict.column('email').doNothing())
        .returning('id')
        .execute()
      if (added.length === 0) throw createFieldError('email', 'member_exists')
      return invite(context, trx, id)
    })
})

async function invite(context: PartnerContext, trx: Transaction<Database>, id: string) {
  const { token, expiresAt } = await createInvitationToken(trx, id, context)
  return { id, link: toLinkAddress(context.origin, token), expires_at: expiresAt }
}

const memberRequest = z.object({ id: memberId })

const inviteMemberAction = definePartnerAction({
  ...access,
  method: 'POST',
  path: '/partner/member_link',
  description:
    'Makes a new one-time link for a member of the partner; the one before ends. For members of the console who manage it.',
  request: memberRequest,
  response: linkResponse,
  readState: readOwnMemberState,
  run: (context, { id }) =>
    transaction(context.db, async trx => {
      const found = await lockMember(trx, context, id)
      if (found.disabled_at !== null) throw createFieldError('id', 'disabled')
      return invite(context, trx, id)
    })
})

const saveRequest = memberRequest.extend({
  name: memberName,
  is_partner_admin: z.boolean(),
  is_disabled: z.boolean()
})
const endedResponse = z.object({ id: z.string(), ended_sessions: z.number().int() })

const saveMemberAction = definePartnerAction({
  ...access,
  method: 'POST',
  path: '/partner/member_save',
  description:
    'Changes name and right of a member of the partner, or disables them, which ends their sessions. One who manages remains. For members of the console who manage it.',
  request: saveRequest,
  response: endedResponse,
  readState: readOwnMemberState,
  run: (context, { id, name, is_partner_admin, is_disabled }) =>
    transaction(context.db, async trx => {
      const { partner, now } = context
      // Changes wait for each other, so that two of them cannot remove the last two who manage.
      await lockPartner(trx, partner.id)
      const before = await lockMember(trx, context, id)
      const wasAdmin = before.is_partner_admin && before.disabled_at === null
      if (wasAdmin && (is_disabled || !is_partner_admin)) {
        await requireAnotherAdmin(trx, context, { id, field: is_disabled ? 'is_disabled' : 'is_partner_admin' })
      }
      const disabledAt = is_disabled ? (before.disabled_at ?? now) : null
      const change = { name, is_partner_admin, disabled_at: disabledAt }
      await trx.updateTable('members').set(change).where('id', '=', id).execute()
      if (!is_disabled) return { id, ended_sessions: 0 }
      await trx.deleteFrom('member_links').where('member_id', '=', id).execute()
      return { id, ended_sessions: await endMemberSessions(trx, { memberId: id, now }) }
    })
})

const endSessionsAction = definePartnerAction({
  ...access,
  method: 'POST',
  path: '/partner/member_sessions_end',
  description: 'Ends all sessions of a member of the partner. For members of the console who manage it.',
  request: memberRequest,
  response: endedResponse,
  readState: readOwnMemberState,
  run: (context, { id }) =>
    transaction(context.db, async trx => {
      await lockMember(trx, context, id)
      return { id, ended_sessions: await endMemberSessions(trx, { memberId: id, now: context.now }) }
    })
})

/** Null for a member of another partner, too. */
async function readOwnMemberState({ db, partner, now }: PartnerContext, member: { id: string } | { email: string }) {
  const state = await readMemberState(db, member, now)
  return state?.partner_id === partner.id ? state : null
}

/** Throws the same error for another partner's member as for an unknown one. */
async function lockMember(trx: Transaction<Database>, { partner }: PartnerContext, id: string): Promise<MemberRow> {
  const found = await trx
    .selectFrom('members')
    .selectAll()
    .where('id', '=', id)
    .where('partner_id', '=', partner.id)
    .forUpdate()
    .executeTakeFirst()
  if (found === undefined) throw createFieldError('id', 'unknown_member')
  return found
}

async function requireAnotherAdmin(
  trx: Transaction<Database>,
  { partner }: PartnerContext,
  { id, field }: { id: string; field: string }
): Promise<void> {
  const other = await trx
    .selectFrom('members')
    .select('id')
    .where('partner_id', '=', partner.id)
    .where('is_partner_admin', '=', true)
    .where('disabled_at', 'is', null)
    .where('id', '!=', id)
    .executeTakeFirst()
  if (other === undefined) throw createFieldError(field, 'last_admin')
}

export const partnerMemberActions = [
  listMembersAction,
  addMemberAction,
  inviteMemberAction,
  saveMemberAction,
  endSessionsAction
] as const
