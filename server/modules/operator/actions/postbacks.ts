import { z } from 'zod'
import { postbackEvent } from '../../../../contract/event.js'
import { lpid } from '../../../../contract/visitor.js'
import { transaction } from '../../../db/transaction.js'
import { createFieldError } from '../../../http/business-error.js'
import { findTemplateProblem, removeQuery } from '../../postback/url-template.js'
import { defineOperatorAction, type OperatorContext } from '../operator-action.js'

const MAX_POSTBACKS = 20

const addRequest = z.object({
  lpid,
  event: postbackEvent,
  url: z.string().min(1).max(2000),
  method: z.enum(['GET', 'POST']).default('POST')
})

const postbackMethod = z.enum(['GET', 'POST'])
const addResponse = z.object({
  id: z.string(),
  lpid: z.string(),
  event: postbackEvent,
  method: postbackMethod,
  secret: z.string()
})

const addPostbackAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/campaign_postback_add',
  roles: ['editor'],
  description: 'Adds an address that gets events of a campaign.',
  request: addRequest,
  response: addResponse,
  subject: request => request.lpid,
  readState: ({ db }, request) => readPostbacks(db, request.lpid),
  run: async ({ db, random, config, now }, { lpid: campaign, event, url, method }) => {
    const problem = findTemplateProblem(url, config.isProduction)
    if (problem !== null) throw createFieldError('url', problem)
    const id = `pb_${random.bytes(8).toString('hex')}`
    const secret = `whs_${random.bytes(32).toString('base64url')}`
    await transaction(db, async trx => {
      const known = await trx.selectFrom('campaigns').select('lpid').where('lpid', '=', campaign).forUpdate().execute()
      if (known.length === 0) throw createFieldError('lpid', 'unknown_campaign')
      const others = await trx
        .selectFrom('campaign_postbacks')
        .select('id')
        .where('lpid', '=', campaign)
        .where('removed_at', 'is', null)
        .execute()
      if (others.length >= MAX_POSTBACKS) throw createFieldError('lpid', 'too_many_postbacks')
      const values = { id, lpid: campaign, event, url, method, secret, created_at: now }
      await trx.insertInto('campaign_postbacks').values(values).execute()
    })
    return { id, lpid: campaign, event, method, secret }
  }
})

const removeRequest = z.object({ lpid, id: z.string().min(1).max(64) })

const removeResponse = z.object({ id: z.string(), removed: z.literal(true) })

const removePostbackAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/campaign_postback_remove',
  roles: ['editor'],
  description: 'Removes an address; what waits for it is not sent.',
  request: removeRequest,
  response: removeResponse,
  subject: request => request.lpid,
  readState: ({ db }, request) => readPostbacks(db, request.lpid),
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
      if (removed === undefined) throw createFieldError('id', 'unknown_postback')
      await trx
        .updateTable('event_outbox')
        .set({ status: 'failed', last_response: 'not sent: the postback was removed' })
        .where('postback_id', '=', id)
        .where('status', '=', 'waiting')
        .execute()
      return { id, removed: true as const }
    })
})

const listRequest = z.object({ lpid })

const listResponse = z.object({
  list: z.array(
    z.object({ id: z.string(), event: postbackEvent, method: postbackMethod, url: z.string(), created_at: z.date() })
  )
})

const listPostbacksAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/campaign_postback_list',
  roles: ['editor', 'support', 'analyst'],
  description: 'Lists the addresses of a campaign, without their queries.',
  request: listRequest,
  response: listResponse,
  subject: null,
  run: async ({ db }, { lpid: campaign }) => ({ list: await listPostbacks(db, campaign) })
})

async function listPostbacks(db: OperatorContext['db'], campaign: string) {
  const rows = await db
    .selectFrom('campaign_postbacks')
    .select(['id', 'event', 'method', 'url', 'created_at'])
    .where('lpid', '=', campaign)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ url, ...row }) => ({ ...row, url: removeQuery(url) }))
}

const readPostbacks = async (db: OperatorContext['db'], campaign: string) =>
  Object.fromEntries((await listPostbacks(db, campaign)).map(({ id, ...postback }) => [id, postback]))

export const postbackActions = [addPostbackAction, removePostbackAction, listPostbacksAction] as const
