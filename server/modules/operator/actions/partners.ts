import { sql } from 'kysely'
import { z } from 'zod'
import { listOf } from '../../../../contract/protocol/list.js'
import { lpid } from '../../../../contract/visitor.js'
import { transaction } from '../../../db/transaction.js'
import { createFieldError } from '../../../http/business-error.js'
import { cutToPage, formatCursor, parseCursor } from '../../../lib/cursor.js'
import { readAccessState } from '../../partner/access-state.js'
import { createPartnerKey } from '../../partner/api-keys.js'
import { createUnknownPartnerError, lockPartner } from '../../partner/lock-partner.js'
import { defineOperatorAction, type OperatorContext } from '../operator-action.js'
import { completePartners, listedPartner } from './partner-response.js'
import { readStatement, statementEntry } from './partner-statement.js'

export const partnerId = z.string().regex(/^pa_[0-9a-f]{12}$/)

const createRequest = z.object({ name: z.string().trim().min(1).max(120) })

const keyFields = { key_id: z.string(), key: z.string() }
const createResponse = z.object({ id: z.string(), name: z.string(), ...keyFields })

const createPartnerAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/partner_create',
  roles: [],
  description: 'Creates a partner with a key, which is shown only here.',
  request: createRequest,
  response: createResponse,
  subject: ({ name }) => name,
  readState: ({ db }, { name }) => readPartnersNamed(db, name),
  run: async ({ db, random, now }, { name }) => {
    const id = `pa_${random.bytes(6).toString('hex')}`
    return transaction(db, async trx => {
      await trx.insertInto('partners').values({ id, name, created_at: now }).execute()
      return { id, name, ...(await createPartnerKey(trx, id, { random, now })) }
    })
  }
})

const listRequest = z.object({
  /** Part of an id or a name. */
  q: z.string().trim().max(64).optional(),
  cursor: z.string().max(512).optional(),
  page_size: z.coerce.number().int().min(1).max(1000).default(1000)
})

const listResponse = listOf(listedPartner)

const listPartnersAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/partner_list',
  roles: ['editor', 'analyst'],
  description:
    'Lists partners with their keys, coins and campaigns, the oldest first. `seen_at` is when a member of the partner was last in the console.',
  request: listRequest,
  response: listResponse,
  subject: null,
  run: async ({ db }, { q = '', cursor, page_size: size }) => {
    const after = parseCursor('partners', ['instant', 'text'], cursor)
    const rows = await db
      .selectFrom('partners')
      .selectAll()
      .$if(q !== '', query => query.where(matchesText(q)))
      .$if(after !== null, query => query.where(sql<boolean>`(created_at, id) > (${sql.join(after ?? [])})`))
      .orderBy('created_at')
      .orderBy('id')
      .limit(size + 1)
      .execute()
    const page = cutToPage(rows, size, last => formatCursor('partners', [last.created_at, last.id]))
    return { ...page, list: await completePartners(db, page.list) }
  }
})

const matchesText = (text: string) =>
  sql<boolean>`strpos(lower(id), lower(${text}::text)) + strpos(lower(name), lower(${text}::text)) > 0`

const showRequest = z.object({ id: partnerId })

const showResponse = z.object({
  partner: listedPartner.extend({ active_campaigns: z.number().int(), members: z.number().int() })
})

const showPartnerAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/partner_show',
  roles: ['editor', 'analyst'],
  description: 'Returns a partner with its keys, coins and campaigns.',
  request: showRequest,
  response: showResponse,
  subject: null,
  run: async ({ db }, { id }) => {
    const [partner] = await completePartners(
      db,
      await db.selectFrom('partners').selectAll().where('id', '=', id).execute()
    )
    if (partner === undefined) throw createUnknownPartnerError()
    const { rows } = await sql<{ active_campaigns: number; members: number }>`
      select (select count(*)::int from campaigns where partner_id = ${id} and status = 'active') as active_campaigns,
        (select count(*)::int from members where partner_id = ${id}) as members`.execute(db)
    const { active_campaigns = 0, members = 0 } = rows[0] ?? {}
    return { partner: { ...partner, active_campaigns, members } }
  }
})

const statementRequest = z.object({
  id: partnerId,
  cursor: z.string().max(512).optional(),
  page_size: z.coerce.number().int().min(1).max(100).default(50)
})

const statementResponse = listOf(statementEntry).extend({ coins: z.number().int() })

const listStatementAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/partner_ledger',
  roles: ['editor', 'analyst'],
  description:
    'Lists the movements of a partner’s prepaid coins, newest first, with the operator and the reason of those that operators made.',
  request: statementRequest,
  response: statementResponse,
  subject: null,
  run: async ({ db }, { id, cursor, page_size: size }) => readStatement(db, id, { cursor, size })
})

const keyRequest = z.object({ id: partnerId })

const keyResponse = z.object({ id: z.string(), ...keyFields })

const createKeyAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/partner_key',
  roles: [],
  description: 'Creates another key; older ones except the newest end.',
  request: keyRequest,
  response: keyResponse,
  subject: ({ id }) => id,
  readState: ({ db }, { id }) => readAccessState(db, id),
  run: ({ db, random, now }, { id }) =>
    transaction(db, async trx => {
      await lockPartner(trx, id)
      return { id, ...(await createPartnerKey(trx, id, { random, now })) }
    })
})

const revokeRequest = z.object({ id: partnerId, key: z.string().max(64).optional() })

const revokeResponse = z.object({ id: z.string(), revoked: z.string() })

const revokePartnerAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/partner_revoke',
  roles: [],
  description: 'Ends a key, or with no `key` the partner’s access.',
  request: revokeRequest,
  response: revokeResponse,
  subject: ({ id }) => id,
  readState: ({ db }, { id }) => readAccessState(db, id),
  run: async ({ db, now }, { id, key }) => {
    const revoked =
      key === undefined
        ? await db
            .updateTable('partners')
            .set({ revoked_at: now })
            .where('id', '=', id)
            .where('revoked_at', 'is', null)
            .returning('id')
            .executeTakeFirst()
        : await db
            .updateTable(key.startsWith('ps_') ? 'partner_secrets' : 'partner_keys')
            .set({ revoked_at: now })
            .where('id', '=', key)
            .where('partner_id', '=', id)
            .where('revoked_at', 'is', null)
            .returning('id')
            .executeTakeFirst()
    if (revoked === undefined) throw createUnknownPartnerError()
    return { id, revoked: revoked.id }
  }
})

const assignRequest = z.object({ id: partnerId, lpid })

const assignResponse = z.object({ id: z.string(), lpid: z.string() })

const assignCampaignAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/partner_give',
  roles: [],
  description: 'Gives a campaign to a partner.',
  request: assignRequest,
  response: assignResponse,
  subject: ({ id }) => id,
  readState: ({ db }, { lpid }) =>
    db.selectFrom('campaigns').select(['lpid', 'partner_id']).where('lpid', '=', lpid).executeTakeFirst(),
  run: async ({ db }, { id, lpid }) => {
    await requirePartner(db, id)
    const assigned = await db
      .updateTable('campaigns')
      .set({ partner_id: id })
      .where('lpid', '=', lpid)
      .returning('lpid')
      .executeTakeFirst()
    if (assigned === undefined) throw createFieldError('lpid', 'unknown_campaign')
    return { id, lpid }
  }
})

/** Under their ids, because names are not unique. */
async function readPartnersNamed(db: OperatorContext['db'], name: string) {
  const partners = await db
    .selectFrom('partners')
    .select('id')
    .where('name', '=', name)
    .orderBy('created_at', 'desc')
    .limit(20)
    .execute()
  return Object.fromEntries(
    await Promise.all(partners.map(async ({ id }) => [id, await readAccessState(db, id)] as const))
  )
}

async function requirePartner(db: OperatorContext['db'], id: string): Promise<void> {
  const row = await db
    .selectFrom('partners')
    .select('id')
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) throw createUnknownPartnerError()
}

export const partnerActions = [
  createPartnerAction,
  listPartnersAction,
  showPartnerAction,
  listStatementAction,
  createKeyAction,
  revokePartnerAction,
  assignCampaignAction
] as const
