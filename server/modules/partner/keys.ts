import { z } from 'zod'
import { transaction } from '../../db/transaction.js'
import { BusinessError, createFieldError } from '../../http/business-error.js'
import { readAccessState } from './access-state.js'
import { createPartnerKey } from './api-keys.js'
import { lockPartner } from './lock-partner.js'
import { definePartnerAction, type PartnerContext } from './partner-action.js'
import { createPartnerSecret } from './partner-token.js'

/** An `api` key calls the partner API, a `signing` key signs tokens. */
const keyKind = z.enum(['api', 'signing'])

const listRequest = z.object({})
const listResponse = z.object({
  list: z.array(z.object({ id: z.string(), kind: keyKind, created_at: z.date() }))
})

export const listKeysAction = definePartnerAction({
  method: 'GET',
  path: '/partner/key_list',
  description: 'Lists the partner’s valid keys, newest first, without their secrets.',
  request: listRequest,
  response: listResponse,
  run: async ({ db, partner }) => {
    const list = [
      ...(await readKeys(db, partner.id, 'api', 'partner_keys')),
      ...(await readKeys(db, partner.id, 'signing', 'partner_secrets'))
    ]
    return { list: list.sort((one, other) => other.created_at.getTime() - one.created_at.getTime()) }
  }
})

async function readKeys(
  db: PartnerContext['db'],
  partnerId: string,
  kind: z.output<typeof keyKind>,
  table: 'partner_keys' | 'partner_secrets'
) {
  const keys = await db
    .selectFrom(table)
    .select(['id', 'created_at'])
    .where('partner_id', '=', partnerId)
    .where('revoked_at', 'is', null)
    .execute()
  return keys.map(key => ({ ...key, kind }))
}

const createRequest = z.object({ kind: keyKind })
const createResponse = z.object({ id: z.string(), kind: keyKind, secret: z.string() })

export const createKeyAction = definePartnerAction({
  method: 'POST',
  path: '/partner/key_create',
  // As for `partner_key` of operators.
  operatorRoles: ['owner'],
  description:
    'Creates a key, whose `secret` is shown only here. Two keys of a kind are valid at a time; older ones end. For members of the console: a key makes no other key.',
  request: createRequest,
  response: createResponse,
  readState: ({ db, partner }) => readAccessState(db, partner.id),
  run: async (context, { kind }) => {
    refuseKey(context)
    const { db, partner, random, now } = context
    return transaction(db, async trx => {
      await lockPartner(trx, partner.id)
      if (kind === 'api') {
        const { key_id, key } = await createPartnerKey(trx, partner.id, { random, now })
        return { id: key_id, kind, secret: key }
      }
      const { key_id, secret } = await createPartnerSecret(trx, partner.id, { random, now })
      return { id: key_id, kind, secret }
    })
  }
})

const revokeRequest = z.object({ id: z.string().regex(/^p[ks]_[0-9a-f]{12}$/) })
const revokeResponse = z.object({ id: z.string(), revoked: z.literal(true) })

export const revokeKeyAction = definePartnerAction({
  method: 'POST',
  path: '/partner/key_revoke',
  // As for `partner_key` of operators.
  operatorRoles: ['owner'],
  description: 'Ends a key of the partner at once. For members of the console.',
  request: revokeRequest,
  response: revokeResponse,
  readState: ({ db, partner }) => readAccessState(db, partner.id),
  run: async (context, { id }) => {
    refuseKey(context)
    const { db, partner, now } = context
    const revoked = await db
      .updateTable(id.startsWith('ps_') ? 'partner_secrets' : 'partner_keys')
      .set({ revoked_at: now })
      .where('id', '=', id)
      .where('partner_id', '=', partner.id)
      .where('revoked_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (revoked === undefined) throw createFieldError('id', 'unknown_key')
    return { id, revoked: true as const }
  }
})

/** A stolen key must not outlive its revocation by making another, nor end those of its owner. */
function refuseKey({ member }: PartnerContext): void {
  if (member === null) throw new BusinessError(4001, { fields: [], reason: 'members_only' })
}
