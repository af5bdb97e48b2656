import { sql } from 'kysely'
import { z } from 'zod'
import { replaceLoneSurrogates } from '../../../lib/text.js'
import { hashRecoveryCode } from '../../account/recovery-code.js'
import { searchOrders } from '../../order/order-search.js'
import { type PersonRow, selectPersons } from '../../user/find-person.js'
import { defineOperatorAction } from '../operator-action.js'
import { orderListEntry } from './order-response.js'
import { toOrderListEntry } from './orders.js'

const RESULT_LIMIT = 20

const searchRequest = z.object({
  text: z
    .string()
    .max(1000)
    .transform(text => replaceLoneSurrogates(text.trim()))
    .refine(text => text !== '' && text.length <= 254 && !text.includes('\0'))
})

const foundViewer = z.object({
  user_id: z.string(),
  kind: z.enum(['visitor', 'user']),
  email: z.string().nullable(),
  nickname: z.string(),
  created_at: z.date(),
  deleted_at: z.date().nullable()
})

const searchResponse = z.object({ orders: z.array(orderListEntry), viewers: z.array(foundViewer) })

export const searchAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/search',
  roles: ['support', 'analyst'],
  description:
    'Finds at most 20 orders by number, its start or its last eight signs, or by a reference of the provider, and viewers by id, the eight signs that My shows, e-mail or recovery code. A merged visitor leads to the account.',
  request: searchRequest,
  response: searchResponse,
  subject: null,
  run: async ({ db, accountKeys }, { text }) => {
    const recoveryHash = hashRecoveryCode(accountKeys, text)
    const isPerson = sql`id = ${text} or upper(right(id, 8)) = upper(${text}) or email = lower(${text})
      or recovery_hash = ${recoveryHash}`
    const [orders, persons] = await Promise.all([
      searchOrders(db, text, RESULT_LIMIT),
      selectPersons(db, isPerson).orderBy('created_at', 'desc').orderBy('id').limit(RESULT_LIMIT).execute()
    ])
    return { orders: orders.map(toOrderListEntry), viewers: persons.map(toFoundViewer) }
  }
})

const toFoundViewer = ({ id, kind, email, nickname, created_at, deleted_at }: PersonRow) => ({
  user_id: id,
  kind,
  email,
  nickname,
  created_at,
  deleted_at
})
