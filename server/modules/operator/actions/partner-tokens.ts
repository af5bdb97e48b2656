import { z } from 'zod'
import { transaction } from '../../../db/transaction.js'
import { createPartnerSecret } from '../../partner/partner-token.js'
import { topUpPrepaidWallet } from '../../partner/prepaid-wallet.js'
import type { OperatorAction } from '../operator-action.js'
import { lockPartner, partnerId } from './partners.js'

const secretRequest = z.object({ id: partnerId })

const createSecretAction: OperatorAction<typeof secretRequest> = {
  method: 'POST',
  path: '/operator/partner_secret',
  request: secretRequest,
  subject: ({ id }) => id,
  run: ({ db, random, now }, { id }) =>
    transaction(db, async trx => {
      await lockPartner(trx, id)
      return { id, ...(await createPartnerSecret(trx, id, { random, now })) }
    })
}

const MAX_COINS = 100_000_000
const coinsRequest = z.object({
  id: partnerId,
  coins: z
    .number()
    .int()
    .min(-MAX_COINS)
    .max(MAX_COINS)
    .refine(coins => coins !== 0),
  reference: z.string().regex(/^[\w./-]{1,64}$/)
})

const topUpCoinsAction: OperatorAction<typeof coinsRequest> = {
  method: 'POST',
  path: '/operator/partner_coins',
  request: coinsRequest,
  subject: ({ id }) => id,
  run: ({ db, now }, { id, coins, reference }) =>
    transaction(db, async trx => {
      await lockPartner(trx, id)
      const { isNew, balance } = await topUpPrepaidWallet(trx, { partnerId: id, coins, reference, now })
      return { id, reference, is_new: isNew, coins: balance.coins }
    })
}

export const partnerTokenActions = [createSecretAction, topUpCoinsAction] as const
