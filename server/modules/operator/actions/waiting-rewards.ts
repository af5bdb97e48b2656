import { z } from 'zod'
import { listOf } from '../../../../contract/protocol/list.js'
import { transaction } from '../../../db/transaction.js'
import { createFieldError } from '../../../http/business-error.js'
import { cutToPage, formatCursor, parseCursor } from '../../../lib/cursor.js'
import { releaseEarning } from '../../reward/earning/pending-earnings.js'
import { defineOperatorAction } from '../operator-action.js'

const listRequest = z.object({
  cursor: z.string().max(512).optional(),
  page_size: z.coerce.number().int().min(1).max(100).default(50)
})

const listResponse = listOf(
  z.object({
    id: z.string(),
    user_id: z.string(),
    kind: z.enum(['task', 'merge']),
    ref_id: z.string(),
    bonus: z.number().int(),
    created_at: z.date(),
    lpid: z.string().nullable(),
    network: z.string()
  })
)

/** `network` is equal for viewers of one network, and says nothing else. */
export const listWaitingRewardsAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/reward_waiting',
  roles: ['reviewer', 'support', 'analyst'],
  description: 'Lists claimed bonus that is not paid yet, oldest first.',
  request: listRequest,
  response: listResponse,
  subject: null,
  run: async ({ db }, { cursor, page_size: size }) => {
    const after = parseCursor('waiting', ['instant', 'text'], cursor)
    const rows = await db
      .selectFrom('pending_earnings')
      .select(['id', 'user_id', 'kind', 'ref_id', 'bonus', 'earner', 'created_at'])
      .where('paid_at', 'is', null)
      .$if(after !== null, query =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('created_at', 'id'), '>', tuple(after?.[0] ?? new Date(0), after?.[1] ?? ''))
        )
      )
      .orderBy('created_at')
      .orderBy('id')
      .limit(size + 1)
      .execute()
    const page = cutToPage(rows, size, last => formatCursor('waiting', [last.created_at, last.id]))
    const list = page.list.map(({ earner, ...row }) => ({
      ...row,
      lpid: earner.lpid === '' ? null : earner.lpid,
      network: earner.network.slice(0, 8)
    }))
    return { ...page, list }
  }
})

const releaseRequest = z.object({ id: z.string().min(1).max(64) })

const releaseResponse = z.object({ id: z.string(), user_id: z.string(), bonus: z.number().int() })

export const releaseRewardAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/reward_release',
  roles: ['reviewer'],
  description: 'Pays a waiting bonus.',
  request: releaseRequest,
  response: releaseResponse,
  subject: ({ id }) => id,
  readState: ({ db }, { id }) =>
    db
      .selectFrom('pending_earnings')
      .select(['user_id', 'kind', 'bonus', 'paid_at', 'paid_by'])
      .where('id', '=', id)
      .executeTakeFirst(),
  run: async ({ db, config, now, operator }, { id }) => {
    const context = { now, zone: config.timezone, defaults: config.rewards, operator }
    const release = await transaction(db, trx => releaseEarning(trx, id, context))
    if (release.state !== 'paid') throw createFieldError('id', 'not_waiting')
    return { id, user_id: release.userId, bonus: release.bonus }
  }
})
