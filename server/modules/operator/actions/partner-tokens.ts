import { z } from 'zod'
import { transaction } from '../../../db/transaction.js'
import { createFieldError } from '../../../http/business-error.js'
import { readAccessState } from '../../partner/access-state.js'
import { lockPartner } from '../../partner/lock-partner.js'
import { createPartnerSecret } from '../../partner/partner-token.js'
import { readPrepaidBalance, topUpPrepaidWallet } from '../../partner/prepaid-wallet.js'
import { defineOperatorAction } from '../operator-action.js'
import { operatorReason } from './operator-reason.js'
import { partnerId } from './partners.js'

const secretRequest = z.object({ id: partnerId })

const secretResponse = z.object({ id: z.string(), key_id: z.string(), secret: z.string() })

const createSecretAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/partner_secret',
  roles: [],
  description: 'Creates a secret for viewer tokens; older ones except the newest end.',
  request: secretRequest,
  response: secretResponse,
  subject: ({ id }) => id,
  readState: ({ db }, { id }) => readAccessState(db, id),
  run: ({ db, random, now }, { id }) =>
    transaction(db, async trx => {
      await lockPartner(trx, id)
      return { id, ...(await createPartnerSecret(trx, id, { random, now })) }
    })
})

const MAX_COINS = 100_000_000
const coinsRequest = z.object({
  id: partnerId,
  coins: z
    .number()
    .int()
    .min(-MAX_COINS)
    .max(MAX_COINS)
    .refine(coins => coins !== 0),
  reference: z.string().regex(/^[\w./-]{1,64}$/),
  /** Members of the console must give one. */
  reason: operatorReason.optional()
})

const coinsResponse = z.object({
  id: z.string(),
  reference: z.string(),
  is_new: z.boolean(),
  coins: z.number().int()
})

const topUpCoinsAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/partner_coins',
  roles: [],
  description:
    'Adds prepaid coins, or takes some back. A `reference` counts once; `is_new` is false if it was counted before.',
  request: coinsRequest,
  response: coinsResponse,
  errors: { 4201: 'The partner has fewer coins than are taken back' },
  errorData: { 4201: z.object({ coins: z.number().int() }) },
  subject: ({ id }) => id,
  readState: async ({ db }, { id }) => ({ coins: await readPrepaidBalance(db, id) }),
  run: async ({ db, now, member }, { id, coins, reference, reason }) => {
    if (member !== null && reason === undefined) throw createFieldError('reason', 'required')
    return transaction(db, async trx => {
      await lockPartner(trx, id)
      const { isNew, balance } = await topUpPrepaidWallet(trx, { partnerId: id, coins, reference, now })
      return { id, reference, is_new: isNew, coins: balance.coins }
    })
  }
})

export const partnerTokenActions = [createSecretAction, topUpCoinsAction] as const
