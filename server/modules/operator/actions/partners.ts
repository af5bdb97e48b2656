import { z } from 'zod'
import { lpid } from '../../../../contract/visitor.js'
import { transaction } from '../../../db/transaction.js'
import { createFieldError } from '../../../http/business-error.js'
import { createPartnerKey } from '../../partner/api-keys.js'
import { createUnknownPartnerError, lockPartner } from '../../partner/lock-partner.js'
import { defineOperatorAction, type OperatorContext } from '../operator-action.js'

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
  run: async ({ db, random, now }, { name }) => {
    const id = `pa_${random.bytes(6).toString('hex')}`
    return transaction(db, async trx => {
      await trx.insertInto('partners').values({ id, name, created_at: now }).execute()
      return { id, name, ...(await createPartnerKey(trx, id, { random, now })) }
    })
  }
})

const listRequest = z.object({})

const listedKey = z.object({ id: z.string(), created_at: z.date() })
const listResponse = z.object({
  list: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      created_at: z.date(),
      revoked_at: z.date().nullable(),
      keys: z.array(listedKey),
      secrets: z.array(listedKey),
      coins: z.number().int(),
      campaigns: z.array(z.string())
    })
  )
})

const listPartnersAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/partner_list',
  roles: ['editor', 'analyst'],
  description: 'Lists partners with their keys, coins and campaigns.',
  request: listRequest,
  response: listResponse,
  subject: null,
  run: async ({ db }) => {
    const partners = await db
      .selectFrom('partners')
      .selectAll()
      .orderBy('created_at')
      .orderBy('id')
      .limit(1000)
      .execute()
    const keys = await db
      .selectFrom('partner_keys')
      .select(['id', 'partner_id', 'created_at', 'revoked_at'])
      .where('revoked_at', 'is', null)
      .orderBy('created_at')
      .execute()
    const campaigns = await db
      .selectFrom('campaigns')
      .select(['lpid', 'partner_id'])
      .where('partner_id', 'is not', null)
      .orderBy('lpid')
      .execute()
    const secrets = await db
      .selectFrom('partner_secrets')
      .select(['id', 'partner_id', 'created_at'])
      .where('revoked_at', 'is', null)
      .orderBy('created_at')
      .execute()
    const wallets = await db
      .selectFrom('partners')
      .innerJoin('users', 'users.id', 'partners.purse_id')
      .select(['partners.id', 'users.coins'])
      .execute()
    const selectOfPartner = (rows: readonly { id: string; partner_id: string; created_at: Date }[], id: string) =>
      rows.filter(row => row.partner_id === id).map(({ id, created_at }) => ({ id, created_at }))
    return {
      list: partners.map(({ purse_id: _, ...partner }) => ({
        ...partner,
        keys: selectOfPartner(keys, partner.id),
        secrets: selectOfPartner(secrets, partner.id),
        coins: Number(wallets.find(({ id }) => id === partner.id)?.coins ?? 0),
        campaigns: campaigns.filter(({ partner_id }) => partner_id === partner.id).map(({ lpid }) => lpid)
      }))
    }
  }
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
  createKeyAction,
  revokePartnerAction,
  assignCampaignAction
] as const
