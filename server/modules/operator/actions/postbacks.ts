import { z } from 'zod'
import { countedEvent } from '../../../../contract/event.js'
import { LPID } from '../../../../contract/visitor.js'
import { transaction } from '../../../db/transaction.js'
import { BusinessError } from '../../../http/business-error.js'
import { templateProblem, withoutQuery } from '../../postback/url-template.js'
import type { OperatorAction } from '../operator-action.js'

const lpid = z.string().regex(LPID)
const MOST = 20

const addRequest = z.object({
  lpid,
  event: z.union([countedEvent, z.enum(['purchase', 'refund'])]),
  url: z.string().min(1).max(2000),
  method: z.enum(['GET', 'POST']).default('POST')
})

/** Has a campaign's partner told of something; the secret that signs it is shown this once. */
const addingPostback: OperatorAction<typeof addRequest> = {
  method: 'POST',
  path: '/operator/campaign_postback_add',
  request: addRequest,
  subject: one => one.lpid,
  run: async ({ db, random, config, now }, { lpid: campaign, event, url, method }) => {
    const fault = templateProblem(url, config.isProduction)
    if (fault !== null) throw new BusinessError(4001, { fields: ['url'], reason: fault })
    const id = `pb_${random.bytes(8).toString('hex')}`
    const secret = `whs_${random.bytes(32).toString('base64url')}`
    await transaction(db, async trx => {
      const known = await trx.selectFrom('campaigns').select('lpid').where('lpid', '=', campaign).forUpdate().execute()
      if (known.length === 0) throw new BusinessError(4001, { fields: ['lpid'], reason: 'unknown_campaign' })
      const others = await trx
        .selectFrom('campaign_postbacks')
        .select('id')
        .where('lpid', '=', campaign)
        .where('removed_at', 'is', null)
        .execute()
      if (others.length >= MOST) throw new BusinessError(4001, { fields: ['lpid'], reason: 'too_many_postbacks' })
      const values = { id, lpid: campaign, event, url, method, secret, created_at: now }
      await trx.insertInto('campaign_postbacks').values(values).execute()
    })
    return { id, lpid: campaign, event, method, secret }
  }
}

const removeRequest = z.object({ lpid, id: z.string().min(1).max(64) })

/** Ends a postback; what waits to be told there is told nobody any more. */
const removingPostback: OperatorAction<typeof removeRequest> = {
  method: 'POST',
  path: '/operator/campaign_postback_remove',
  request: removeRequest,
  subject: one => one.lpid,
  run: ({ db, now }, { lpid: campaign, id }) =>
    transaction(db, async trx => {
      const removed = await trx
        .updateTable('campaign_postbacks')
        .set({ removed_at: now })
        .where('id', '=', id)
        .where('lpid', '=', campaign)
        .where('removed_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      if (removed === undefined) throw new BusinessError(4001, { fields: ['id'], reason: 'unknown_postback' })
      await trx
        .updateTable('event_outbox')
        .set({ status: 'failed', last_response: 'not sent: the postback was removed' })
        .where('postback_id', '=', id)
        .where('status', '=', 'waiting')
        .execute()
      return { id, removed: true }
    })
}

const listRequest = z.object({ lpid })

/** The postbacks of a campaign, without what may be a secret. */
const listingPostbacks: OperatorAction<typeof listRequest> = {
  method: 'GET',
  path: '/operator/campaign_postback_list',
  request: listRequest,
  subject: null,
  run: async ({ db }, { lpid: campaign }) => {
    const rows = await db
      .selectFrom('campaign_postbacks')
      .select(['id', 'event', 'method', 'url', 'created_at'])
      .where('lpid', '=', campaign)
      .where('removed_at', 'is', null)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return { list: rows.map(({ url, ...row }) => ({ ...row, url: withoutQuery(url) })) }
  }
}

export const postbackDeeds = [addingPostback, removingPostback, listingPostbacks] as const
