import type { Transaction } from 'kysely'
import { z } from 'zod'
import { lpid } from '../../../../contract/visitor.js'
import type { Database } from '../../../db/schema/schema.js'
import { transaction } from '../../../db/transaction.js'
import { createFieldError } from '../../../http/business-error.js'
import { createPartnerKey } from '../../partner/api-keys.js'
import type { OperatorAction, OperatorContext } from '../operator-action.js'

export const partnerId = z.string().regex(/^pa_[0-9a-f]{12}$/)

const createRequest = z.object({ name: z.string().trim().min(1).max(120) })

const createPartnerAction: OperatorAction<typeof createRequest> = {
  method: 'POST',
  path: '/operator/partner_create',
  request: createRequest,
  subject: ({ name }) => name,
  run: async ({ db, random, now }, { name }) => {
    const id = `pa_${random.bytes(6).toString('hex')}`
    return transaction(db, async trx => {
      await trx.insertInto('partners').values({ id, name, created_at: now }).execute()
      return { id, name, ...(await createPartnerKey(trx, id, { random, now })) }
    })
  }
}

const listRequest = z.object({})

const listPartnersAction: OperatorAction<typeof listRequest> = {
  method: 'GET',
  path: '/operator/partner_list',
  request: listRequest,
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
}

const keyRequest = z.object({ id: partnerId })

const createKeyAction: OperatorAction<typeof keyRequest> = {
  method: 'POST',
  path: '/operator/partner_key',
  request: keyRequest,
  subject: ({ id }) => id,
  run: ({ db, random, now }, { id }) =>
    transaction(db, async trx => {
      await lockPartner(trx, id)
      return { id, ...(await createPartnerKey(trx, id, { random, now })) }
    })
}

const revokeRequest = z.object({ id: partnerId, key: z.string().max(64).optional() })

const revokePartnerAction: OperatorAction<typeof revokeRequest> = {
  method: 'POST',
  path: '/operator/partner_revoke',
  request: revokeRequest,
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
}

const assignRequest = z.object({ id: partnerId, lpid })

const assignCampaignAction: OperatorAction<typeof assignRequest> = {
  method: 'POST',
  path: '/operator/partner_give',
  request: assignRequest,
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
}

export async function lockPartner(trx: Transaction<Database>, id: string): Promise<void> {
  const partner = await trx
    .selectFrom('partners')
    .select('id')
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (partner === undefined) throw createUnknownPartnerError()
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

const createUnknownPartnerError = () => createFieldError('id', 'unknown_partner')

export const partnerActions = [
  createPartnerAction,
  listPartnersAction,
  createKeyAction,
  revokePartnerAction,
  assignCampaignAction
] as const
